package mirrorlab.ui.topology;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mirrorlab.journal.Json;

/// All bindings from an exchange to the same place as one line, or another way that messages take.
///
/// @param labels of bindings their keys and arguments, in order; empty for the others
public record Edge(Spot from, Spot to, Kind kind, List<Label> labels) {

    public enum Kind {
        /// Every queue is bound to the default exchange by its name.
        DEFAULT, BINDING,
        /// What no binding takes.
        ALTERNATE,
        /// From a queue to its dead-letter exchange.
        DEAD_LETTER
    }

    /// @param arguments as JSON; empty when there are none
    /// @param every its exchange looks at neither: every message goes this way
    public record Label(String key, String arguments, boolean every) {
        private static final String HOW = "x-match";

        /// `order.#`, or `all: type = goods` of a headers exchange.
        String text() {
            if (arguments.isEmpty()) {
                return key.isEmpty() ? "\"\"" : key;
            }
            String told = Json.read(arguments) instanceof Map<?, ?> given ? text(given) : arguments;
            return key.isEmpty() ? told : key + " " + told;
        }

        private static String text(Map<?, ?> given) {
            String values = given.entrySet().stream().filter(each -> !HOW.equals(each.getKey()))
                    .map(each -> each.getKey() + " = " + each.getValue()).collect(Collectors.joining(", "));
            return given.containsKey(HOW) ? given.get(HOW) + ": " + values : values;
        }
    }
}
