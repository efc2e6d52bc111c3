package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.ui.timeline.Timeline;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The last minute of a recording, second by second, for the charts: how deep queues were and how often things were done.
/// A fold of the entries; older seconds are forgotten, so it stays small. Mutable, confined to one thread.
public final class Minute {
    static final int SECONDS = 60;
    /// Rates are averages over so many seconds, as the numbers beside them are.
    static final int AVERAGED = 5;
    /// For a chart of the past so many entries are read, at most; in a busy cluster it begins later.
    private static final int MOST = 40_000;
    private static final Depth NOTHING = new Depth(0, 0);
    private static final Depth NOT_KNOWN = new Depth(Double.NaN, Double.NaN);
    private final TreeMap<Long, Second> seconds = new TreeMap<>();
    /// Before the oldest second.
    private final Map<QueueName, Depth> before = new TreeMap<>();
    private final Map<QueueName, ReplicaId> masters = new TreeMap<>();
    /// What replicas said last; a mirror that is promoted need not say it again.
    private final Map<ReplicaId, Depth> held = new HashMap<>();

    /// What is counted, in the order of the real screen's legend.
    enum Deed {
        PUBLISH, CONFIRM, DELIVER, DELIVER_AUTO, ACK, REDELIVER, GET, GET_AUTO, RETURNED, DROPPED;
    }

    /// NaN while the queue has no master.
    record Depth(double ready, double unacknowledged) {
        double total() {
            return ready + unacknowledged;
        }
    }

    private static final class Second {
        /// At its end.
        private final Map<QueueName, Depth> depths = new TreeMap<>();
        private final Map<QueueName, EnumMap<Deed, Long>> deeds = new TreeMap<>();
        /// Of no single queue: confirms, and what went to none.
        private final EnumMap<Deed, Long> all = new EnumMap<>(Deed.class);
        /// One that went to several queues counts once.
        private final MessageSet.Builder published = new MessageSet.Builder();

        private void count(QueueName queue, Deed deed, MessageSet messages) {
            deeds.computeIfAbsent(queue, unused -> new EnumMap<>(Deed.class)).merge(deed, messages.count(), Long::sum);
        }

        private double of(@Nullable QueueName queue, Deed deed) {
            if (queue != null) {
                EnumMap<Deed, Long> its = deeds.get(queue);
                return its == null ? 0 : its.getOrDefault(deed, 0L);
            }
            if (deed == Deed.PUBLISH) {
                return published.build().count();
            }
            return all.getOrDefault(deed, 0L)
                    + deeds.values().stream().mapToLong(each -> each.getOrDefault(deed, 0L)).sum();
        }
    }

    /// The minute before a moment of the past.
    static Minute before(Timeline timeline, int entries) {
        Minute minute = new Minute();
        for (int i = first(entries); i < entries; i++) {
            minute.take(timeline.entry(i));
        }
        return minute;
    }

    /// Where to begin to read a recording of so many entries.
    static int first(int entries) {
        return Math.max(0, entries - MOST);
    }

    void take(Entry entry) {
        switch (entry.happening()) {
            case Happening.ReplicaHolds it -> {
                held.put(it.replica(), new Depth(it.readyCount(), it.unacknowledgedCount()));
                if (it.role().equals("master")) {
                    leads(entry, it.queue(), it.replica());
                }
            }
            case Happening.ReplicaStarted it when it.role().equals("master") -> masters.put(it.queue(), it.replica());
            case Happening.ReplicaStopped it -> held.remove(it.replica());
            case Happening.MirrorPromoted it -> {
                held.putIfAbsent(it.mirror(), new Depth(it.depth(), 0));
                leads(entry, it.queue(), it.mirror());
            }
            case Happening.QueueRecorded it when !it.master().equals(masters.get(it.queue())) ->
                leads(entry, it.queue(), it.master());
            case Happening.QueueRemoved it -> {
                masters.remove(it.queue());
                depth(entry, it.queue(), NOTHING);
            }
            case Happening.NodeDied it -> ended(entry, it.node());
            case Happening.NodeStopped it -> ended(entry, it.node());
            case Happening.Traffic it -> count(it, second(entry));
            default -> {
                // moves no message
            }
        }
    }

    private void count(Happening.Traffic told, Second second) {
        switch (told) {
            case Happening.MessagesEnqueued it when it.replica().equals(masters.get(it.queue())) -> {
                second.count(it.queue(), Deed.PUBLISH, it.messages());
                second.published.addAll(it.messages().intervals());
            }
            case Happening.MessagesDelivered it -> {
                boolean got = it.tag().isEmpty();
                Deed automatic = got ? Deed.GET_AUTO : Deed.DELIVER_AUTO;
                second.count(it.queue(), it.autoAck() ? automatic : got ? Deed.GET : Deed.DELIVER, it.messages());
                if (it.redelivered()) {
                    second.count(it.queue(), Deed.REDELIVER, it.messages());
                }
            }
            case Happening.MessagesSettled it when it.fate().equals("acknowledged") ->
                second.count(it.queue(), Deed.ACK, it.messages());
            case Happening.PublishesAnswered it when it.outcome().equals("confirmed") ->
                second.all.merge(Deed.CONFIRM, it.messages().count(), Long::sum);
            case Happening.PublishesAnswered it when it.outcome().equals("returned") ->
                second.all.merge(Deed.RETURNED, it.messages().count(), Long::sum);
            case Happening.PublishesUnstored it -> {
                second.published.addAll(it.messages().intervals());
                if (it.fate().equals("unroutable")) {
                    second.all.merge(Deed.DROPPED, it.messages().count(), Long::sum);
                }
            }
            default -> {
                // seen elsewhere, or at the master
            }
        }
    }

    private void leads(Entry entry, QueueName queue, ReplicaId master) {
        masters.put(queue, master);
        Depth depth = held.get(master);
        if (depth != null) {
            depth(entry, queue, depth);
        }
    }

    private void ended(Entry entry, NodeName node) {
        held.keySet().removeIf(each -> each.node().equals(node));
        masters.forEach((queue, master) -> {
            if (master.node().equals(node)) {
                depth(entry, queue, NOT_KNOWN);
            }
        });
    }

    private void depth(Entry entry, QueueName queue, Depth depth) {
        second(entry).depths.put(queue, depth);
    }

    /// Entries come a little out of order; what is older than the oldest second counts for that one.
    private Second second(Entry entry) {
        long at = entry.millis() / 1000;
        while (!seconds.isEmpty() && seconds.firstKey() < at - SECONDS - AVERAGED) {
            before.putAll(seconds.pollFirstEntry().getValue().depths);
        }
        long oldest = seconds.isEmpty() ? at : seconds.lastKey() - SECONDS - AVERAGED;
        return seconds.computeIfAbsent(Math.max(at, oldest), unused -> new Second());
    }

    /// The minute that ends at a time, since 1970.
    ///
    /// @param queue
    ///            null: all of them
    Chart queued(@Nullable QueueName queue, long nowMillis) {
        long end = nowMillis / 1000;
        List<Depth> depths = depths(queue, end);
        return new Chart(end, List.of(line("ready", depths, Depth::ready),
                line("unacked", depths, Depth::unacknowledged), line("total", depths, Depth::total)), false);
    }

    private static Chart.Line line(String word, List<Depth> depths, ToDoubleFunction<Depth> part) {
        return new Chart.Line(word, depths.stream().map(part::applyAsDouble).toList());
    }

    private List<Depth> depths(@Nullable QueueName queue, long end) {
        Map<QueueName, Depth> now = new TreeMap<>(before);
        List<Depth> depths = new ArrayList<>();
        seconds.headMap(end - SECONDS + 1).values().forEach(each -> now.putAll(each.depths));
        Depth sum = sum(queue, now);
        for (long at = end - SECONDS + 1; at <= end; at++) {
            Second second = seconds.get(at);
            if (second != null && !second.depths.isEmpty()) {
                now.putAll(second.depths);
                sum = sum(queue, now);
            }
            depths.add(sum);
        }
        return depths;
    }

    private static Depth sum(@Nullable QueueName queue, Map<QueueName, Depth> now) {
        if (queue != null) {
            return now.getOrDefault(queue, NOTHING);
        }
        double ready = 0;
        double unacknowledged = 0;
        for (Depth each : now.values()) {
            if (!Double.isNaN(each.ready())) {
                ready += each.ready();
                unacknowledged += each.unacknowledged();
            }
        }
        return new Depth(ready, unacknowledged);
    }

    /// Likewise, in messages a second. Only what was done within the minute has a line, and publishing and acknowledging.
    Chart rates(@Nullable QueueName queue, long nowMillis) {
        long end = nowMillis / 1000;
        List<Chart.Line> lines = new ArrayList<>();
        for (Deed deed : Deed.values()) {
            List<Double> values = rates(queue, deed, end);
            if (deed == Deed.PUBLISH || deed == Deed.ACK || values.stream().anyMatch(each -> each > 0)) {
                lines.add(new Chart.Line(deed.name().toLowerCase(java.util.Locale.ROOT).replace('_', '.'), values));
            }
        }
        return new Chart(end, lines, true);
    }

    private List<Double> rates(@Nullable QueueName queue, Deed deed, long end) {
        int width = SECONDS + AVERAGED;
        double[] sums = new double[width + 1];
        for (int i = 0; i < width; i++) {
            Second second = seconds.get(end - width + 1 + i);
            sums[i + 1] = sums[i] + (second == null ? 0 : second.of(queue, deed));
        }
        List<Double> rates = new ArrayList<>();
        for (int i = AVERAGED; i < width; i++) {
            rates.add((sums[i + 1] - sums[i + 1 - AVERAGED]) / AVERAGED);
        }
        return rates;
    }
}
