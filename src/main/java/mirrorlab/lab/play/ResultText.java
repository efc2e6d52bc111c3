package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.scenario.Step;

/// A result as one sentence for people.
final class ResultText {
    private static final List<String> COUNTS = List.of("published", "confirmed", "nacked", "returned", "unconfirmed",
            "got",
            "message_count");
    private static final List<String> LISTS = List.of("bodies", "acked", "rejected", "confirmed_but_missing");

    /// rabbitmqctl's words, after which the node's name follows.
    private static final String CONTACTED = "attempted to contact: [";

    private ResultText() {}

    static String of(Step step, ObjectNode result) {
        List<String> unmet = Unmet.of(step, result);
        if (!unmet.isEmpty()) {
            return "not as expected: " + String.join("; ", unmet);
        }
        List<String> parts = new ArrayList<>();
        JsonNode error = result.path("error");
        if (!error.isMissingNode()) {
            parts.add(error(error));
        }
        for (Map.Entry<String, JsonNode> each : result.path("resolved").properties()) {
            parts.add(each.getKey() + " is " + each.getValue().asText());
        }
        for (String each : COUNTS) {
            if (result.has(each) && !(each.equals("nacked") && result.get(each).asInt() == 0)) {
                parts.add(each.replace('_', ' ') + " " + result.get(each).asText());
            }
        }
        for (String each : LISTS) {
            if (!result.path(each).isEmpty()) {
                parts.add(each.replace('_', ' ') + " " + runs(result.get(each)));
            }
        }
        return parts.isEmpty() ? "done" : String.join(", ", parts);
    }

    private static String error(JsonNode error) {
        String kind = error.path("kind").asText();
        String text = error.path("text").asText();
        return switch (kind) {
            case "connection_refused" -> "the node accepts no connection";
            case "connection_lost" -> "the connection broke";
            case "boot_failed" -> "the boot failed";
            case "boot_waiting" -> "the boot waits for other nodes";
            case "no_running_node" -> "no node runs";
            case "channel_closed", "connection_closed" -> "refused: " + error.path("reply_code").asInt() + " " + text;
            case "cli" -> refused(text);
            default -> text;
        };
    }

    private static String refused(String text) {
        return text.contains(CONTACTED)
                ? "the node " + between(text, CONTACTED, "@") + " cannot be reached"
                : "refused: " + text.lines().filter(each -> !each.isBlank() && !each.equals("Error:")
                        && !each.equals("Validation failed")).findFirst().orElse(text);
    }

    private static String between(String text, String before, String after) {
        int from = text.indexOf(before) + before.length();
        return text.substring(from, Math.max(from, text.indexOf(after, from)));
    }

    private static String runs(JsonNode list) {
        List<String> runs = new ArrayList<>();
        list.forEach(each -> runs.add(each.asText()));
        return runs.size() <= 12 ? String.join(" ", runs) : String.join(" ", runs.subList(0, 12)) + " …";
    }
}
