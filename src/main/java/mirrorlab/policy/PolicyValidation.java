package mirrorlab.policy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import mirrorlab.vocabulary.Shown;
import org.jspecify.annotations.Nullable;

/// Says in RabbitMQ's words why a policy is refused (section "Validation messages"; PO-02, PO-07, PO-08). What it does
/// not refuse is accepted without complaint, however odd (PO-23).
public final class PolicyValidation {
    /// The most keys a definition may have; a limit of this program, not RabbitMQ's.
    static final int MAXIMUM_KEYS = 256;
    /// Characters of a list of settings that are repeated.
    private static final int LONGEST_LIST = 2_000;
    private static final Set<String> LOCATORS = Set.of("client-local", "min-masters", "random");

    private PolicyValidation() {}

    /// Checks what a user wants to set.
    ///
    /// @param definition
    ///            JSON values, see {@link Policy}
    /// @return the one sentence that follows `Validation failed`, or null when the policy is acceptable
    public static @Nullable String check(String pattern, String applyTo, Map<String, Object> definition) {
        String refusal = checkWhere(pattern, applyTo);
        return refusal == null ? checkDefinition(definition) : refusal;
    }

    private static @Nullable String checkWhere(String pattern, String applyTo) {
        String refusal = checkPattern(pattern);
        return refusal != null || List.of("queues", "exchanges", "all").contains(applyTo)
                ? refusal
                : "apply-to '" + Shown.of(applyTo) + "' unrecognised; should be 'queues', 'exchanges' or 'all'"; // PO-02
    }

    /// Checks what is to be set as an operator policy: only some limits (PO-06).
    public static @Nullable String checkOperator(String pattern, String applyTo, Map<String, Object> definition) {
        TreeMap<String, Object> others = ErlangTerm.sorted(definition);
        others.keySet().removeAll(EffectiveDefinition.LIMITS);
        Map<String, Object> limits = new TreeMap<>(ErlangTerm.sorted(definition));
        limits.keySet().retainAll(EffectiveDefinition.LIMITS);
        String refusal = checkWhere(pattern, applyTo);
        if (refusal == null && (definition.isEmpty() || !limits.isEmpty())) {
            refusal = checkDefinition(limits);
        }
        return refusal != null || others.isEmpty() ? refusal : unrecognised(others);
    }

    private static @Nullable String checkPattern(String pattern) {
        if (pattern.length() > NamePattern.MAXIMUM_LENGTH) {
            return "pattern has " + pattern.length() + " characters, at most " + NamePattern.MAXIMUM_LENGTH
                    + " are allowed";
        }
        return switch (NamePattern.of(pattern)) {
            case NamePattern.Sound unused -> null;
            case NamePattern.Faulty(String reason, int index) -> {
                // Terms that do not fit into 80 columns are broken by Erlang's printer.
                String start = "pattern should be regular expression but is invalid: {" + ErlangTerm.quote(reason)
                        + ",";
                boolean fits = start.length() + Integer.toString(index).length() + 2 < 80;
                yield start + (fits ? "" : "\n" + " ".repeat(start.indexOf('{') + 1)) + index + "}";
            }
        };
    }

    private static @Nullable String checkDefinition(Map<String, Object> definition) {
        if (definition.isEmpty()) {
            return "no policy provided";
        }
        if (definition.size() > MAXIMUM_KEYS) {
            return "definition has " + definition.size() + " keys, at most " + MAXIMUM_KEYS + " are allowed";
        }
        String refusal = HaValidation.check(definition);
        TreeMap<String, Object> rest = ErlangTerm.sorted(definition);
        rest.keySet().removeAll(HaValidation.KEYS);
        for (Map.Entry<String, Object> each : rest.entrySet()) {
            if (refusal == null && QueueKeys.isKnown(each.getKey())) {
                refusal = QueueKeys.check(each.getKey(), each.getValue());
            }
        }
        rest.keySet().removeIf(QueueKeys::isKnown);
        if (refusal == null && rest.containsKey("queue-master-locator")
                && !(rest.get("queue-master-locator") instanceof String locator && LOCATORS.contains(locator))) {
            refusal = ErlangTerm.print(rest.get("queue-master-locator")) + " invalid queue-master-locator value";
        }
        rest.remove("queue-master-locator");
        return refusal != null || rest.isEmpty() ? refusal : unrecognised(rest);
    }

    private static String unrecognised(Map<String, Object> rest) {
        String settings = rest.entrySet().stream()
                .map(each -> "{" + ErlangTerm.print(each.getKey()) + "," + ErlangTerm.print(each.getValue()) + "}")
                .collect(Collectors.joining(",", "[", "]"));
        return Shown.of(settings, LONGEST_LIST) + " are not recognised policy settings";
    }
}
