package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Deliveries that the client has not settled: delivery tag to queue and position. Tags stay valid over a failover (F-22).
final class Deliveries {
    private final TreeMap<Long, Unsettled> unsettled = new TreeMap<>();
    private final LongSupplier clock;
    private long lastTag;
    private int toConsumers;

    /// @param position as `by` counts, which made the delivery; another master counts in its own way (F-22)
    /// @param since when it was delivered, in milliseconds
    record Unsettled(long tag, QueueName queue, long position, boolean toConsumer, ReplicaId by, MessageId message,
            long since) {}

    /// @param clock tells milliseconds
    Deliveries(LongSupplier clock) {
        this.clock = clock;
    }

    /// @param toConsumer false for what was got by basic.get
    long deliver(QueueName queue, long position, boolean autoAck, boolean toConsumer, ReplicaId by,
            MessageId message) {
        lastTag++;
        if (!autoAck) {
            unsettled.put(lastTag,
                    new Unsettled(lastTag, queue, position, toConsumer, by, message, clock.getAsLong()));
            toConsumers += toConsumer ? 1 : 0;
        }
        return lastTag;
    }

    /// A delivery that comes from no queue and needs no acknowledgement.
    long deliver() {
        return ++lastTag;
    }

    /// How many of those that are not {@link #settled} went to consumers: what a limit shared by them counts.
    int toConsumers() {
        return toConsumers;
    }

    /// Takes out one tag, or all up to it (0: all there are). The tag itself has to be unsettled.
    ///
    /// @return in the order of their tags; null when the tag is not known
    @Nullable
    List<Unsettled> take(long tag, boolean multiple) {
        if (tag == 0 && multiple) {
            return takeAll();
        }
        if (!multiple) {
            Unsettled one = unsettled.remove(tag);
            return one == null ? null : List.of(one);
        }
        return unsettled.containsKey(tag) ? take(unsettled.headMap(tag, true)) : null;
    }

    List<Unsettled> takeAll() {
        return take(unsettled);
    }

    private List<Unsettled> take(NavigableMap<Long, Unsettled> from) {
        List<Unsettled> taken = List.copyOf(from.values());
        from.clear();
        return taken;
    }

    /// What was taken is settled now: it makes room under a limit that the consumers share.
    void settled(List<Unsettled> taken) {
        for (Unsettled each : taken) {
            toConsumers -= each.toConsumer() ? 1 : 0;
        }
    }

    /// What was taken has not been settled after all.
    void putBack(List<Unsettled> taken) {
        taken.forEach(each -> unsettled.put(each.tag(), each));
    }

    /// @return positions by queue, in the given order
    static Map<QueueName, List<Long>> byQueue(List<Unsettled> taken) {
        if (taken.size() == 1) {
            return Map.of(taken.getFirst().queue(), List.of(taken.getFirst().position()));
        }
        Map<QueueName, List<Long>> positions = new LinkedHashMap<>();
        taken.forEach(
                each -> positions.computeIfAbsent(each.queue(), unused -> new ArrayList<>()).add(each.position()));
        return positions;
    }

    boolean isEmpty() {
        return unsettled.isEmpty();
    }

    /// Whether the client has kept the oldest one for longer than that.
    boolean isOverdue(long millis) {
        return !unsettled.isEmpty() && unsettled.firstEntry().getValue().since() < clock.getAsLong() - millis;
    }

    int count() {
        return unsettled.size();
    }
}
