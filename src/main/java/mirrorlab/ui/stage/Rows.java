package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// The rows of all queues. A row is worked out again only when something was told of its queue, else it is the same object as
/// before. Confined to one thread.
final class Rows {
    private Map<QueueName, Work> works = new HashMap<>();
    private List<NodeName> columns = List.of();
    private List<Happening.PolicySet> policies = List.of();

    private record Work(QueuePicture picture, Row row) {}

    /// In order of name.
    List<Row> of(Moment moment) {
        ClusterPicture picture = moment.picture();
        List<Happening.PolicySet> set = picture.policies();
        boolean same = columns.equals(moment.columns()) && policies.equals(set);
        columns = moment.columns();
        policies = set;
        Map<QueueName, Work> now = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (QueuePicture queue : picture.queues()) {
            Work work = work(queue, same ? works.get(queue.name()) : null);
            now.put(queue.name(), work);
            rows.add(work.row());
        }
        works = now;
        return rows;
    }

    /// Much quicker than comparing: a picture makes another object only when something was told of the queue.
    @SuppressWarnings("ReferenceEquality")
    private Work work(QueuePicture queue, @org.jspecify.annotations.Nullable Work before) {
        return before != null && before.picture() == queue ? before : new Work(queue, row(queue));
    }

    private Row row(QueuePicture queue) {
        Optional<ReplicaPicture> master = queue.masterReplica();
        long depth = master.map(ReplicaPicture::depth).orElse(-1L);
        double progress = queue.sync() == null || queue.sync().total() == 0
                ? 0
                : (double) queue.sync().sent() / queue.sync().total();
        List<Row.Spot> spots = new ArrayList<>(columns.size());
        for (NodeName node : columns) {
            spots.add(Row.Spot.NONE);
        }
        for (ReplicaPicture each : queue.replicas()) {
            int column = columns.indexOf(each.node());
            if (column >= 0) {
                spots.set(column, spot(each, depth, progress));
            }
        }
        return new Row(queue.name(), Risk.of(queue, policies, columns), queue.master().node(), List.copyOf(spots));
    }

    /// @param depth
    ///            of the master; -1 when none lives, then what it held is what the mirror has and what it lacks
    private static Row.Spot spot(ReplicaPicture replica, long depth, double progress) {
        Cell.Kind kind = CellModels.kind(replica);
        return switch (kind) {
            case NONE -> Row.Spot.NONE;
            case MASTER, STOPPED_MASTER -> new Row.Spot(kind, replica.depth(), replica.depth() > 0 ? 1 : 0, 0);
            case SYNCHRONISED -> new Row.Spot(kind, 0, replica.depth() > 0 ? 1 : 0, 0);
            case STOPPED_MIRROR -> new Row.Spot(kind, 0, 0, 0);
            case UNSYNCHRONISED, SYNCING -> {
                long lacking = replica.delta() < 0 && replica.missing() <= 0 ? -1 : replica.missing();
                long lacks = Math.max(0, lacking);
                double whole = depth < 0 ? replica.depth() + lacks : depth;
                double share = whole == 0 ? 0 : Math.clamp(1 - lacks / whole, 0, 1);
                yield new Row.Spot(kind, lacking, share, kind == Cell.Kind.SYNCING ? progress : 0);
            }
        };
    }
}
