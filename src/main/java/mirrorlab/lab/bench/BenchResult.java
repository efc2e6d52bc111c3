package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What one measurement found.
///
/// @param notes
///            what a reader should know: what was skipped and why
public record BenchResult(String bench, List<Figure> figures, List<String> notes) {

    public BenchResult {
        figures = List.copyOf(figures);
        notes = List.copyOf(notes);
    }

    /// Nothing was measured, for this reason.
    public static BenchResult skipped(String bench, String why) {
        return new BenchResult(bench, List.of(), List.of(why));
    }

    /// This, and what another measurement of the same bench found.
    public BenchResult and(BenchResult other) {
        return new BenchResult(bench, Stream.concat(figures.stream(), other.figures.stream()).toList(),
                Stream.concat(notes.stream(), other.notes.stream()).toList());
    }

    /// For people, a line each.
    public String text() {
        return Stream.of(Stream.of("bench " + bench), figures.stream().map(Figure::text),
                notes.stream().map(each -> "  " + each)).flatMap(each -> each).collect(Collectors.joining("\n"));
    }

    public JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("bench", bench).put("processors",
                Runtime.getRuntime().availableProcessors());
        ArrayNode all = json.putArray("figures");
        figures.forEach(each -> all.add(each.json()));
        ArrayNode said = json.putArray("notes");
        notes.forEach(said::add);
        return json;
    }
}
