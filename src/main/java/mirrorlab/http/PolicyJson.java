package mirrorlab.http;

import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.broker.AdminCommand;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// The body of `PUT /api/policies/VHOST/NAME`. Types are checked here, everything else by the node.
final class PolicyJson {
    private PolicyJson() {}

    /// @throws HttpProblem
    ///             400 with RabbitMQ's text where it has one
    static AdminCommand.SetPolicy command(String vhost, String name, Map<String, Object> body) throws HttpProblem {
        Object pattern = required(body, "pattern");
        Object definition = required(body, "definition");
        Object priority = body.getOrDefault("priority", 0);
        Object applyTo = body.getOrDefault("apply-to", "all");
        if (!(pattern instanceof String text)) {
            throw invalid("pattern should be a string, actually was " + Shown.of(pattern));
        }
        if (!(definition instanceof Map<?, ?> keys)) {
            throw invalid("definition should be an object, actually was " + Shown.of(definition));
        }
        if (!(priority instanceof Integer number)) {
            throw invalid("priority should be a number, actually was "
                    + (priority instanceof String word ? "<<\"" + Shown.of(word) + "\">>" : Shown.of(priority)));
        }
        return new AdminCommand.SetPolicy(vhost, name, text, String.valueOf(applyTo), number, typed(keys));
    }

    private static Object required(Map<String, Object> body, String key) throws HttpProblem {
        Object value = body.get(key);
        if (value == null) {
            throw HttpProblem.badRequest("key_missing: " + key);
        }
        return value;
    }

    private static HttpProblem invalid(String text) {
        return HttpProblem.badRequest("Validation failed\n\n" + text + "\n");
    }

    private static Map<String, @Nullable Object> typed(Map<?, ?> keys) {
        Map<String, @Nullable Object> typed = new LinkedHashMap<>();
        keys.forEach((key, value) -> typed.put((String) key, value));
        return typed;
    }
}
