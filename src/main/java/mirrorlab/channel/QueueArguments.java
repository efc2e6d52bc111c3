package mirrorlab.channel;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The x-arguments of a queue that is declared for the first time: which values a classic queue takes, looked at in
/// RabbitMQ's order and refused in its words. Arguments that it does not know are ignored, as there.
final class QueueArguments {
    private static final long TEN_YEARS_MILLIS = 315_360_000_000L;
    private static final String TYPE = "x-queue-type";
    private static final String DEAD_LETTER_EXCHANGE = "x-dead-letter-exchange";

    /// Of quorum queues and streams; a classic queue refuses them.
    private static final List<String> NOT_CLASSIC = List.of("x-delivery-limit", "x-dead-letter-strategy",
            "x-max-in-memory-length", "x-max-in-memory-bytes", "x-initial-cluster-size", "x-quorum-initial-group-size",
            "x-max-age", "x-stream-max-segment-size-bytes", "x-queue-leader-locator");

    /// What a value must be; the answer is the reason against it, null when there is none.
    private interface Rule {
        @Nullable
        String against(@Nullable Object value);
    }

    private static final Map<String, Rule> RULES = rules();
    private static final List<String> LOCATORS = List.of("client-local", "min-masters", "random");

    private QueueArguments() {}

    private static Map<String, Rule> rules() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        rules.put("x-expires", value -> whole(value, 1, TEN_YEARS_MILLIS, "value_too_large"));
        rules.put("x-message-ttl", value -> whole(value, 0, TEN_YEARS_MILLIS, "value_too_large"));
        rules.put(DEAD_LETTER_EXCHANGE, value -> null); // looked at before all others
        rules.put("x-dead-letter-routing-key", QueueArguments::text);
        rules.put("x-max-length", value -> whole(value, 0, Long.MAX_VALUE, ""));
        rules.put("x-max-length-bytes", value -> whole(value, 0, Long.MAX_VALUE, ""));
        rules.put("x-max-priority", value -> whole(value, 0, 255, "max_value_exceeded"));
        rules.put("x-overflow", value -> !(value instanceof String text)
                ? text(value)
                : List.of("drop-head", "reject-publish", "reject-publish-dlx").contains(text)
                        ? null
                        : "invalid_overflow");
        rules.put("x-queue-mode", value -> !(value instanceof String text)
                ? text(value)
                : List.of("default", "lazy").contains(text) ? null : quoted("unsupported queue mode '" + text + "'"));
        rules.put("x-queue-version", QueueArguments::version);
        rules.put("x-single-active-consumer", value -> value instanceof Boolean ? null : unacceptable(value));
        return rules;
    }

    /// Those that count when a queue is declared again (PO-20), in the order in which they are compared.
    static List<String> compared() {
        List<String> names = new ArrayList<>(RULES.keySet());
        names.add(TYPE);
        names.add("x-queue-master-locator");
        return List.copyOf(names);
    }

    /// What ends the channel, or the connection, of who declares a queue that cannot be made; null when it can.
    static @Nullable ClientEvent against(Operation.Declare declare) {
        String refusal = refusal(declare.queue(), declare.arguments());
        if (refusal != null) {
            return new ClientEvent.ChannelFailed(406, "PRECONDITION_FAILED - " + refusal, declare.classId(),
                    declare.methodId());
        }
        return hasWrongLocator(declare.arguments())
                ? new ClientEvent.ConnectionFailed(541, "INTERNAL_ERROR", 0, 0)
                : null;
    }

    /// @return why the queue cannot be made with these arguments, to follow `PRECONDITION_FAILED - `; null when it can
    static @Nullable String refusal(QueueName queue, Map<String, Object> arguments) {
        Object exchange = arguments.get(DEAD_LETTER_EXCHANGE);
        if (arguments.containsKey(DEAD_LETTER_EXCHANGE) && !(exchange instanceof String)) {
            return "invalid type '" + type(exchange) + "' for arg '" + DEAD_LETTER_EXCHANGE + "' in " + queue;
        }
        if (arguments.containsKey(TYPE)) {
            String against = queueType(arguments.get(TYPE));
            if (against != null) {
                return invalid(TYPE, queue, against);
            }
        }
        for (Map.Entry<String, Rule> each : RULES.entrySet()) {
            String name = each.getKey();
            String against = arguments.containsKey(name) ? each.getValue().against(arguments.get(name)) : null;
            if (against == null && name.equals("x-dead-letter-routing-key") && arguments.containsKey(name)
                    && !arguments.containsKey(DEAD_LETTER_EXCHANGE)) {
                against = "routing_key_but_no_dlx_defined";
            }
            if (against != null) {
                return invalid(name, queue, against);
            }
        }
        for (String each : NOT_CLASSIC) {
            if (arguments.containsKey(each)) {
                return "invalid arg '" + each + "' for " + queue + " of queue type rabbit_classic_queue";
            }
        }
        return null;
    }

    /// A wrong locator is a fault of the whole connection (PO-25).
    static boolean hasWrongLocator(Map<String, Object> arguments) {
        return arguments.containsKey("x-queue-master-locator")
                && !(arguments.get("x-queue-master-locator") instanceof String text && LOCATORS.contains(text));
    }

    private static String invalid(String name, QueueName queue, String against) {
        return "invalid arg '" + name + "' for " + queue + ": " + against;
    }

    private static @Nullable String queueType(@Nullable Object value) {
        if (!(value instanceof String text)) {
            return text(value);
        }
        return switch (text) {
            case "classic" -> null;
            case "quorum", "stream" -> "this lab has classic queues only, no queue type '" + text + "'";
            default -> quoted("unsupported queue type '" + text + "'");
        };
    }

    private static @Nullable String version(@Nullable Object value) {
        Long number = number(value);
        return number == null
                ? notWhole(value)
                : number == 1 || number == 2 ? null : quoted("unsupported queue version '" + number + "'");
    }

    private static @Nullable String whole(@Nullable Object value, long least, long most, String tooLarge) {
        Long number = number(value);
        if (number == null) {
            return notWhole(value);
        }
        return number < 0
                ? "{value_negative," + number + "}"
                : number < least
                        ? "{value_zero," + number + "}"
                        : number > most ? "{" + tooLarge + "," + number + "}" : null;
    }

    private static String notWhole(@Nullable Object value) {
        return quoted("expected integer, got " + type(value));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String ? null : unacceptable(value);
    }

    private static String unacceptable(@Nullable Object value) {
        return "{unacceptable_type," + type(value) + "}";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static @Nullable Long number(@Nullable Object value) {
        return switch (value) {
            case Byte number -> number.longValue();
            case Short number -> number.longValue();
            case Integer number -> number.longValue();
            case Long number -> number;
            case null, default -> null;
        };
    }

    /// AMQP's name of the value's type, as RabbitMQ prints it.
    static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "void";
            case String text -> "longstr";
            case Boolean flag -> "bool";
            case Byte number -> "byte";
            case Short number -> "short";
            case Integer number -> "signedint";
            case Long number -> "long";
            case Float number -> "float";
            case Double number -> "double";
            case BigDecimal number -> "decimal";
            case Instant moment -> "timestamp";
            case Bytes bytes -> "binary";
            case Map<?, ?> table -> "table";
            case List<?> array -> "array";
            default -> value.getClass().getSimpleName();
        };
    }
}
