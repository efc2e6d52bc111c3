package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import org.jspecify.annotations.Nullable;

/// Works out the cells of one lane. All bars share an axis: first what was lost, then what the master holds in queue order;
/// unacknowledged messages come first, as they were at the head.
final class CellModels {
    private final ClusterPicture picture;
    private final QueuePicture queue;
    private final @Nullable ReplicaPicture master;
    private final MessageSet lost;

    CellModels(ClusterPicture picture, QueuePicture queue, @Nullable ReplicaPicture master, MessageSet lost) {
        this.picture = picture;
        this.queue = queue;
        this.master = master;
        this.lost = lost;
    }

    Cell of(ReplicaPicture replica) {
        Cell.Kind kind = kind(replica);
        boolean isMaster = kind == Cell.Kind.MASTER;
        List<Interval> held = new ArrayList<>(replica.unacknowledged());
        held.addAll(replica.ready());
        String oldest = held.isEmpty() ? "" : picture.runs(first(held.getFirst()));
        String newest = held.isEmpty() ? "" : picture.runs(last(held.getLast()));
        double progress = queue.sync() == null || queue.sync().total() == 0
                ? 0
                : (double) queue.sync().sent() / queue.sync().total();
        return new Cell(kind, segments(replica, isMaster), replica.readyCount(), replica.unacknowledgedCount(),
                replica.delta() < 0 && replica.missing() <= 0 ? -1 : replica.missing(),
                kind == Cell.Kind.SYNCING ? progress : 0,
                replica.fromChannels(), oldest, newest, isMaster && !lost.isEmpty() ? picture.runs(lost) : "");
    }

    static Cell.Kind kind(ReplicaPicture replica) {
        boolean isMaster = replica.role() == ReplicaPicture.Role.MASTER;
        return switch (replica.sync()) {
            case STOPPED -> isMaster || replica.wasMaster() ? Cell.Kind.STOPPED_MASTER : Cell.Kind.STOPPED_MIRROR;
            case SYNCHRONISED -> isMaster ? Cell.Kind.MASTER : Cell.Kind.SYNCHRONISED;
            case SYNCING -> isMaster ? Cell.Kind.MASTER : Cell.Kind.SYNCING;
            case UNSYNCHRONISED -> isMaster ? Cell.Kind.MASTER : Cell.Kind.UNSYNCHRONISED;
        };
    }

    private List<Segment> segments(ReplicaPicture replica, boolean isMaster) {
        Segments out = new Segments();
        if (!lost.isEmpty()) {
            out.add(isMaster ? Segment.Kind.LOST : Segment.Kind.EMPTY, lost.count());
        }
        if (isMaster) {
            out.add(Segment.Kind.UNACKNOWLEDGED, replica.unacknowledgedCount());
            out.add(Segment.Kind.HELD, replica.readyCount());
            return out.list();
        }
        if (master == null || !master.isExact() || !replica.isExact()) {
            // what a mirror lacks of a master that is lost, it lacks as before
            out.add(Segment.Kind.LACKING, Math.max(0, replica.missing()));
            out.add(Segment.Kind.HELD, replica.depth());
            return out.list();
        }
        MessageSet here = replica.contents();
        master.unacknowledged().forEach(each -> split(each, here, Segment.Kind.UNACKNOWLEDGED, out));
        master.ready().forEach(each -> split(each, here, Segment.Kind.HELD, out));
        return coming(out.list(), replica.sync());
    }

    /// A synchronised mirror lacks nothing: what it has not is on its way. To one that is not, so is what is newer than all
    /// that it has.
    private static List<Segment> coming(List<Segment> segments, ReplicaPicture.Sync sync) {
        List<Segment> out = new ArrayList<>(segments);
        for (int i = segments.size() - 1; i >= 0; i--) {
            Segment each = segments.get(i);
            boolean newest = i == segments.size() - 1 && i > 0 && segments.get(i - 1).kind() == Segment.Kind.HELD;
            if (each.kind() == Segment.Kind.LACKING && (sync == ReplicaPicture.Sync.SYNCHRONISED
                    || sync == ReplicaPicture.Sync.UNSYNCHRONISED && newest)) {
                out.set(i, new Segment(Segment.Kind.COMING, each.count()));
            }
        }
        return List.copyOf(out);
    }

    /// One stretch of the master's queue: what of it is here and what is not, in order.
    private static void split(Interval stretch, MessageSet here, Segment.Kind kind, Segments out) {
        MessageSet whole = MessageSet.of(List.of(stretch));
        MessageSet present = whole.intersection(here);
        long at = stretch.first();
        for (Interval each : present.intervals()) {
            out.add(Segment.Kind.LACKING, each.first() - at);
            out.add(kind, each.count());
            at = each.last() + 1;
        }
        out.add(Segment.Kind.LACKING, stretch.last() - at + 1);
    }

    private static MessageSet first(Interval interval) {
        return MessageSet.of(List.of(new Interval(interval.channel(), interval.first(), interval.first())));
    }

    private static MessageSet last(Interval interval) {
        return MessageSet.of(List.of(new Interval(interval.channel(), interval.last(), interval.last())));
    }

    /// Neighbours of one kind are one stretch.
    private static final class Segments {
        private final List<Segment> all = new ArrayList<>();

        private void add(Segment.Kind kind, long count) {
            if (count <= 0) {
                return;
            }
            if (!all.isEmpty() && all.getLast().kind() == kind) {
                Segment before = all.removeLast();
                all.add(new Segment(kind, before.count() + count));
            } else {
                all.add(new Segment(kind, count));
            }
        }

        private List<Segment> list() {
            return List.copyOf(all);
        }
    }
}
