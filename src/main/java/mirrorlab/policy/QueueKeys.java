package mirrorlab.policy;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The policy keys of 3.10 that are not about mirrors: what values they take, and which of them a classic queue does
/// not know, so that a policy with one of them passes it by (PO-03).
final class QueueKeys {
    private static final Set<String> NOT_CLASSIC = Set.of("max-age", "stream-max-segment-size-bytes",
            "queue-leader-locator", "initial-cluster-size", "delivery-limit", "dead-letter-strategy");
    private static final Set<String> OTHERS = Set.of("alternate-exchange", "dead-letter-exchange",
            "dead-letter-routing-key", "message-ttl", "expires", "max-length", "max-length-bytes",
            "max-in-memory-length", "max-in-memory-bytes", "queue-mode", "queue-version", "overflow");
    private static final Pattern AGE = Pattern.compile("[0-9]{1,18}[YMDhms]");

    private QueueKeys() {}

    static boolean isKnown(String key) {
        return OTHERS.contains(key) || NOT_CLASSIC.contains(key);
    }

    static boolean suitsClassicQueues(String key) {
        return !NOT_CLASSIC.contains(key);
    }

    static @Nullable String check(String key, @Nullable Object value) {
        return switch (key) {
            case "alternate-exchange" -> refuse(value instanceof String, value, "alternate exchange name");
            case "dead-letter-exchange" -> refuse(value instanceof String, value, "dead letter exchange name");
            case "dead-letter-routing-key" -> refuse(value instanceof String, value, "dead letter routing key");
            case "dead-letter-strategy" ->
                refuse(isOneOf(value, "at-most-once", "at-least-once"), value, "dead letter strategy");
            case "message-ttl" -> refuse(isFrom(0, value), value, "message TTL");
            case "expires" -> refuse(isFrom(1, value), value, "queue expiry");
            case "max-length" -> refuse(isFrom(0, value), value, "maximum length");
            case "max-length-bytes" -> refuse(isFrom(0, value), value, "maximum length in bytes");
            case "max-in-memory-length", "max-in-memory-bytes" ->
                refuse(isFrom(0, value), value, "maximum memory in bytes");
            case "queue-mode" -> refuse(isOneOf(value, "default", "lazy"), value, "queue-mode value");
            case "queue-version" ->
                refuse(isFrom(1, value) && !isFrom(3, value), value, "queue-version value");
            case "overflow" -> refuse(isOneOf(value, "drop-head", "reject-publish", "reject-publish-dlx"), value,
                    "overflow value");
            case "delivery-limit" -> refuse(isFrom(0, value), value, "delivery limit");
            case "max-age" ->
                refuse(value instanceof String text && AGE.matcher(text).matches(), value, "max age");
            case "queue-leader-locator" -> refuse(isOneOf(value, "client-local", "balanced", "random", "least-leaders"),
                    value, "queue leader locator value");
            case "initial-cluster-size" -> refuse(isFrom(0, value), value, "cluster size");
            case "stream-max-segment-size-bytes" -> refuse(isFrom(0, value), value, "segment size");
            default -> throw new IllegalArgumentException("not a queue's policy key: " + key);
        };
    }

    private static @Nullable String refuse(boolean isRight, @Nullable Object value, String what) {
        return isRight ? null : ErlangTerm.print(value) + " is not a valid " + what;
    }

    private static boolean isFrom(long least, @Nullable Object value) {
        return ErlangTerm.isWholeNumberFrom(least, value);
    }

    private static boolean isOneOf(@Nullable Object value, String... allowed) {
        return value instanceof String text && Set.of(allowed).contains(text);
    }
}
