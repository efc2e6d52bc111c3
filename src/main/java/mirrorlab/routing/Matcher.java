package mirrorlab.routing;

import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mirrorlab.vocabulary.Binding;

/// The bindings of one exchange, laid out for its type.
sealed interface Matcher permits DirectMatcher, FanoutMatcher, TopicMatcher, HeadersMatcher {

    void add(Binding binding);

    void remove(Binding binding);

    /// Tells the targets of all bindings that match; the same one more than once when several do.
    ///
    /// @param headers asked only by a type that looks at them
    void match(String routingKey, Supplier<Map<String, Object>> headers, Consumer<Target> found);

    /// @throws IllegalArgumentException there is no such type
    static Matcher of(String type) {
        return switch (type) {
            case "direct" -> new DirectMatcher();
            case "fanout" -> new FanoutMatcher();
            case "topic" -> new TopicMatcher();
            case "headers" -> new HeadersMatcher();
            default -> throw new IllegalArgumentException(
                    "'" + type + "' is not a type of exchange; expected direct, fanout, topic or headers");
        };
    }
}
