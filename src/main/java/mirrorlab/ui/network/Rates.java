package mirrorlab.ui.network;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.journal.SyncPicture;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// What went between nodes and what each node did in the two seconds before a moment, for each second. A pure function of the
/// recording: the same for the past and for now.
///
/// The journal tells what a channel's node sent and what each replica enqueued. That a master tells all else that it does to
/// every living mirror is the protocol (P-11); the journal does not repeat it for each.
///
/// @param ways
///            only those on which something went
/// @param asMaster
///            by node, only those that did something; `asMirror` likewise
public record Rates(Map<Way, Rate> ways, Map<NodeName, Work> asMaster, Map<NodeName, Work> asMirror) {
    public static final Rates NONE = new Rates(Map.of(), Map.of(), Map.of());
    static final long WINDOW_MILLIS = 2_000;
    /// Entries of different nodes arrive out of order by at most so much.
    private static final long DISORDER_MILLIS = 1_000;

    public Rate way(NodeName from, NodeName to) {
        return ways.getOrDefault(new Way(from, to), Rate.NONE);
    }

    public Work asMaster(NodeName node) {
        return asMaster.getOrDefault(node, Work.NONE);
    }

    public Work asMirror(NodeName node) {
        return asMirror.getOrDefault(node, Work.NONE);
    }

    /// @param entry
    ///            the recording's entry of this index
    /// @param size
    ///            how many of them there are at that moment
    /// @param endMillis
    ///            the moment
    public static Rates of(IntFunction<Entry> entry, int size, long endMillis, ClusterPicture picture) {
        Counting counting = new Counting(picture);
        for (int i = size - 1; i >= 0; i--) {
            Entry each = entry.apply(i);
            if (each.millis() <= endMillis - WINDOW_MILLIS - DISORDER_MILLIS) {
                break;
            }
            if (each.millis() > endMillis - WINDOW_MILLIS) {
                counting.take(each.happening());
            }
        }
        return counting.rates();
    }

    private enum Kind {
        COPIES, OPERATIONS, DELIVERIES, SYNCHRONISED
    }

    private enum Deed {
        PUBLISHES, DELIVERIES, SETTLEMENTS
    }

    /// Counts by message; queues are looked up once.
    private static final class Counting {
        private final ClusterPicture picture;
        private final Map<QueueName, Optional<Replicas>> queues = new HashMap<>();
        private final TreeMap<Way, long[]> ways = new TreeMap<>();
        private final TreeMap<NodeName, long[]> masters = new TreeMap<>();
        private final TreeMap<NodeName, long[]> mirrors = new TreeMap<>();
        /// The newest and the oldest progress in the window; entries come newest first.
        private final Map<QueueName, long[]> progress = new LinkedHashMap<>();
        /// What replicas that lead enqueued in the window.
        private final Map<ReplicaId, Long> led = new HashMap<>();

        private record Replicas(ReplicaId master, List<NodeName> mirrors) {}

        private Counting(ClusterPicture picture) {
            this.picture = picture;
        }

        private Optional<Replicas> replicas(QueueName queue) {
            return queues.computeIfAbsent(queue, name -> picture.queue(name).map(each -> new Replicas(each.master(),
                    each.livingMirrors().stream().map(ReplicaPicture::node).toList())));
        }

        private void take(Happening happening) {
            switch (happening) {
                case Happening.CopiesSent it ->
                    way(it.channel().node(), it.to().node(), Kind.COPIES, it.messages().count());
                case Happening.MessagesEnqueued it -> enqueued(it);
                case Happening.ReplicaStarted it -> started(it);
                case Happening.MessagesDelivered it -> {
                    way(it.master().node(), it.channel().node(), Kind.DELIVERIES, it.messages().count());
                    broadcast(it.queue(), it.master(), Deed.DELIVERIES, it.messages());
                }
                case Happening.MessagesSettled it when !it.fate().equals("auto-acknowledged") ->
                    broadcast(it.queue(), it.master(), Deed.SETTLEMENTS, it.messages());
                case Happening.MessagesRequeued it ->
                    broadcast(it.queue(), it.master(), Deed.SETTLEMENTS, it.messages());
                case Happening.SyncProgressed it -> {
                    long[] ends = progress.computeIfAbsent(it.queue(), unused -> new long[]{it.sent(), it.sent()});
                    ends[0] = Math.min(ends[0], it.sent());
                    ends[1] = Math.max(ends[1], it.sent());
                }
                default -> {
                }
            }
        }

        private void enqueued(Happening.MessagesEnqueued it) {
            long count = it.messages().count();
            Optional<Replicas> known = replicas(it.queue());
            if (known.isEmpty() || known.get().master().equals(it.replica())) {
                deed(masters, it.replica().node(), Deed.PUBLISHES, count);
                led.merge(it.replica(), count, Long::sum);
                return;
            }
            deed(mirrors, it.replica().node(), Deed.PUBLISHES, count);
            way(known.get().master().node(), it.replica().node(), Kind.OPERATIONS, count);
        }

        /// What a master read from its disk nobody published; entries come newest first.
        private void started(Happening.ReplicaStarted it) {
            long read = Math.min(it.recovered(), led.getOrDefault(it.replica(), 0L));
            if (read > 0) {
                deed(masters, it.replica().node(), Deed.PUBLISHES, -read);
            }
        }

        private void broadcast(QueueName queue, ReplicaId master, Deed deed, MessageSet messages) {
            long count = messages.count();
            deed(masters, master.node(), deed, count);
            for (NodeName each : replicas(queue).map(Replicas::mirrors).orElse(List.of())) {
                deed(mirrors, each, deed, count);
                way(master.node(), each, Kind.OPERATIONS, count);
            }
        }

        private void way(NodeName from, NodeName to, Kind kind, long count) {
            if (!from.equals(to)) {
                ways.computeIfAbsent(new Way(from, to), unused -> new long[Kind.values().length])[kind
                        .ordinal()] += count;
            }
        }

        private static void deed(Map<NodeName, long[]> of, NodeName node, Deed deed, long count) {
            of.computeIfAbsent(node, unused -> new long[Deed.values().length])[deed.ordinal()] += count;
        }

        private Rates rates() {
            progress.forEach((queue, ends) -> {
                SyncPicture sync = picture.queue(queue).map(QueuePicture::sync).orElse(null);
                if (sync != null) {
                    sync.mirrors().forEach(
                            each -> way(sync.master().node(), each.node(), Kind.SYNCHRONISED, ends[1] - ends[0]));
                }
            });
            Map<Way, Rate> rates = new TreeMap<>();
            ways.forEach((way, counts) -> rates.put(way, new Rate(second(counts[Kind.COPIES.ordinal()]),
                    second(counts[Kind.OPERATIONS.ordinal()]), second(counts[Kind.DELIVERIES.ordinal()]),
                    second(counts[Kind.SYNCHRONISED.ordinal()]))));
            return new Rates(rates, work(masters), work(mirrors));
        }

        private static Map<NodeName, Work> work(TreeMap<NodeName, long[]> counts) {
            Map<NodeName, Work> work = new TreeMap<>();
            counts.forEach((node, each) -> work.put(node, new Work(second(each[Deed.PUBLISHES.ordinal()]),
                    second(each[Deed.DELIVERIES.ordinal()]), second(each[Deed.SETTLEMENTS.ordinal()]))));
            return work;
        }

        /// Something is not nothing.
        private static long second(long count) {
            long perSecond = Math.round(count * 1_000.0 / WINDOW_MILLIS);
            return count > 0 ? Math.max(1, perSecond) : 0;
        }
    }
}
