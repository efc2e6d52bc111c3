package mirrorlab.ui.twin;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// Which definitions count for a queue.
final class Definition {
    /// PO-06: of these the smaller number counts.
    private static final Set<String> LIMITS = Set.of("expires", "message-ttl", "max-length", "max-length-bytes",
            "max-in-memory-length", "max-in-memory-bytes", "delivery-limit");

    private Definition() {}

    /// The policy that the queue's record names.
    static Optional<Happening.PolicySet> policy(QueuePicture queue, ClusterPicture picture) {
        return picture.policies().stream().filter(each -> each.vhost().equals(queue.name().vhost())
                && each.name().equals(queue.record().policy())).findFirst();
    }

    /// The operator policy of the highest priority that matches.
    static Optional<Happening.OperatorPolicySet> operatorPolicy(QueuePicture queue, ClusterPicture picture) {
        return picture.operatorPolicies().stream().filter(each -> each.vhost().equals(queue.name().vhost())
                && !each.applyTo().equals("exchanges") && matches(each.pattern(), queue.name().name()))
                .reduce((one, other) -> other.priority() > one.priority() ? other : one);
    }

    /// The policy of the highest priority that matches an exchange; the default one, too.
    static Optional<Happening.PolicySet> policy(ExchangeName exchange, ClusterPicture picture) {
        return picture.policies().stream().filter(each -> each.vhost().equals(exchange.vhost())
                && !each.applyTo().equals("queues") && matches(each.pattern(), exchange.name()))
                .reduce((one, other) -> other.priority() > one.priority() ? other : one);
    }

    private static boolean matches(String pattern, String name) {
        try {
            return Pattern.compile(pattern).matcher(name).find();
        } catch (PatternSyntaxException e) {
            return false; // the cluster refuses such a pattern
        }
    }

    /// Both as one, in order of keys (PO-05); empty when there is neither.
    static Map<String, String> effective(QueuePicture queue, ClusterPicture picture) {
        Map<String, Object> merged = new TreeMap<>();
        policy(queue, picture).ifPresent(each -> merged.putAll(each.definition()));
        operatorPolicy(queue, picture).ifPresent(each -> each.definition().forEach((key, value) -> merged.merge(key,
                value, (users, operators) -> LIMITS.contains(key) ? smaller(users, operators) : operators)));
        return values(merged);
    }

    private static Object smaller(Object one, Object other) {
        return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString())) <= 0 ? one : other;
    }

    /// Keys in order, values as they are written on the screen.
    static Map<String, String> values(Map<String, Object> definition) {
        Map<String, String> values = new TreeMap<>();
        definition.forEach((key, value) -> values.put(key, value(value)));
        return values;
    }

    static String value(@Nullable Object value) {
        return value instanceof List<?> list
                ? String.join(", ", list.stream().map(String::valueOf).toList())
                : String.valueOf(value);
    }
}
