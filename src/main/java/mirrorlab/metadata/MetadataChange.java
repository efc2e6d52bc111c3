package mirrorlab.metadata;

import java.util.List;
import java.util.Map;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
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

    /// @param together
    ///            nodes whose mirrors were placed at once with this one and, like it, had nothing to miss (S-04); empty
    ///            otherwise
    record MirrorSynchronised(QueueName queue, ReplicaId mirror, List<NodeName> together) implements MetadataChange {}

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

    record OperatorPolicySet(Policy policy) implements MetadataChange {}

    record OperatorPolicyCleared(String vhost, String name) implements MetadataChange {}

    /// No effect when it exists.
    record ExchangeDeclared(Exchange exchange) implements MetadataChange {}

    /// No effect when it is missing, or when it is the source of a binding and `ifUnused`. Its bindings go with it, and
    /// auto-delete exchanges of which that was the last binding.
    record ExchangeDeleted(ExchangeName exchange, boolean ifUnused) implements MetadataChange {}

    /// No effect when the same binding exists (arguments count), or when its source or destination is gone.
    record Bound(Binding binding) implements MetadataChange {}

    /// No effect when it is missing. An auto-delete exchange goes with the last binding from it.
    record Unbound(Binding binding) implements MetadataChange {}

    /// With the exchanges that every virtual host has (M-02). No effect when it exists.
    record VhostAdded(String vhost) implements MetadataChange {}

    /// With everything that is in it (M-07).
    record VhostDeleted(String vhost) implements MetadataChange {}

    /// A new user, or another password or other tags for one.
    record UserPut(User user) implements MetadataChange {}

    /// With the user's permissions.
    record UserDeleted(String user) implements MetadataChange {}

    /// No effect when the user or the virtual host is gone.
    record PermissionsSet(Permissions permissions) implements MetadataChange {}

    record PermissionsCleared(String user, String vhost) implements MetadataChange {}

    /// No effect when the virtual host or the user is gone.
    record LimitSet(Limit limit) implements MetadataChange {}

    record LimitCleared(boolean ofUser, String holder, String name) implements MetadataChange {}
}
