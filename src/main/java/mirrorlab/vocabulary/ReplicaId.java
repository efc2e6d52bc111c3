package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// One life of one replica: the node, the node's incarnation, and a serial number within it. Two lives never share an id,
/// so a message for a dead replica cannot reach its successor. Printed as RabbitMQ prints pids (C-01).
public record ReplicaId(NodeName node, long incarnation, long serial) {
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ReplicaId id && serial == id.serial && incarnation == id.incarnation
                && node.equals(id.node));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * node.hashCode() + Long.hashCode(incarnation)) + Long.hashCode(serial);
    }

    @Override
    public String toString() {
        return "<" + node + "." + incarnation + "." + serial + ".0>";
    }
}
