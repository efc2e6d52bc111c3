package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Deliveries that the client has not settled: delivery tag to queue and position. Tags stay valid over a failover (F-22).
final class Deliveries {
    private final TreeMap<Long, Unsettled> unsettled = new TreeMap<>();
    private long lastTag;
    private int toConsumers;

    private record Unsettled(QueueName queue, long position, boolean toConsumer) {}

    /// @param toConsumer false for what was got by basic.get
    long deliver(QueueName queue, long position, boolean autoAck, boolean toConsumer) {
        lastTag++;
        if (!autoAck) {
            unsettled.put(lastTag, new Unsettled(queue, position, toConsumer));
            toConsumers += toConsumer ? 1 : 0;
        }
        return lastTag;
    }

    /// How many of the unsettled ones went to consumers: what a limit shared by them counts.
    int toConsumers() {
        return toConsumers;
    }

    /// Takes out one tag, or all up to it (0: all there are).
    ///
    /// @return positions by queue, in order; null when the tag is not known
    @Nullable
    Map<QueueName, List<Long>> take(long tag, boolean multiple) {
        Map<QueueName, List<Long>> taken = new LinkedHashMap<>();
        if (!multiple) {
            Unsettled one = unsettled.remove(tag);
            if (one == null) {
                return null;
            }
            toConsumers -= one.toConsumer() ? 1 : 0;
            taken.put(one.queue(), List.of(one.position()));
            return taken;
        }
        if (tag != 0 && (tag > lastTag || unsettled.headMap(tag, true).isEmpty())) {
            return null;
        }
        Map<Long, Unsettled> upTo = tag == 0 ? unsettled : unsettled.headMap(tag, true);
        for (Unsettled each : upTo.values()) {
            toConsumers -= each.toConsumer() ? 1 : 0;
            taken.computeIfAbsent(each.queue(), unused -> new ArrayList<>()).add(each.position());
        }
        upTo.clear();
        return taken;
    }

    int count() {
        return unsettled.size();
    }
}
