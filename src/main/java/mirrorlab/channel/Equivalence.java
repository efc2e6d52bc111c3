package mirrorlab.channel;

import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// Whether a queue may be declared again this way (PO-20).
final class Equivalence {
    private Equivalence() {}

    /// The difference in RabbitMQ's words, null when there is none.
    static @Nullable String difference(Operation.Declare declare, QueueRecord record) {
        if (declare.durable() != record.durable()) {
            return text("durable", record, "'" + declare.durable() + "'", "'" + record.durable() + "'");
        }
        if (declare.autoDelete() != record.autoDelete()) {
            return text("auto_delete", record, "'" + declare.autoDelete() + "'", "'" + record.autoDelete() + "'");
        }
        for (String key : QueueArguments.compared()) {
            boolean isReceived = declare.arguments().containsKey(key);
            boolean isThere = record.arguments().containsKey(key);
            Object received = declare.arguments().get(key);
            Object current = record.arguments().get(key);
            if (isReceived && isThere && !same(received, current)) {
                return text(key, record, "'" + received + "'", "'" + current + "'");
            } else if (isReceived && !isThere && !isTheDefault(key, received)) {
                return text(key, record, value(received), "none");
            } else if (isThere && !isReceived && !isTheDefault(key, current)) {
                return text(key, record, "none", value(current));
            }
        }
        return null;
    }

    /// A queue of no type is a classic one; no other argument may be left out.
    private static boolean isTheDefault(String key, @Nullable Object value) {
        return key.equals("x-queue-type") && "classic".equals(value);
    }

    /// Whole numbers of any width are compared by value, all others by type and value.
    private static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        return one == null ? other == null : one.equals(other);
    }

    private static String text(String key, QueueRecord record, String received, String current) {
        return "inequivalent arg '" + key + "' for " + record.queue() + ": received " + received + " but current is "
                + current;
    }

    private static String value(@Nullable Object value) {
        return "the value '" + value + "' of type '" + QueueArguments.type(value) + "'";
    }
}
