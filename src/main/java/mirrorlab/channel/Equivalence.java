package mirrorlab.channel;

import java.util.Map;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// Whether a queue or an exchange may be declared again this way (PO-20).
final class Equivalence {
    private Equivalence() {}

    /// The difference in RabbitMQ's words, null when there is none.
    static @Nullable String difference(Operation.Declare declare, QueueRecord record) {
        if (declare.durable() != record.durable()) {
            return text("durable", record.queue(), declare.durable(), record.durable());
        }
        if (declare.autoDelete() != record.autoDelete()) {
            return text("auto_delete", record.queue(), declare.autoDelete(), record.autoDelete());
        }
        for (String key : QueueArguments.compared()) {
            String difference = difference(key, record.queue(), declare.arguments(), record.arguments());
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /// The same for one argument.
    ///
    /// @param resource in its own words
    static @Nullable String difference(String key, Object resource, Map<String, Object> declared,
            Map<String, Object> there) {
        boolean isReceived = declared.containsKey(key);
        boolean isThere = there.containsKey(key);
        Object received = declared.get(key);
        Object current = there.get(key);
        if (isReceived && isThere && !same(received, current)) {
            return text(key, resource, received, current);
        } else if (isReceived && !isThere && !isTheDefault(key, received)) {
            return words(key, resource, value(received), "none");
        } else if (isThere && !isReceived && !isTheDefault(key, current)) {
            return words(key, resource, "none", value(current));
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

    static String text(String key, Object resource, @Nullable Object received, @Nullable Object current) {
        return words(key, resource, "'" + received + "'", "'" + current + "'");
    }

    private static String words(String key, Object resource, String received, String current) {
        return "inequivalent arg '" + key + "' for " + resource + ": received " + received + " but current is "
                + current;
    }

    private static String value(@Nullable Object value) {
        return "the value '" + value + "' of type '" + QueueArguments.type(value) + "'";
    }
}
