package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.Badge;
import mirrorlab.journal.CopiesInFlight;
import mirrorlab.journal.NodePicture;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.journal.SyncPicture;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Works out what the stage draws. Pure: the same moment gives an equal model.
public final class StageModels {
    private final Moment moment;
    private final List<NodeName> columns;

    private StageModels(Moment moment) {
        this.moment = moment;
        columns = moment.columns();
    }

    /// All that a lane is worked out from.
    private record Ground(QueuePicture queue, MessageSet lost, int consumers, List<CopiesInFlight> copies,
            List<NodeName> columns) {
        /// Much quicker than comparing: a picture makes another object only when something was told of the queue.
        @SuppressWarnings("ReferenceEquality")
        private boolean isSame(Ground other) {
            return queue == other.queue && consumers == other.consumers && lost.equals(other.lost)
                    && copies.equals(other.copies) && columns.equals(other.columns);
        }
    }

    /// Lanes by queue, so that a moment costs the work of those that changed. Confined to one thread.
    static final class Kept {
        private final Map<QueueName, Work> lanes = new HashMap<>();

        private record Work(Ground ground, Lane lane) {}
    }

    public static StageModel of(Moment moment) {
        return of(moment, new Kept());
    }

    /// @param kept
    ///            from earlier moments of the same recording; changed
    static StageModel of(Moment moment, Kept kept) {
        List<Row> rows = new Rows().of(moment);
        List<Lane> lanes = rows.stream().flatMap(row -> lane(moment, row.queue(), kept).stream()).toList();
        return new StageModel(columns(moment, rows), lanes);
    }

    /// The lane of one queue; the same object as before when nothing changed. Empty when there is no such queue.
    static Optional<Lane> lane(Moment moment, QueueName name, Kept kept) {
        StageModels work = new StageModels(moment);
        Optional<QueuePicture> queue = moment.picture().queue(name);
        if (queue.isEmpty()) {
            return Optional.empty();
        }
        int consumers = (int) moment.picture().consumers().stream().filter(each -> each.queue().equals(name)).count();
        Ground ground = new Ground(queue.get(), work.lost(name), consumers, moment.picture().copiesInFlight(name),
                work.columns);
        Kept.Work before = kept.lanes.get(name);
        if (before != null && ground.isSame(before.ground())) {
            return Optional.of(before.lane());
        }
        Lane lane = work.lane(ground);
        kept.lanes.put(name, new Kept.Work(ground, lane));
        return Optional.of(lane);
    }

    /// @param rows
    ///            of all queues
    static List<NodeColumn> columns(Moment moment, List<Row> rows) {
        StageModels work = new StageModels(moment);
        List<NodeColumn> columns = new ArrayList<>();
        for (NodeName node : work.columns) {
            columns.add(work.column(node, columns.size(), rows));
        }
        return List.copyOf(columns);
    }

    private MessageSet lost(QueueName queue) {
        return moment.account(queue).map(QueueAccount::fates)
                .map(fates -> fates.getOrDefault(Fate.LOST, MessageSet.EMPTY)).orElse(MessageSet.EMPTY);
    }

    private NodeColumn column(NodeName name, int place, List<Row> rows) {
        Optional<NodePicture> found = moment.picture().node(name);
        if (found.isEmpty()) {
            return new NodeColumn(name, NodeColumn.State.ABSENT, 0, 0, 0, 0, List.of(), 0, 0, 0);
        }
        NodePicture node = found.get();
        int masters = 0;
        int mirrors = 0;
        for (Row row : rows) {
            switch (row.cells().get(place).kind()) {
                case MASTER -> masters++;
                case SYNCHRONISED, UNSYNCHRONISED, SYNCING -> mirrors++;
                case NONE, STOPPED_MASTER, STOPPED_MIRROR -> {
                }
            }
        }
        int connections = (int) moment.picture().connections().stream().filter(each -> each.node().equals(name))
                .count();
        Integer exit = node.exitStatus();
        return new NodeColumn(name, NodeColumn.State.of(node), node.processId(), node.amqpPort(),
                node.httpPort(), exit == null ? 0 : exit, node.lastLogLines(), masters, mirrors,
                connections);
    }

    private Lane lane(Ground ground) {
        QueuePicture queue = ground.queue();
        Optional<ReplicaPicture> master = queue.masterReplica();
        CellModels cells = new CellModels(moment.picture(), queue, master.orElse(null), ground.lost());
        SyncPicture sync = queue.sync();
        Lane.Standing standing = switch (queue.state()) {
            case RUNNING -> sync == null ? Lane.Standing.RUNNING : Lane.Standing.SYNCING;
            case PROMOTING -> Lane.Standing.PROMOTING;
            case SYNCING -> Lane.Standing.SYNCING;
            case DOWN, UNREACHABLE -> Lane.Standing.DOWN;
        };
        return new Lane(queue.name(), queue.record().durable(), queue.record().exclusive(), queue.record().policy(),
                standing,
                queue.master().node(), queue.badges(), unsynchronised(queue.badges()),
                columns.stream().map(node -> queue.replicaOn(node).map(cells::of).orElse(Cell.NONE)).toList(),
                sync == null ? 0 : sync.sent(), sync == null ? 0 : sync.total(), waitingPublishes(queue, sync),
                sync == null ? 0 : sync.waitingOther(), ground.consumers(), waitsFor(queue, standing),
                wires(ground.copies()));
    }

    private static long waitingPublishes(QueuePicture queue, @Nullable SyncPicture sync) {
        return sync == null ? queue.waitingChannels() : sync.waitingPublishes();
    }

    private static boolean unsynchronised(List<Badge> badges) {
        return badges.stream().anyMatch(badge -> badge.kind() == Badge.Kind.UNSYNCHRONISED);
    }

    /// The node whose copy brings the queue back: the last master's when that node is not running (F-08).
    private @Nullable NodeName waitsFor(QueuePicture queue, Lane.Standing standing) {
        NodeName node = queue.master().node();
        boolean gone = moment.picture().node(node).filter(NodePicture::isAlive).isEmpty();
        return standing == Lane.Standing.DOWN && gone ? node : null;
    }

    private List<Lane.Wire> wires(List<CopiesInFlight> copies) {
        List<Lane.Wire> wires = new ArrayList<>();
        for (CopiesInFlight each : copies) {
            int from = columns.indexOf(each.channel().node());
            int to = columns.indexOf(each.to().node());
            if (from >= 0 && to >= 0 && !each.messages().isEmpty()) {
                wires.add(new Lane.Wire(from, to, each.messages().count()));
            }
        }
        wires.sort(Comparator.comparingInt(Lane.Wire::to).thenComparingInt(Lane.Wire::from));
        return wires;
    }
}
