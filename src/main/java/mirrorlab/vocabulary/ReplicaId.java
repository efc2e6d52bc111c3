package mirrorlab.vocabulary;

/// One life of one replica: the node, the node's incarnation, and a serial number within it. Two lives never share an id,
/// so a message for a dead replica cannot reach its successor. Printed as RabbitMQ prints pids (C-01).
public record ReplicaId(NodeName node, long incarnation, long serial) {
    @Override
    public String toString() {
        return "<" + node + "." + incarnation + "." + serial + ".0>";
    }
}
