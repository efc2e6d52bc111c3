package mirrorlab.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Compares a report with a recording, or two reports, by the rules of `conformance/README.md`.
public final class Comparison {
    private static final Set<String> NEVER = Set.of("ms", "seconds", "boot_seconds", "runs", "recorded",
            "rabbitmq_version",
            "volatile", "view_of", "nondeterministic", "alternatives");
    /// Of the whole file, not of its steps.
    private static final Set<String> ONLY_HERE = Set.of("ledger", "causes", "forecasts", "title");

    private final JsonNode recorded;
    private final JsonNode played;
    private final Set<String> nondeterministic = new TreeSet<>();
    private final List<String> differences = new ArrayList<>();

    private Comparison(JsonNode recorded, JsonNode played) {
        this.recorded = recorded;
        this.played = played;
        recorded.path("nondeterministic").forEach(each -> nondeterministic.add(each.asText()));
    }

    /// @param recorded
    ///            what should be: a recording of the real broker, or another report
    /// @return the differences, one line each: JSON pointer, what was recorded, what was played; empty when equal
    public static List<String> of(JsonNode recorded, JsonNode played) {
        Comparison comparison = new Comparison(recorded, played);
        comparison.all();
        return List.copyOf(comparison.differences);
    }

    private void all() {
        compare("/scenario", recorded.path("scenario"), played.path("scenario"));
        for (String each : ONLY_HERE) {
            if (recorded.has(each) && played.has(each)) {
                compare("/" + each, recorded.get(each), played.get(each));
            }
        }
        JsonNode steps = recorded.path("steps");
        if (steps.size() != played.path("steps").size()) {
            differ("/steps", steps.size() + " steps", played.path("steps").size() + " steps");
            return;
        }
        for (int i = 0; i < steps.size(); i++) {
            step("/steps/" + i, steps.get(i), played.path("steps").get(i));
        }
    }

    private void step(String pointer, JsonNode golden, JsonNode mine) {
        String kind = golden.path("step").path("do").asText();
        compare(pointer + "/step", golden.path("step"), mine.path("step"));
        compare(pointer + "/unmet", golden.path("unmet"), mine.path("unmet"));
        int before = differences.size();
        compare(pointer + "/result", prepared(kind, golden.path("result")), prepared(kind, mine.path("result")));
        if (differences.size() > before && isAlternative(kind, golden.path("i").asInt(), mine.path("result"))) {
            differences.subList(before, differences.size()).clear();
        }
    }

    private boolean isAlternative(String kind, int number, JsonNode result) {
        for (JsonNode each : recorded.path("alternatives")) {
            if (each.path("step").asInt() == number
                    && difference(prepared(kind, each.path("result")), prepared(kind, result)).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /// Does one of the alternatives of this step have this value in this place?
    private boolean isRecordedElsewhere(String pointer, JsonNode mine) {
        String[] parts = pointer.split("/", 5);
        if (parts.length < 5 || !parts[1].equals("steps") || !parts[3].equals("result")) {
            return false;
        }
        int number = Integer.parseInt(parts[2]) + 1;
        for (JsonNode each : recorded.path("alternatives")) {
            if (each.path("step").asInt() == number && same(each.path("result").at("/" + parts[4]), mine)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> difference(JsonNode one, JsonNode other) {
        Comparison inner = new Comparison(MissingNode.getInstance(), MissingNode.getInstance());
        inner.compare("", one, other);
        return inner.differences;
    }

    /// Takes out of a result what does not count.
    private static JsonNode prepared(String kind, JsonNode result) {
        if (!(result instanceof ObjectNode object)) {
            return result;
        }
        ObjectNode copy = object.deepCopy();
        if (!kind.equals("rabbitmqctl")) {
            copy.remove(List.of("stdout", "stderr"));
        }
        if (copy.get("error") instanceof ObjectNode error) {
            switch (error.path("kind").asText()) {
                case "timeout" -> error.retain("kind");
                case "cli" -> error.put("text", CliText.sentence(error.path("text").asText()));
                default -> {
                }
            }
        }
        copy.path("boot_error").forEach(each -> ((ObjectNode) each).retain("reason"));
        return copy;
    }

    private void compare(String pointer, JsonNode golden, JsonNode mine) {
        if (nondeterministic.contains(pointer)) {
            if (!same(golden, mine) && !isRecordedElsewhere(pointer, mine)) {
                differ(pointer, shown(golden) + " or an alternative", shown(mine));
            }
            return;
        }
        if (golden.isObject() && mine.isObject()) {
            Set<String> names = new TreeSet<>();
            golden.fieldNames().forEachRemaining(names::add);
            mine.fieldNames().forEachRemaining(names::add);
            for (String each : names) {
                if (!NEVER.contains(each)) {
                    compare(pointer + "/" + each, golden.path(each), mine.path(each));
                }
            }
        } else if (golden.isArray() && mine.isArray() && golden.size() == mine.size()) {
            for (int i = 0; i < golden.size(); i++) {
                compare(pointer + "/" + i, golden.get(i), mine.get(i));
            }
        } else if (!same(golden, mine)) {
            differ(pointer, shown(golden), shown(mine));
        }
    }

    private static boolean same(JsonNode golden, JsonNode mine) {
        if (golden.isNumber() && mine.isNumber()) {
            return golden.decimalValue().compareTo(mine.decimalValue()) == 0;
        }
        return golden.isMissingNode() ? mine.isMissingNode() : golden.equals(mine);
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode() ? "nothing" : value.toString();
    }

    private void differ(String pointer, String should, String is) {
        differences.add(pointer + ": recorded " + should + ", played " + is);
    }
}
