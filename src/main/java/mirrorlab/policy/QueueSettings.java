package mirrorlab.policy;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a classic queue's arguments and its policies say together, apart from mirrors (PO-05). Of a limit in both the smaller
/// counts, of dead-lettering, overflow and mode the argument does; priorities and single active consumer are arguments only.
///
/// @param messageTtl milliseconds, null for none
/// @param expires milliseconds without use after which the queue is deleted, null for never
/// @param maxLength ready messages, null for no limit
/// @param maxLengthBytes of the bodies of ready messages, null for no limit
/// @param deadLetterExchange its name, null for no dead-lettering; the empty name is the default exchange
/// @param deadLetterRoutingKey null: messages keep their own
/// @param maxPriority 0 to 255; 0 for a queue without priorities
/// @param lazy `queue-mode` is `lazy`: accepted, contents lie on disk anyway
public record QueueSettings(@Nullable Long messageTtl, @Nullable Long expires, @Nullable Long maxLength,
        @Nullable Long maxLengthBytes, Overflow overflow, @Nullable String deadLetterExchange,
        @Nullable String deadLetterRoutingKey, int maxPriority, boolean singleActive, boolean lazy) {
    /// Of a queue without arguments and policies.
    public static final QueueSettings NONE = of(Map.of(), null);
    private static final int HIGHEST_PRIORITY = 255;

    /// @param arguments the queue's, as accepted at its declaration
    /// @param definition the effective one, see {@link EffectiveDefinition}; null without a policy
    public static QueueSettings of(Map<String, Object> arguments, @Nullable Map<String, Object> definition) {
        Map<String, Object> policy = definition == null ? Map.of() : definition;
        Long priority = number(arguments.get("x-max-priority"));
        return new QueueSettings(smaller(arguments, policy, "message-ttl"), smaller(arguments, policy, "expires"),
                smaller(arguments, policy, "max-length"), smaller(arguments, policy, "max-length-bytes"),
                overflow(arguments, policy), text(arguments, policy, "dead-letter-exchange"),
                text(arguments, policy, "dead-letter-routing-key"),
                priority == null ? 0 : (int) Math.clamp(priority, 0, HIGHEST_PRIORITY),
                Boolean.TRUE.equals(arguments.get("x-single-active-consumer")),
                "lazy".equals(text(arguments, policy, "queue-mode")));
    }

    private static @Nullable Long smaller(Map<String, Object> arguments, Map<String, Object> policy, String key) {
        Long argument = number(arguments.get("x-" + key));
        Long policys = number(policy.get(key));
        return argument == null ? policys : policys == null ? argument : Long.valueOf(Math.min(argument, policys));
    }

    private static Overflow overflow(Map<String, Object> arguments, Map<String, Object> policy) {
        String text = text(arguments, policy, "overflow");
        return text == null ? Overflow.DROP_HEAD : Overflow.of(text);
    }

    private static @Nullable String text(Map<String, Object> arguments, Map<String, Object> policy, String key) {
        return arguments.get("x-" + key) instanceof String argument
                ? argument
                : policy.get(key) instanceof String policys ? policys : null;
    }

    private static @Nullable Long number(@Nullable Object value) {
        return value instanceof Number number ? Long.valueOf(number.longValue()) : null;
    }
}
