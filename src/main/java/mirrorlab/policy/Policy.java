package mirrorlab.policy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One user policy as it was set.
///
/// @param pattern
///            a regular expression, sought anywhere in a queue's name (PO-01)
/// @param applyTo
///            `queues`, `exchanges` or `all` (PO-02)
/// @param definition
///            keys and JSON values: text, whole or broken numbers, booleans, lists, maps; kept in the order given
public record Policy(String vhost, String name, String pattern, String applyTo, int priority,
        Map<String, Object> definition) {
    public Policy {
        definition = Collections.unmodifiableMap(new LinkedHashMap<>(definition));
    }
}
