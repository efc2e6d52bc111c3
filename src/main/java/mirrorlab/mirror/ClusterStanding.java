package mirrorlab.mirror;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;

/// A cluster's queues at one moment.
///
/// @param running the incarnations of the running nodes, in order of start
/// @param silent running nodes that did not answer
/// @param queues in order of name
public record ClusterStanding(Map<NodeName, Long> running, List<NodeName> silent, List<QueueStanding> queues) {

    /// Its node runs, and it is the same life of the node.
    boolean runs(ReplicaId replica) {
        Long incarnation = running.get(replica.node());
        return incarnation != null && incarnation == replica.incarnation();
    }
}
