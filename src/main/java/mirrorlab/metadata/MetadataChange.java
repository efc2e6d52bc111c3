package mirrorlab.metadata;

import java.util.List;
import java.util.Map;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// One change of the metadata. Applied on every node in the same order with the same result.
public sealed interface MetadataChange {

    record NodeJoined(NodeName node, long incarnation) implements MetadataChange {}

    /// The node's boot is complete. Every running node without a synchronised mirror of a queue leaves its `recoverable`,
    /// for what it holds will be wiped (F-18).
    record NodeServes(NodeName node) implements MetadataChange {}

    /// Non-mirrored queues of the node are removed (N-05) or marked down (N-06).
    record NodeLeft(NodeName node, long incarnation) implements MetadataChange {}

    /// No effect when the queue exists.
    ///
    /// @param mirrored a policy mirrors it: `mirrors` begins as an empty list, else null
    record QueueCreated(QueueName queue, boolean durable, boolean autoDelete, @Nullable String owner,
            Map<String, Object> arguments, ReplicaId master, boolean mirrored) implements MetadataChange {}

    /// @param expected the master the request was served by; null removes whatever is recorded
    record QueueDeleted(QueueName queue, @Nullable ReplicaId expected, String reason) implements MetadataChange {}

    /// A mirror that gets the master's stream already becomes a mirror for everybody (G-11); it is the youngest (F-06).
    record MirrorAdded(QueueName queue, ReplicaId master, ReplicaId mirror) implements MetadataChange {}

    /// @param nodesDown they died with their nodes, which stay recoverable (F-17)
    record MirrorsRemoved(QueueName queue, ReplicaId master, List<ReplicaId> gone, boolean nodesDown)
            implements
                MetadataChange {}

    record MirrorSynchronised(QueueName queue, ReplicaId mirror) implements MetadataChange {}

    /// The candidate writes itself as master (F-03); `survivors` are the mirrors that go on, eldest first.
    record MasterReplaced(QueueName queue, ReplicaId old, ReplicaId promoted, List<ReplicaId> survivors)
            implements
                MetadataChange {}

    /// The mirror would not be promoted and ended; the lists stay as they are (F-04).
    record MirrorRefused(QueueName queue, ReplicaId mirror) implements MetadataChange {}

    /// F-08: no mirrors any more, and those on running nodes are not recoverable.
    record MirrorsTerminated(QueueName queue, ReplicaId master) implements MetadataChange {}

    /// PO-15: the policy stopped or started to mirror this queue.
    record MirroringChanged(QueueName queue, ReplicaId master, boolean mirrored) implements MetadataChange {}

    /// The last recorded master's node is back and recovered the queue from its disk (F-29); no effect while a mirror lives.
    record QueueRecovered(QueueName queue, ReplicaId old, ReplicaId master,
            boolean mirrored) implements MetadataChange {}

    record PolicySet(Policy policy) implements MetadataChange {}

    record PolicyCleared(String vhost, String name) implements MetadataChange {}
}
