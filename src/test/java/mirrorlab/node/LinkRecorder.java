package mirrorlab.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import mirrorlab.vocabulary.NodeName;

/// Writes down what one node is told by its network, and whether it was told something that the contract forbids.
public final class LinkRecorder implements Network.Listener {
    /// One thing that was told; `text` is empty unless a frame was received.
    public record Told(Kind kind, NodeName peer, long incarnation, long link, String text) {
        public enum Kind {
            UP, DOWN, RECEIVED, SUSPECTED, HEARD
        }
    }

    private final Object change;
    private final BiConsumer<NodeName, byte[]> onFrame;
    private final List<Told> told = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final Map<NodeName, Long> links = new LinkedHashMap<>();

    /// @param change
    ///            notified after everything that was told
    /// @param onFrame
    ///            called on the network's thread for every frame, before it is written down
    public LinkRecorder(Object change, BiConsumer<NodeName, byte[]> onFrame) {
        this.change = change;
        this.onFrame = onFrame;
    }

    @Override
    public void peerUp(NodeName peer, long incarnation, long link) {
        tell(new Told(Told.Kind.UP, peer, incarnation, link, ""), () -> {
            Long old = links.put(peer, link);
            if (old != null) {
                broken.add("link " + link + " with " + peer + " began before " + old + " had ended");
            }
        });
    }

    @Override
    public void peerDown(NodeName peer, long link) {
        tell(new Told(Told.Kind.DOWN, peer, 0, link, ""), () -> {
            Long old = links.remove(peer);
            if (old == null || old != link) {
                broken.add("link " + link + " with " + peer + " ended, but the link was " + old);
            }
        });
    }

    @Override
    public void suspected(NodeName peer, long link, boolean missing) {
        tell(new Told(missing ? Told.Kind.SUSPECTED : Told.Kind.HEARD, peer, 0, link, ""), () -> {
            Long current = links.get(peer);
            if (current == null || current != link) {
                broken.add("link " + link + " with " + peer + " was suspected, but the link was " + current);
            }
        });
    }

    @Override
    public void idle() {}

    @Override
    public void received(NodeName peer, long link, byte[] frame) {
        onFrame.accept(peer, frame);
        String text = new String(frame, 0, Math.min(frame.length, 64), UTF_8);
        tell(new Told(Told.Kind.RECEIVED, peer, 0, link, text), () -> {
            Long current = links.get(peer);
            if (current == null || current != link) {
                broken.add(text + " of link " + link + " with " + peer + " arrived, but the link was " + current);
            }
        });
    }

    private void tell(Told one, Runnable check) {
        synchronized (change) {
            told.add(one);
            check.run();
            change.notifyAll();
        }
    }

    public List<Told> told() {
        synchronized (change) {
            return List.copyOf(told);
        }
    }

    /// What the contract forbids and was told nevertheless.
    public List<String> broken() {
        synchronized (change) {
            return List.copyOf(broken);
        }
    }

    /// The living link with a peer, or 0.
    public long link(NodeName peer) {
        synchronized (change) {
            return links.getOrDefault(peer, 0L);
        }
    }

    public List<String> texts(NodeName from) {
        synchronized (change) {
            return told.stream().filter(t -> t.kind() == Told.Kind.RECEIVED && t.peer().equals(from)).map(Told::text)
                    .toList();
        }
    }

    public long count(Told.Kind kind, NodeName peer) {
        synchronized (change) {
            return told.stream().filter(t -> t.kind() == kind && t.peer().equals(peer)).count();
        }
    }

    /// The incarnations that were announced, in order.
    public List<Long> incarnations(NodeName peer) {
        synchronized (change) {
            return told.stream().filter(t -> t.kind() == Told.Kind.UP && t.peer().equals(peer)).map(Told::incarnation)
                    .toList();
        }
    }
}
