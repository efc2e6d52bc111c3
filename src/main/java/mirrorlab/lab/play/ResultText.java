package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Sentence;
import mirrorlab.lab.report.Difference;
import mirrorlab.lab.scenario.Step;

/// A result as one sentence for people, made of nothing but the step and the result's JSON, so that a recording can be
/// read in another language than the one it was made in.
public final class ResultText {
    public static final Sentence DONE = Sentence.of("result.done");
    private static final List<String> COUNTS = List.of("published", "confirmed", "nacked", "returned", "unconfirmed",
            "got",
            "message_count");
    private static final List<String> LISTS = List.of("bodies", "acked", "rejected", "confirmed_but_missing");

    /// rabbitmqctl's words, after which the node's name follows.
    private static final String CONTACTED = "attempted to contact: [";

    private ResultText() {}

    public static Sentence of(Step step, ObjectNode result) {
        List<Difference> differences = Unmet.differences(step, result);
        if (!differences.isEmpty()) {
            return Sentence.of("result.unmet",
                    joined("result.and.semicolon", differences.stream().map(ResultText::difference).toList()));
        }
        JsonNode error = result.path("error");
        if (step.kind().equals("expect") && !error.isMissingNode()) {
            return Sentence.of("result.unmet", error(error));
        }
        List<Sentence> parts = new ArrayList<>();
        if (!error.isMissingNode()) {
            parts.add(error(error));
        }
        for (Map.Entry<String, JsonNode> each : result.path("resolved").properties()) {
            parts.add(Sentence.of("result.resolved", each.getKey(), each.getValue().asText()));
        }
        for (String each : COUNTS) {
            if (result.has(each) && !(each.equals("nacked") && result.get(each).asInt() == 0)) {
                parts.add(Sentence.of("result." + each, result.get(each).asText()));
            }
        }
        for (String each : LISTS) {
            if (!result.path(each).isEmpty()) {
                parts.add(Sentence.of("result." + each, runs(result.get(each))));
            }
        }
        return parts.isEmpty() ? DONE : joined("result.and.comma", parts);
    }

    private static Sentence joined(String key, List<Sentence> parts) {
        Sentence all = parts.getFirst();
        for (Sentence each : parts.subList(1, parts.size())) {
            all = Sentence.of(key, all, each);
        }
        return all;
    }

    private static Sentence difference(Difference each) {
        return Sentence.of("result.difference", field(each.field()), each.expected().toString(),
                each.found().isMissingNode() ? Sentence.of("result.nothing") : each.found().toString());
    }

    /// The name of a field, a fate or a word; one that the bundle does not know stands for itself.
    private static Object field(String name) {
        String key = name.startsWith("fates.")
                ? "fate." + name.substring(6).toUpperCase(Locale.ROOT)
                : name.startsWith("words.") ? "word." + name.substring(6).toUpperCase(Locale.ROOT) : "field." + name;
        return Texts.english().bundle().containsKey(key) ? Sentence.of(key) : name;
    }

    private static Sentence error(JsonNode error) {
        String kind = error.path("kind").asText();
        String text = error.path("text").asText();
        if (error.has("key")) {
            List<Object> values = new ArrayList<>();
            error.path("values").forEach(each -> values.add(each.asText()));
            return new Sentence(error.path("key").asText(), values);
        }
        return switch (kind) {
            case "connection_refused", "connection_lost", "boot_failed", "boot_waiting", "no_running_node" ->
                Sentence.of("fault." + kind);
            case "channel_closed", "connection_closed" ->
                Sentence.of("fault.refused", error.path("reply_code").asInt() + " " + text);
            case "cli" -> refused(text);
            default -> Sentence.of("fault.other", text);
        };
    }

    private static Sentence refused(String text) {
        return text.contains(CONTACTED)
                ? Sentence.of("fault.unreachable", between(text, CONTACTED, "@"))
                : Sentence.of("fault.refused", text.lines().filter(each -> !each.isBlank() && !each.equals("Error:")
                        && !each.equals("Validation failed")).findFirst().orElse(text));
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
