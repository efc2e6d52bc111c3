package mirrorlab.ui.network;

import mirrorlab.vocabulary.NodeName;

/// One direction between two nodes.
public record Way(NodeName from, NodeName to) implements Comparable<Way> {
    @Override
    public int compareTo(Way other) {
        int byFrom = from.compareTo(other.from);
        return byFrom != 0 ? byFrom : to.compareTo(other.to);
    }

    public Way back() {
        return new Way(to, from);
    }
}
