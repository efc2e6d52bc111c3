package mirrorlab.channel;

import java.util.Map;
import java.util.TreeSet;
import java.util.Set;
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
        Set<String> keys = new TreeSet<>(declare.arguments().keySet());
        keys.addAll(record.arguments().keySet());
        for (String key : keys) {
            Object received = declare.arguments().get(key);
            Object current = record.arguments().get(key);
            if (key.startsWith("x-") && !same(received, current)) {
                return text(key, record, value(received), value(current));
            }
        }
        return null;
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        return one == null ? other == null : other != null && one.toString().equals(other.toString());
    }

    private static String text(String key, QueueRecord record, String received, String current) {
        return "inequivalent arg '" + key + "' for " + record.queue() + ": received " + received + " but current is "
                + current;
    }

    private static String value(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case Byte b -> "the value '" + b + "' of type 'signedint'";
            case Short s -> "the value '" + s + "' of type 'signedint'";
            case Integer i -> "the value '" + i + "' of type 'signedint'";
            case Long l -> "the value '" + l + "' of type 'long'";
            case Boolean b -> "the value '" + b + "' of type 'bool'";
            case Number n -> "the value '" + n + "' of type 'double'";
            case Map<?, ?> map -> "the value of type 'table'";
            default -> "the value '" + value + "' of type 'longstr'";
        };
    }
}
