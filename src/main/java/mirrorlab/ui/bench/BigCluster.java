package mirrorlab.ui.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;

/// The recording of a made-up cluster, the same in every run: many nodes, many queues, messages in all of them, and in the
/// middle of it a node that is killed. A fifth of the queues carries four fifths of the messages.
///
/// @param rate
///            messages a second in all queues together
public record BigCluster(int nodes, int queues, int rate) {
    private static final int FIRST_PORT = 5672;
    /// Nodes merge traffic for so long (journal).
    private static final int MERGE_MILLIS = 50;
    /// And each at moments of its own.
    static final int STEP_MILLIS = 5;
    private static final int BUSY = 5;
    private static final double BUSY_SHARE = 0.8;

    /// @param opening
    ///            up to the moment when all stands; `played` with the times at which it was told
    public record Told(List<Entry> opening, List<Entry> played) {}

    /// @param killMillis
    ///            when the fourth node dies, counted from the beginning of the traffic; 0: never
    public Told tell(int seconds, int killMillis) {
        List<NodeName> names = names();
        List<BigQueue> all = IntStream.range(0, queues).mapToObj(i -> new BigQueue(i, names)).toList();
        ClusterEntries out = new ClusterEntries();
        open(names, all, out);
        int opening = out.entries().size();
        NodeName dead = names.get(Math.min(3, nodes - 1));
        boolean died = false;
        for (int at = MERGE_MILLIS; at <= seconds * 1000; at += STEP_MILLIS) {
            out.at(1000 + at);
            if (killMillis > 0 && at >= killMillis && !died) {
                died = true;
                kill(dead, names, all, out);
            }
            NodeName gone = died ? dead : null;
            List<Integer> carrying = IntStream.range(0, all.size())
                    .filter(i -> gone == null || !all.get(i).isStill(gone)).boxed().toList();
            double whole = carrying.stream().mapToDouble(this::share).sum();
            int turn = at / STEP_MILLIS;
            carrying.stream().filter(i -> (i + turn) % (MERGE_MILLIS / STEP_MILLIS) == 0)
                    .forEach(i -> all.get(i).traffic(share(i) / whole * rate * MERGE_MILLIS / 1000, out));
        }
        List<Entry> entries = out.entries();
        return new Told(entries.subList(0, opening), entries.subList(opening, entries.size()));
    }

    /// The same traffic without an end, and nobody dies: told stretch by stretch, so that it takes no memory.
    final class Endless {
        private final List<BigQueue> all = IntStream.range(0, queues).mapToObj(i -> new BigQueue(i, names())).toList();
        private final ClusterEntries out = new ClusterEntries();
        private int at = MERGE_MILLIS;

        /// Up to the moment when all stands.
        List<Entry> opening() {
            open(names(), all, out);
            return out.take();
        }

        /// The next {@value BigCluster#STEP_MILLIS} ms.
        List<Entry> next() {
            out.at(1000L + at);
            int turn = at / STEP_MILLIS;
            at += STEP_MILLIS;
            for (int i = 0; i < all.size(); i++) {
                if ((i + turn) % (MERGE_MILLIS / STEP_MILLIS) == 0) {
                    all.get(i).traffic(share(i) * rate * MERGE_MILLIS / 1000, out);
                }
            }
            return out.take();
        }
    }

    private List<NodeName> names() {
        return IntStream.rangeClosed(1, nodes).mapToObj(i -> NodeName.of("rabbit" + i)).toList();
    }

    private double share(int queue) {
        int busy = (queues + BUSY - 1) / BUSY;
        int quiet = queues - busy;
        return queue % BUSY == 0 ? BUSY_SHARE / busy : (1 - BUSY_SHARE) / Math.max(1, quiet);
    }

    private static void open(List<NodeName> names, List<BigQueue> all, ClusterEntries out) {
        for (int i = 0; i < names.size(); i++) {
            out.lab(new Happening.NodeStarting(names.get(i), 4000 + i));
        }
        for (int i = 0; i < names.size(); i++) {
            out.lab(new Happening.NodeStarted(names.get(i), 1, 4000 + i, FIRST_PORT + i, 10_000 + FIRST_PORT + i));
        }
        NodeName first = names.getFirst();
        policy(first, "three", "^orders-", Map.of("ha-mode", "exactly", "ha-params", 3), out);
        policy(first, "two", "^(mail|stock)-", Map.of("ha-mode", "exactly", "ha-params", 2), out);
        policy(first, "all", "^audit-", Map.of("ha-mode", "all"), out);
        all.forEach(each -> each.declare(out));
    }

    private static void policy(NodeName node, String name, String pattern, Map<String, Object> definition,
            ClusterEntries out) {
        out.node(node, new Happening.PolicySet("/", name, pattern, "queues", 0, definition));
    }

    private static void kill(NodeName dead, List<NodeName> names, List<BigQueue> all, ClusterEntries out) {
        out.lab(new Happening.NodeDied(dead, 4003, 137, List.of()));
        names.stream().filter(each -> !each.equals(dead))
                .forEach(each -> out.node(each, new Happening.PeerDown(each, dead)));
        new ArrayList<>(all).stream().filter(each -> each.isOn(dead)).forEach(each -> each.lose(dead, out));
    }
}
