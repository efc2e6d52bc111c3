package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// One measured quantity.
///
/// @param unit
///            `s`, `ms`, `MiB`, `%` or a plural
/// @param values
///            in the order in which they were measured, at least one; the median counts
/// @param target
///            what the median may reach; empty when there is no such promise
/// @param more
///            the target is a least, not a most
/// @param broker
///            what the real broker did, in words; empty when it has nothing of the kind
/// @param note
///            said behind everything else; may be empty
public record Figure(String name, String unit, List<Double> values, OptionalDouble target, boolean more, String broker,
        String note) {

    public Figure {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(name + " has no value");
        }
        values = List.copyOf(values);
    }

    /// With a most as target.
    public Figure(String name, String unit, List<Double> values, OptionalDouble target, String broker) {
        this(name, unit, values, target, false, broker, "");
    }

    /// Without a promise and without a counterpart.
    public static Figure of(String name, String unit, List<Double> values) {
        return new Figure(name, unit, values, OptionalDouble.empty(), "");
    }

    public Figure promised(double most) {
        return new Figure(name, unit, values, OptionalDouble.of(most), false, broker, note);
    }

    public Figure promisedAtLeast(double least) {
        return new Figure(name, unit, values, OptionalDouble.of(least), true, broker, note);
    }

    public Figure beside(String said) {
        return new Figure(name, unit, values, target, more, said, note);
    }

    public Figure noting(String said) {
        return new Figure(name, unit, values, target, more, broker, said);
    }

    /// The value that so many percent of all values do not exceed.
    public static double percentile(List<Double> values, double percent) {
        List<Double> sorted = values.stream().sorted().toList();
        int index = (int) Math.ceil(percent / 100 * sorted.size()) - 1;
        return sorted.get(Math.clamp(index, 0, sorted.size() - 1));
    }

    public double median() {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private double smallest() {
        return values.stream().min(Double::compare).orElseThrow();
    }

    private double largest() {
        return values.stream().max(Double::compare).orElseThrow();
    }

    /// True when there is no target.
    public boolean isMet() {
        return target.isEmpty() || (more ? median() >= target.getAsDouble() : median() <= target.getAsDouble());
    }

    /// One line for people.
    public String text() {
        StringBuilder line = new StringBuilder(
                String.format(Locale.ROOT, "  %-44s %s %s", name, shown(median()), unit));
        if (values.size() > 1) {
            line.append(String.format(Locale.ROOT, " (median of %d, %s to %s)", values.size(), shown(smallest()),
                    shown(largest())));
        }
        target.ifPresent(most -> line.append(String.format(Locale.ROOT, "; target %s %s %s: %s", more ? ">=" : "<=",
                shown(most), unit,
                isMet() ? "met" : "MISSED")));
        if (!broker.isEmpty()) {
            line.append("; RabbitMQ 3.10.8: ").append(broker);
        }
        if (!note.isEmpty()) {
            line.append("; ").append(note);
        }
        return line.toString();
    }

    private static String shown(double value) {
        return String.format(Locale.ROOT, value >= 100 || value == Math.rint(value) ? "%.0f" : "%.2f", value);
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("name", name).put("unit", unit)
                .put("median", median()).put("smallest", smallest()).put("largest", largest());
        var all = json.putArray("values");
        values.forEach(all::add);
        target.ifPresent(most -> json.put("target", most).put("met", isMet()));
        if (!broker.isEmpty()) {
            json.put("broker", broker);
        }
        if (!note.isEmpty()) {
            json.put("note", note);
        }
        return json;
    }
}
