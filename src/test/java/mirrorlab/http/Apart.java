package mirrorlab.http;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.node.LinkFault;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// A network in which the test is the only peer.
final class Apart implements Network {
    Network.@Nullable Listener listener;
    final List<String> asked = new ArrayList<>();

    @Override
    public void start(Listener ear) {
        listener = ear;
    }

    @Override
    public void send(NodeName peer, long link, byte[] frame) {}

    @Override
    public List<NodeName> peers() {
        return List.of(HttpDoorTest.RABBIT2);
    }

    @Override
    public void cut(NodeName peer, boolean incoming, boolean outgoing) {
        if (!peer.equals(HttpDoorTest.RABBIT2)) {
            throw new IllegalArgumentException(peer + " is not a peer");
        }
        asked.add("cut " + peer + " " + incoming + " " + outgoing);
    }

    @Override
    public void disturb(NodeName peer, LinkFault fault) {
        if (!peer.equals(HttpDoorTest.RABBIT2)) {
            throw new IllegalArgumentException(peer + " is not a peer");
        }
        asked.add("disturb " + peer + " " + fault);
    }

    @Override
    public void heal(NodeName peer) {
        asked.add("heal " + peer);
    }

    @Override
    public void close() {}
}
