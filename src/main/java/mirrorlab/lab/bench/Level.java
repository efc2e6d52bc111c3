package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/// Whether a quantity stayed level while a cluster worked.
///
/// The rule: the samples are cut into three equal parts by time. The first is for warming up and does not count. What counts
/// is the highest value of each of the other two: the quantity is level when that of the last third is above that of the
/// second by no more than a tenth, or by no more than `slack`, which is what one such quantity moves by itself (one log
/// segment, say). Lowest values and means are not looked at: what kills a node is the highest. A growth that is slower than
/// that is not seen; a longer run sees a slower one.
///
/// @param unit
///            `MiB` or a plural
/// @param second
///            the highest value of the second third
/// @param last
///            the highest value of the last third
record Level(String name, String unit, double slack, double first, double second, double last) {
    private static final int THIRDS = 3;
    private static final double TENTH = 0.1;

    /// @param values
    ///            in order of time, evenly spread
    /// @throws IllegalArgumentException
    ///             fewer than six values: they say nothing
    static Level of(String name, String unit, double slack, List<Double> values) {
        if (values.size() < 2 * THIRDS) {
            throw new IllegalArgumentException(name + " has only " + values.size() + " samples");
        }
        int one = values.size() / THIRDS;
        int two = values.size() - one;
        return new Level(name, unit, slack, highest(values.subList(0, one)), highest(values.subList(one, two)),
                highest(values.subList(two, values.size())));
    }

    private static double highest(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    boolean isLevel() {
        return last <= second + Math.max(slack, TENTH * second);
    }

    /// One line for people.
    String text() {
        return String.format(Locale.ROOT, "  %-24s %10.1f %10.1f %10.1f %-9s %s", name, first, second, last, unit,
                isLevel() ? "level" : "GROWING");
    }

    /// Above the lines.
    static String head() {
        return String.format(Locale.ROOT, "  %-24s %10s %10s %10s", "highest of", "1st third", "2nd third",
                "3rd third");
    }

    ObjectNode json() {
        return JsonNodeFactory.instance.objectNode().put("name", name).put("unit", unit).put("first", first)
                .put("second", second).put("last", last).put("slack", slack).put("level", isLevel());
    }
}
