package mirrorlab.lab.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The report of a played scenario. `ledger`, `causes` and `forecasts` are the lab's; everything else has the form of
/// the recordings.
public record Report(String scenario, String title, List<PlayedStep> steps, double bootSeconds, double seconds,
        JsonNode ledger, JsonNode causes, JsonNode forecasts) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// Did everything come that the scenario expected?
    public boolean everyExpectationHeld() {
        return steps.stream().allMatch(each -> each.unmet().isEmpty());
    }

    public ObjectNode json() {
        JsonNodeFactory make = JsonNodeFactory.instance;
        ArrayNode played = make.arrayNode();
        for (PlayedStep each : steps) {
            ObjectNode step = make.objectNode().put("i", each.number());
            step.set("step", each.step().json());
            step.set("result", each.result().json());
            if (!each.unmet().isEmpty()) {
                ArrayNode unmet = make.arrayNode();
                each.unmet().forEach(unmet::add);
                step.set("unmet", unmet);
            }
            played.add(step.put("ms", each.millis()));
        }
        ObjectNode json = make.objectNode().put("scenario", scenario).put("title", title);
        json.set("steps", played);
        json.put("boot_seconds", tenths(bootSeconds)).put("seconds", tenths(seconds));
        json.set("ledger", ledger);
        json.set("causes", causes);
        json.set("forecasts", forecasts);
        return json;
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, text(json()) + "\n");
    }

    private static String text(JsonNode json) throws IOException {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IOException("the report could not be written", e);
        }
    }

    private static double tenths(double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }
}
