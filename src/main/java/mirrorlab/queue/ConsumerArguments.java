package mirrorlab.queue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The arguments of basic.consume that mean something to a queue.
final class ConsumerArguments {
    private static final String PRIORITY = "x-priority";
    private static final String CANCEL = "x-cancel-on-ha-failover";

    private ConsumerArguments() {}

    /// RabbitMQ's text of the 406 that closes the channel, null when there is nothing to complain about.
    static @Nullable String problem(QueueName queue, Map<String, Object> arguments) {
        if (arguments.containsKey(PRIORITY) && !isInteger(arguments.get(PRIORITY))) {
            return text(PRIORITY, queue, "\"expected integer, got " + type(arguments.get(PRIORITY)) + "\"");
        }
        if (arguments.containsKey(CANCEL) && !(arguments.get(CANCEL) instanceof Boolean)) {
            return text(CANCEL, queue, "{unacceptable_type," + type(arguments.get(CANCEL)) + "}");
        }
        return null;
    }

    /// 0 unless it is given; higher comes first.
    static long priority(Map<String, Object> arguments) {
        return arguments.get(PRIORITY) instanceof Number number && isInteger(number) ? number.longValue() : 0;
    }

    private static boolean isInteger(@Nullable Object value) {
        return value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long;
    }

    private static String text(String key, QueueName queue, String reason) {
        return "PRECONDITION_FAILED - invalid arg '" + key + "' for " + queue + ": " + reason;
    }

    /// As RabbitMQ calls the types of a field table.
    private static String type(@Nullable Object value) {
        return switch (value) {
            case null -> "void";
            case Boolean _ -> "bool";
            case Byte _ -> "byte";
            case Short _ -> "short";
            case Integer _ -> "signedint";
            case Long _ -> "long";
            case Float _ -> "float";
            case Double _ -> "double";
            case BigDecimal _ -> "decimal";
            case Instant _ -> "timestamp";
            case Bytes _ -> "binary";
            case List<?> _ -> "array";
            case Map<?, ?> _ -> "table";
            default -> "longstr";
        };
    }
}
