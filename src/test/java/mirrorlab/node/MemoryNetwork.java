package mirrorlab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import mirrorlab.vocabulary.NodeName;

/// Networks of nodes in one JVM, without delay and loss. A cut is seen by both at once.
final class MemoryNetwork implements Network {
    private final NodeName self;
    private final Map<NodeName, MemoryNetwork> all;
    private final Map<NodeName, Long> links = new TreeMap<>();
    final List<byte[]> sent = new CopyOnWriteArrayList<>();
    Network.Listener listener = new Nobody();
    private static long numbers;

    private static final class Nobody implements Listener {
        @Override
        public void peerUp(NodeName peer, long incarnation, long link) {}

        @Override
        public void peerDown(NodeName peer, long link) {}

        @Override
        public void received(NodeName peer, long link, byte[] frame) {}

        @Override
        public void idle() {}
    }

    MemoryNetwork(NodeName self, Map<NodeName, MemoryNetwork> all) {
        this.self = self;
        this.all = all;
    }

    @Override
    public void start(Listener ear) {
        synchronized (all) {
            listener = ear;
            for (MemoryNetwork each : new ArrayList<>(all.values())) {
                connect(each);
            }
            all.put(self, this);
        }
    }

    private void connect(MemoryNetwork other) {
        long link = ++numbers;
        links.put(other.self, link);
        other.links.put(self, link);
        listener.peerUp(other.self, 1, link);
        other.listener.peerUp(self, 1, link);
    }

    @Override
    public void send(NodeName peer, long link, byte[] frame) {
        synchronized (all) {
            sent.add(frame);
            if (Long.valueOf(link).equals(links.get(peer))) {
                all.get(peer).listener.received(self, link, frame);
                all.get(peer).listener.idle();
            }
        }
    }

    @Override
    public List<NodeName> peers() {
        synchronized (all) {
            return all.keySet().stream().filter(each -> !each.equals(self)).toList();
        }
    }

    @Override
    public void cut(NodeName peer, boolean incoming, boolean outgoing) {
        synchronized (all) {
            Long link = links.remove(peer);
            if (link != null) {
                all.get(peer).links.remove(self);
                listener.peerDown(peer, link);
                all.get(peer).listener.peerDown(self, link);
            }
        }
    }

    @Override
    public void disturb(NodeName peer, LinkFault fault) {
        throw new UnsupportedOperationException("the memory has no faults");
    }

    @Override
    public void heal(NodeName peer) {
        synchronized (all) {
            connect(all.get(peer));
        }
    }

    @Override
    public void close() {
        List.copyOf(links.keySet()).forEach(each -> cut(each, true, true));
    }
}
