package mirrorlab.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The `ha-*` keys of a definition, checked in RabbitMQ's order: mode, parameters, sync mode, batch size, promotion at
/// shutdown, promotion at failure; the first refusal is the answer (PO-08).
final class HaValidation {
    /// As many names as a placement goes through for every queue without delay; clusters have nine nodes at most.
    static final int MAXIMUM_NODES = 256;

    static final Set<String> KEYS = Set.of("ha-mode", "ha-params", "ha-sync-mode", "ha-sync-batch-size",
            "ha-promote-on-shutdown", "ha-promote-on-failure");

    private HaValidation() {}

    static @Nullable String check(Map<String, Object> definition) {
        if (!definition.containsKey("ha-mode")) {
            return KEYS.stream().anyMatch(definition::containsKey)
                    ? "ha-mode must be specified to specify ha-params, ha-sync-mode or ha-promote-on-shutdown"
                    : null;
        }
        String refusal = checkMode(definition.get("ha-mode"), definition.containsKey("ha-params"),
                definition.get("ha-params"));
        if (refusal == null) {
            refusal = checkChoice(definition, "ha-sync-mode", "manual", "automatic");
        }
        if (refusal == null && definition.containsKey("ha-sync-batch-size")
                && !ErlangTerm.isWholeNumberFrom(1, definition.get("ha-sync-batch-size"))) {
            refusal = "ha-sync-batch-size takes an integer greater than 0, "
                    + ErlangTerm.print(definition.get("ha-sync-batch-size")) + " given";
        }
        if (refusal == null) {
            refusal = checkChoice(definition, "ha-promote-on-shutdown", "always", "when-synced");
        }
        return refusal == null ? checkChoice(definition, "ha-promote-on-failure", "always", "when-synced") : refusal;
    }

    private static @Nullable String checkMode(@Nullable Object mode, boolean given, @Nullable Object parameters) {
        if (!(mode instanceof String text)) {
            // The broker's process dies of this one; what it was given is what its answer shows.
            return "{:function_clause, [{:rabbit_mirror_queue_misc, :module, [" + ErlangTerm.print(mode) + "]}]}";
        }
        String value = given ? ErlangTerm.print(parameters) : "none";
        return switch (text) {
            case "all" -> given ? "ha-mode=\"all\" does not take parameters" : null;
            case "exactly" -> ErlangTerm.isWholeNumberFrom(1, parameters)
                    ? null
                    : "ha-mode=\"exactly\" takes an integer, " + value + " given";
            case "nodes" -> parameters instanceof List<?> list
                    ? checkNodes(list)
                    : "ha-mode=\"nodes\" takes a list, " + value + " given";
            default -> ErlangTerm.print(text) + " is not a valid ha-mode value";
        };
    }

    private static @Nullable String checkNodes(List<?> list) {
        if (list.isEmpty()) {
            return "ha-mode=\"nodes\" list must be non-empty";
        }
        if (list.size() > MAXIMUM_NODES) {
            return "ha-mode=\"nodes\" has " + list.size() + " nodes, at most " + MAXIMUM_NODES + " are allowed";
        }
        List<?> strangers = list.stream().filter(each -> !(each instanceof String)).toList();
        return strangers.isEmpty()
                ? null
                : "ha-mode=\"nodes\" takes a list of strings, " + ErlangTerm.print(strangers) + " was not a string";
    }

    private static @Nullable String checkChoice(Map<String, Object> definition, String key, String one, String other) {
        Object value = definition.get(key);
        return !definition.containsKey(key) || one.equals(value) || other.equals(value)
                ? null
                : key + " must be \"" + one + "\" or \"" + other + "\", got " + ErlangTerm.print(value);
    }
}
