package mirrorlab.ui.motion;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Promotions that come together take turns, a little apart; after {@value #MOST} of them one sentence stands for all.
final class Promotions {
    static final int MOST = 5;
    private static final long MILLI = 1_000_000;
    private static final long SLIDE = 600 * MILLI;
    private static final long TURN = 150 * MILLI;
    private static final long STANDS = 2_000 * MILLI;
    private static final long READ = 3_000 * MILLI;
    private final Map<NodeName, Long> counts = new TreeMap<>();
    private final Map<NodeName, Long> lost = new TreeMap<>();
    private final Set<QueueName> turns = new TreeSet<>();
    private long begin;
    private int shown;
    /// Later ones belong to other misfortunes.
    private long until = Long.MIN_VALUE;
    private long summaryFrom;

    /// @param from
    ///            not before
    /// @return the move that tells of it: its own, or the summary of its node, anew
    Move next(Happening.MirrorPromoted it, long from, double slow, boolean still) {
        if (from > until) {
            clear();
            begin = from;
        }
        NodeName node = it.mirror().node();
        long count = counts.merge(node, 1L, Long::sum);
        if (shown < MOST) {
            long start = still ? from : Math.max(from, begin + (long) (shown * TURN * slow));
            long duration = still ? STANDS : (long) (SLIDE * slow);
            shown++;
            turns.add(it.queue());
            until = Math.max(until, start + duration);
            summaryFrom = start + (still ? 0 : duration);
            return new Move(Move.Kind.PROMOTION, it.queue(), replica(it.lostMaster().node()), replica(node), 1, start,
                    duration, still);
        }
        until = Math.max(until, summaryFrom + READ);
        return new Move(Move.Kind.SUMMARY, null, replica(node), replica(node), count, Math.max(from, summaryFrom),
                Math.max(READ / 2, summaryFrom + READ - Math.max(from, summaryFrom)), true);
    }

    private static Move.Place replica(NodeName node) {
        return new Move.Place(node, Move.Spot.REPLICA, node);
    }

    /// When the last one that takes a turn has arrived.
    long summaryFrom() {
        return summaryFrom;
    }

    /// The queue's own crown slides: one summary does not stand for it.
    boolean hasTurn(QueueName queue) {
        return turns.contains(queue);
    }

    /// Of what was promoted on this node, so many messages are lost.
    void lost(NodeName node, long count) {
        lost.merge(node, count, Long::sum);
    }

    long lostOn(NodeName node) {
        return lost.getOrDefault(node, 0L);
    }

    void clear() {
        counts.clear();
        lost.clear();
        turns.clear();
        shown = 0;
        until = Long.MIN_VALUE;
        summaryFrom = 0;
    }
}
