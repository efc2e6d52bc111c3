package mirrorlab.vocabulary;

import java.util.Comparator;

/// One life of one client channel: the node it is open on, that node's incarnation, and a serial number within it.
public record ChannelId(NodeName node, long incarnation, long serial) implements Comparable<ChannelId> {
    private static final Comparator<ChannelId> ORDER = Comparator.comparing(ChannelId::node)
            .thenComparingLong(ChannelId::incarnation).thenComparingLong(ChannelId::serial);

    @Override
    public int compareTo(ChannelId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "<" + node + "." + incarnation + "." + serial + ".1>";
    }
}
