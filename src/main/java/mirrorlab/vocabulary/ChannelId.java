package mirrorlab.vocabulary;

import org.jspecify.annotations.Nullable;

/// One life of one client channel: the node it is open on, that node's incarnation, and a serial number within it.
public record ChannelId(NodeName node, long incarnation, long serial) implements Comparable<ChannelId> {
    @Override
    public int compareTo(ChannelId other) {
        int byNode = node.compareTo(other.node);
        int byLife = byNode != 0 ? byNode : Long.compare(incarnation, other.incarnation);
        return byLife != 0 ? byLife : Long.compare(serial, other.serial);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ChannelId id && serial == id.serial && incarnation == id.incarnation
                && node.equals(id.node));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * node.hashCode() + Long.hashCode(incarnation)) + Long.hashCode(serial);
    }

    @Override
    public String toString() {
        return "<" + node + "." + incarnation + "." + serial + ".1>";
    }
}
