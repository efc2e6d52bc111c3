package mirrorlab.node;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.HybridClock;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;

/// Messages to peers, sent together at the end of a run of inputs. Confined to the loop's thread.
final class Outbox {
    /// A larger frame is not worth waiting for.
    private static final int FRAME = 1 << 16;

    private final Network network;
    private final PeerCodec codec;
    private final HybridClock clock;
    private final Map<NodeName, Line> lines = new LinkedHashMap<>();

    private static final class Line {
        private final PeerCodec.Writer writer;
        private long link;
        private long count;

        private Line(PeerCodec.Writer writer) {
            this.writer = writer;
        }
    }

    Outbox(Network network, PeerCodec codec, HybridClock clock) {
        this.network = network;
        this.codec = codec;
        this.clock = clock;
    }

    void up(NodeName peer, long link) {
        Line line = new Line(codec.writer());
        line.link = link;
        lines.put(peer, line);
    }

    void down(NodeName peer) {
        lines.remove(peer);
    }

    /// Does nothing when this is not the peer's present link.
    void add(NodeName peer, long link, PeerMessage message) {
        Line line = lines.get(peer);
        if (line != null && line.link == link) {
            line.writer.add(message);
            line.count++;
            if (line.writer.size() >= FRAME) {
                send(peer, line);
            }
        }
    }

    void flush() {
        lines.forEach((peer, line) -> {
            if (!line.writer.isEmpty()) {
                send(peer, line);
            }
        });
    }

    private void send(NodeName peer, Line line) {
        network.send(peer, line.link, line.writer.take(clock.tick()));
    }

    Map<String, Activity.LinkCount> counts() {
        Map<String, Activity.LinkCount> counts = new TreeMap<>();
        lines.forEach((peer, line) -> counts.put(peer.value(), new Activity.LinkCount(line.link, line.count)));
        return counts;
    }
}
