package mirrorlab.policy;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The user policy's and the operator policy's definition as one (PO-05).
public final class EffectiveDefinition {
    /// PO-06: what an operator policy may say in 3.10; of all of these the smaller number counts.
    static final Set<String> LIMITS = Collections.unmodifiableSet(new TreeSet<>(
            List.of("expires", "message-ttl", "max-length", "max-length-bytes", "max-in-memory-length",
                    "max-in-memory-bytes", "delivery-limit")));

    private EffectiveDefinition() {}

    /// @return null when there is neither; in order of keys when there are both
    public static @Nullable Map<String, Object> of(@Nullable Policy user, @Nullable Policy operator) {
        if (user == null || operator == null) {
            Policy only = user == null ? operator : user;
            return only == null ? null : only.definition();
        }
        Map<String, Object> merged = new TreeMap<>(user.definition());
        operator.definition().forEach((key, value) -> merged.merge(key, value,
                (users, operators) -> LIMITS.contains(key) ? smaller(users, operators) : operators));
        return Collections.unmodifiableMap(new LinkedHashMap<>(merged));
    }

    private static Object smaller(Object one, Object other) {
        return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString())) <= 0 ? one : other;
    }
}
