package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Compares a report with a recording, or two reports, by the rules of `conformance/README.md`. What is not named there as
/// left out counts, in order.
public final class Comparison {
    /// What the lab's reports have beside; they count when both files have them.
    private static final List<String> OF_THE_LAB = List.of("ledger", "causes", "forecasts");

    private final JsonNode recorded;
    private final JsonNode played;
    private final Set<Integer> leftOut;
    private final Set<String> nondeterministic = new TreeSet<>();
    private final List<Difference> differences = new ArrayList<>();
    private List<JsonNode> alternatives = List.of();
    private JsonNode wanted = MissingNode.getInstance();
    private JsonNode came = MissingNode.getInstance();
    private int number;

    private Comparison(JsonNode recorded, JsonNode played, Set<Integer> leftOut) {
        this.recorded = recorded;
        this.played = played;
        this.leftOut = leftOut;
        recorded.path("nondeterministic").forEach(each -> nondeterministic.add(each.asText()));
    }

    /// @param recorded
    ///            what should be: a recording of the real broker, or another report
    /// @return in the order of the steps; empty when equal
    public static List<Difference> of(JsonNode recorded, JsonNode played) {
        return of(recorded, played, Set.of());
    }

    /// @param leftOut
    ///            numbers of the steps, counted from 1, whose results do not count
    public static List<Difference> of(JsonNode recorded, JsonNode played, Set<Integer> leftOut) {
        Comparison comparison = new Comparison(recorded, played, leftOut);
        comparison.all();
        return List.copyOf(comparison.differences);
    }

    private void all() {
        compare("/scenario", recorded.path("scenario"), played.path("scenario"));
        compare("/title", recorded.path("title"), played.path("title"));
        JsonNode steps = recorded.path("steps");
        JsonNode mine = played.path("steps");
        for (int i = 0; i < Math.max(steps.size(), mine.size()); i++) {
            number = i + 1;
            step("/steps/" + i, steps.path(i), mine.path(i));
        }
        number = 0;
        ofTheLab("", recorded, played);
    }

    private void step(String pointer, JsonNode golden, JsonNode mine) {
        if (golden.isMissingNode() || mine.isMissingNode()) {
            differences.add(new Difference(number, pointer, golden, mine));
            return;
        }
        compare(pointer + "/i", golden.path("i"), mine.path("i"));
        compare(pointer + "/step", golden.path("step"), mine.path("step"));
        ofTheLab(pointer, golden, mine);
        if (leftOut.contains(number)) {
            return;
        }
        String kind = golden.path("step").path("do").asText();
        JsonNode result = golden.path("result");
        alternatives = alternatives(kind, golden.path("i").asInt(), mine.path("result"));
        wanted = Counting.of(kind, result, mine.path("result"), true);
        came = Choice.asRecorded(wanted, Counting.of(kind, mine.path("result"), result, false));
        compare(pointer + "/result", wanted, came);
        alternatives = List.of();
    }

    private void ofTheLab(String pointer, JsonNode golden, JsonNode mine) {
        for (String each : OF_THE_LAB) {
            if (golden.has(each) && mine.has(each)) {
                compare(pointer + "/" + each, golden.get(each), mine.get(each));
            }
        }
        if (golden.has("unmet") || mine.has("unmet")) {
            compare(pointer + "/unmet", golden.path("unmet"), mine.path("unmet"));
        }
    }

    private List<JsonNode> alternatives(String kind, int step, JsonNode mine) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode each : recorded.path("alternatives")) {
            if (each.path("step").asInt() == step) {
                found.add(Counting.of(kind, each.path("result"), mine, true));
            }
        }
        return found;
    }

    /// Did this come out so when the scenario was recorded again?
    private boolean isAlternative(String pointer, JsonNode mine) {
        if (alternatives.isEmpty()) {
            return false;
        }
        String place = pointer.replaceFirst("^/steps/\\d+/result", "");
        String mirrors = place.replaceFirst("/synchronised_slave_nodes$", "/slave_nodes");
        if (nondeterministic.contains(pointer)) {
            return alternatives.stream().anyMatch(each -> isSame(each.at(place), mine));
        }
        // where the mirrors themselves came out otherwise, the order in which they are synchronised did, too (PO-21)
        return nondeterministic.contains(pointer.replaceFirst("/synchronised_slave_nodes$", "/slave_nodes"))
                && !isSame(wanted.at(mirrors), came.at(mirrors)) && alternatives.stream().anyMatch(
                        each -> isSame(each.at(place), mine) && isSame(each.at(mirrors), came.at(mirrors)));
    }

    private void compare(String pointer, JsonNode golden, JsonNode mine) {
        if (isAlternative(pointer, mine)) {
            return;
        }
        if (golden.isObject() && mine.isObject()) {
            Set<String> names = new TreeSet<>();
            golden.fieldNames().forEachRemaining(names::add);
            mine.fieldNames().forEachRemaining(names::add);
            for (String each : names) {
                compare(pointer + "/" + escaped(each), golden.path(each), mine.path(each));
            }
        } else if (golden.isArray() && mine.isArray() && golden.size() == mine.size()) {
            for (int i = 0; i < golden.size(); i++) {
                compare(pointer + "/" + i, golden.get(i), mine.get(i));
            }
        } else if (!isSame(golden, mine)) {
            differences.add(new Difference(number, pointer, golden, mine));
        }
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    private static boolean isSame(JsonNode golden, JsonNode mine) {
        if (golden.isNumber() && mine.isNumber()) {
            return golden.decimalValue().compareTo(mine.decimalValue()) == 0;
        }
        return golden.isMissingNode() ? mine.isMissingNode() : golden.equals(mine);
    }
}
