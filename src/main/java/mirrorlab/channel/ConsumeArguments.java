package mirrorlab.channel;

import java.util.Map;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;

/// The x-arguments of a consumer; those that RabbitMQ does not know are ignored.
final class ConsumeArguments {
    private static final String PRIORITY = "x-priority";
    private static final String CANCEL = "x-cancel-on-ha-failover";

    private ConsumeArguments() {}

    /// @return why the queue does not take such a consumer, to follow `PRECONDITION_FAILED - `; null when it does
    static @Nullable String against(QueueName queue, Map<String, Object> arguments) {
        if (arguments.containsKey(PRIORITY)) {
            Object priority = arguments.get(PRIORITY);
            if (!(priority instanceof Byte || priority instanceof Short || priority instanceof Integer
                    || priority instanceof Long || priority instanceof Unsigned)) {
                return "invalid arg '" + PRIORITY + "' for " + queue + ": \"expected integer, got "
                        + QueueArguments.type(priority) + "\"";
            }
        }
        if (arguments.containsKey(CANCEL) && !(arguments.get(CANCEL) instanceof Boolean)) {
            return "invalid arg '" + CANCEL + "' for " + queue + ": {unacceptable_type,"
                    + QueueArguments.type(arguments.get(CANCEL)) + "}";
        }
        return null;
    }
}
