package mirrorlab.ui.twin;

import java.util.List;

/// What one chart shows: a minute, one value for every second. Equal for equal minutes.
///
/// @param endSecond
///            of the newest values, since 1970
/// @param isRate
///            messages a second, otherwise messages
record Chart(long endSecond, List<Line> lines, boolean isRate) {

    /// @param word its name is `twin.line.WORD`
    /// @param values oldest first; NaN where nobody knows
    record Line(String word, List<Double> values) {
        double newest() {
            return values.getLast();
        }
    }

    /// The top of the scale: 1, 2 or 5 times a power of ten, never below 1.
    double top() {
        double most = lines.stream().flatMap(each -> each.values().stream()).filter(each -> !Double.isNaN(each))
                .mapToDouble(Double::doubleValue).max().orElse(0);
        double power = 1;
        while (power * 10 < most) {
            power *= 10;
        }
        for (double factor : new double[]{1, 2, 5}) {
            if (power * factor >= most) {
                return power * factor;
            }
        }
        return power * 10;
    }
}
