package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Takes out of a step's result what does not count, so that the rest can be compared leaf by leaf.
final class Counting {
    private static final List<String> OUTPUT = List.of("stdout", "stderr");

    private Counting() {}

    /// @param kind
    ///            of the step
    /// @param other
    ///            the result that this one is compared with
    /// @param isRecorded
    ///            this one is the recording
    static JsonNode of(String kind, JsonNode result, JsonNode other, boolean isRecorded) {
        if (!(result instanceof ObjectNode object)) {
            return result;
        }
        ObjectNode copy = object.deepCopy();
        copy.remove(List.of("volatile", "view_of"));
        if (!kind.equals("rabbitmqctl")) {
            copy.remove(OUTPUT);
        }
        if (copy.get("error") instanceof ObjectNode error) {
            of(error, other.path("error"), isRecorded);
        }
        copy.path("boot_error").forEach(each -> {
            if (each instanceof ObjectNode error) {
                error.retain("reason");
            }
        });
        unreachable(copy.path("view"));
        copy.path("views_differ").forEach(Counting::unreachable);
        return copy;
    }

    private static void of(ObjectNode error, JsonNode other, boolean isRecorded) {
        if (other.has("kind") && !other.path("kind").equals(error.path("kind"))) {
            error.retain("kind"); // the rest differs with it
            return;
        }
        switch (error.path("kind").asText()) {
            case "timeout" -> error.retain("kind");
            case "cli" -> {
                String sentence = CliText.of(error.path("text").asText());
                String recorded = isRecorded ? sentence : CliText.of(other.path("text").asText());
                if (recorded.isEmpty() && (isRecorded || other.has("text"))) {
                    error.remove("text");
                } else {
                    error.put("text", sentence);
                }
            }
            default -> {
            }
        }
    }

    /// A queue's error in a view means that its process cannot be reached, whatever it says (F-26).
    private static void unreachable(JsonNode view) {
        for (JsonNode queue : view.path("queues")) {
            if (queue instanceof ObjectNode object && object.has("error")) {
                object.put("error", "unreachable");
            }
        }
    }
}
