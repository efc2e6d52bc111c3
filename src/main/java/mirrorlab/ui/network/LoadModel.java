package mirrorlab.ui.network;

import java.util.List;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;

/// What each node does.
///
/// @param nodes
///            in the order of the cluster file
public record LoadModel(List<NodeLoad> nodes) {
    static final LoadModel EMPTY = new LoadModel(List.of());

    /// @param asMaster
    ///            operations a second on the queues that it leads, `asMirror` on the copies of others'
    public record NodeLoad(NodeName name, NodeColumn.State state, int masters, int mirrors, Work asMaster,
            Work asMirror) {
        public long total() {
            return asMaster.total() + asMirror.total();
        }
    }

    public static LoadModel of(Moment moment, Rates rates) {
        List<QueuePicture> queues = moment.picture().queues();
        return new LoadModel(moment.columns().stream().map(name -> {
            int masters = count(queues, name, ReplicaPicture.Role.MASTER);
            int mirrors = count(queues, name, ReplicaPicture.Role.MIRROR);
            return new NodeLoad(name, NetworkModel.state(name, moment), masters, mirrors, rates.asMaster(name),
                    rates.asMirror(name));
        }).toList());
    }

    private static int count(List<QueuePicture> queues, NodeName node, ReplicaPicture.Role role) {
        return (int) queues.stream().flatMap(queue -> queue.replicaOn(node).stream())
                .filter(each -> each.isAlive() && each.role() == role).count();
    }

    /// What clients asked for.
    public long asked() {
        return nodes.stream().mapToLong(each -> each.asMaster().total()).sum();
    }

    /// What all nodes did for it.
    public long done() {
        return nodes.stream().mapToLong(NodeLoad::total).sum();
    }

    /// The longest bar.
    public long most() {
        return nodes.stream().mapToLong(each -> Math.max(each.asMaster().total(), each.asMirror().total())).max()
                .orElse(0);
    }
}
