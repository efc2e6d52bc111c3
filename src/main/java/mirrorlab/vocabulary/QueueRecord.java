package mirrorlab.vocabulary;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the cluster knows of a queue (P-01); the same on every node.
///
/// @param version grows with every change of this record
/// @param owner for an exclusive queue the connection that owns it, as `node/connection`; else null
/// @param master the recorded master (`pid`), alive or not
/// @param epoch grows with every change of the master (F-03)
/// @param mirrors `slave_pids`, eldest first, dead ones included until their death is recorded; null when not mirrored (P-02)
/// @param synchronised `sync_slave_pids`, newest synchronised first
/// @param recoverable nodes that hold or held a mirror (F-17)
/// @param refused mirrors that would not be promoted and ended (F-04); RabbitMQ finds this out by asking for the process
/// @param policy name of the policy in force, or null
/// @param down a durable queue that is not mirrored and whose node is down (N-06)
public record QueueRecord(QueueName queue, long version, boolean durable, boolean autoDelete, @Nullable String owner,
        Map<String, Object> arguments, ReplicaId master, long epoch, @Nullable List<ReplicaId> mirrors,
        List<ReplicaId> synchronised,
        List<NodeName> recoverable, List<ReplicaId> refused, @Nullable String policy, boolean down) {

    public boolean exclusive() {
        return owner != null;
    }

    /// Mirrors, eldest first; none when the queue is not mirrored.
    public List<ReplicaId> mirrorList() {
        return mirrors == null ? List.of() : mirrors;
    }

    /// The master first, then the mirrors by age.
    public List<ReplicaId> replicas() {
        List<ReplicaId> all = new ArrayList<>(mirrorList().size() + 1);
        all.add(master);
        all.addAll(mirrorList());
        return all;
    }
}
