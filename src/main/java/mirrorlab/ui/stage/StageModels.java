package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
import org.jspecify.annotations.Nullable;

/// Works out what the stage draws. Pure: the same moment gives an equal model.
public final class StageModels {
    private final Moment moment;
    private final List<NodeName> columns;

    private StageModels(Moment moment) {
        this.moment = moment;
        columns = moment.columns();
    }

    public static StageModel of(Moment moment) {
        StageModels work = new StageModels(moment);
        List<QueuePicture> queues = moment.picture().queues();
        List<CopiesInFlight> copies = moment.picture().copiesInFlight();
        return new StageModel(work.columns.stream().map(node -> work.column(node, queues)).toList(),
                queues.stream().map(queue -> work.lane(queue, copies)).toList());
    }

    private NodeColumn column(NodeName name, List<QueuePicture> queues) {
        Optional<NodePicture> found = moment.picture().node(name);
        if (found.isEmpty()) {
            return new NodeColumn(name, NodeColumn.State.ABSENT, 0, 0, 0, 0, List.of(), 0, 0, 0);
        }
        NodePicture node = found.get();
        List<ReplicaPicture> replicas = queues.stream().flatMap(queue -> queue.replicaOn(name).stream())
                .filter(ReplicaPicture::isAlive).toList();
        int masters = (int) replicas.stream().filter(each -> each.role() == ReplicaPicture.Role.MASTER).count();
        int connections = (int) moment.picture().connections().stream().filter(each -> each.node().equals(name))
                .count();
        Integer exit = node.exitStatus();
        return new NodeColumn(name, NodeColumn.State.valueOf(node.state().name()), node.processId(), node.amqpPort(),
                node.httpPort(), exit == null ? 0 : exit, node.lastLogLines(), masters, replicas.size() - masters,
                connections);
    }

    private Lane lane(QueuePicture queue, List<CopiesInFlight> copies) {
        Optional<ReplicaPicture> master = queue.masterReplica();
        MessageSet lost = moment.account(queue.name()).map(QueueAccount::fates)
                .map(fates -> fates.getOrDefault(Fate.LOST, MessageSet.EMPTY)).orElse(MessageSet.EMPTY);
        CellModels cells = new CellModels(moment.picture(), queue, master.orElse(null), lost);
        SyncPicture sync = queue.sync();
        Lane.Standing standing = switch (queue.state()) {
            case RUNNING, PROMOTING -> sync == null ? Lane.Standing.RUNNING : Lane.Standing.SYNCING;
            case SYNCING -> Lane.Standing.SYNCING;
            case DOWN, UNREACHABLE -> Lane.Standing.DOWN;
        };
        int consumers = (int) moment.picture().consumers().stream().filter(each -> each.queue().equals(queue.name()))
                .count();
        return new Lane(queue.name(), queue.record().durable(), queue.record().exclusive(), queue.record().policy(),
                standing,
                queue.master().node(), queue.badges(), unsynchronised(queue.badges()),
                columns.stream().map(node -> queue.replicaOn(node).map(cells::of).orElse(Cell.NONE)).toList(),
                sync == null ? 0 : sync.sent(), sync == null ? 0 : sync.total(), waitingPublishes(queue, sync),
                sync == null ? 0 : sync.waitingOther(), consumers, waitsFor(queue, standing), wires(queue, copies));
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

    private List<Lane.Wire> wires(QueuePicture queue, List<CopiesInFlight> copies) {
        List<Lane.Wire> wires = new ArrayList<>();
        for (CopiesInFlight each : copies) {
            int from = columns.indexOf(each.channel().node());
            int to = columns.indexOf(each.to().node());
            if (each.queue().equals(queue.name()) && from >= 0 && to >= 0 && !each.messages().isEmpty()) {
                wires.add(new Lane.Wire(from, to, each.messages().count()));
            }
        }
        wires.sort(Comparator.comparingInt(Lane.Wire::to).thenComparingInt(Lane.Wire::from));
        return wires;
    }
}
