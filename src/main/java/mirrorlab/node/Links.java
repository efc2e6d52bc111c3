package mirrorlab.node;

import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;

/// The present link of each peer, and how many messages came over it. Confined to the loop's thread.
final class Links {
    private final Map<NodeName, Line> lines = new TreeMap<>();

    private static final class Line {
        private final long link;
        private long count;

        private Line(long link) {
            this.link = link;
        }
    }

    void up(NodeName peer, long link) {
        lines.put(peer, new Line(link));
    }

    void down(NodeName peer) {
        lines.remove(peer);
    }

    boolean isPresent(NodeName peer, long link) {
        Line line = lines.get(peer);
        return line != null && line.link == link;
    }

    void count(NodeName peer) {
        Line line = lines.get(peer);
        if (line != null) {
            line.count++;
        }
    }

    Map<String, Activity.LinkCount> counts() {
        Map<String, Activity.LinkCount> counts = new TreeMap<>();
        lines.forEach((peer, line) -> counts.put(peer.value(), new Activity.LinkCount(line.link, line.count)));
        return counts;
    }
}
