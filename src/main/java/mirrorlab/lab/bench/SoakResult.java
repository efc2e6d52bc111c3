package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a soak found: samples, and whether what may not grow stayed {@link Level}.
public final class SoakResult {
    /// A collection leaves now more, now less: what is on its way is alive.
    private static final double HEAP_SLACK = 8;
    /// What a consumer that falls behind by a hundred thousand messages makes a node hold for a while.
    private static final double RESIDENT_SLACK = 32;
    /// Two segments of the log.
    private static final double FILES_SLACK = 16;
    private final List<SoakSample> samples;
    private final int body;
    private final List<Level> levels = new ArrayList<>();

    /// @param body
    ///            of a message, in bytes
    SoakResult(List<SoakSample> samples, int body) {
        this.samples = List.copyOf(samples);
        this.body = body;
        int nodes = samples.getFirst().nodes().size();
        for (int i = 0; i < nodes; i++) {
            int node = i;
            String name = samples.getFirst().nodes().get(i).name();
            add(name + " heap", "MiB", HEAP_SLACK, each -> each.nodes().get(node).heap());
            add(name + " resident", "MiB", RESIDENT_SLACK, each -> each.nodes().get(node).resident());
            add(name + " files", "MiB", FILES_SLACK, each -> each.nodes().get(node).files());
        }
    }

    private void add(String name, String unit, double slack, ToDoubleFunction<SoakSample> what) {
        levels.add(Level.of(name, unit, slack, samples.stream().map(what::applyAsDouble).toList()));
    }

    public boolean isLevel() {
        return levels.stream().allMatch(Level::isLevel);
    }

    private double published() {
        return Figure.percentile(samples.stream().map(SoakSample::published).toList(), 50);
    }

    /// For people, without the samples.
    public String text() {
        String rates = String.format(Locale.ROOT, "soak: %.0f messages of %d bytes a second (median of %d samples), %s",
                published(), body, samples.size(), isLevel() ? "everything level" : "something GROWS");
        String lab = String.format(Locale.ROOT,
                "  the lab's own heap, with its recording: %.1f to %.1f MiB (not judged)",
                samples.getFirst().lab(), samples.getLast().lab());
        String queue = String.format(Locale.ROOT,
                "  the queue held at most %.0f messages (not judged: both go at full rate)",
                samples.stream().mapToDouble(SoakSample::messages).max().orElseThrow());
        return Stream.of(Stream.of(rates, Level.head()), levels.stream().map(Level::text), Stream.of(queue, lab))
                .flatMap(each -> each).collect(Collectors.joining("\n"));
    }

    public JsonNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("level", isLevel()).put("body", body)
                .put("published", published())
                .put("processors", Runtime.getRuntime().availableProcessors());
        ArrayNode judged = json.putArray("levels");
        levels.forEach(each -> judged.add(each.json()));
        ArrayNode all = json.putArray("samples");
        samples.forEach(each -> all.add(each.json()));
        return json;
    }
}
