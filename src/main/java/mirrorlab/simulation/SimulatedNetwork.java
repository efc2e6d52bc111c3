package mirrorlab.simulation;

import java.util.List;
import java.util.TreeSet;
import mirrorlab.node.LinkFault;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;

/// One node's end of simulated wires, as the shell of a node sees a network.
final class SimulatedNetwork implements Network {
    private final Wires<byte[]> wires;
    private final NodeName self;
    private final long incarnation;
    private final TreeSet<NodeName> peers = new TreeSet<>();
    private boolean open;

    SimulatedNetwork(Wires<byte[]> wires, NodeName self, long incarnation) {
        this.wires = wires;
        this.self = self;
        this.incarnation = incarnation;
    }

    NodeName self() {
        return self;
    }

    @Override
    public void start(Listener listener) {
        open = true;
        wires.join(self, incarnation, new Wires.Ear<>() {
            @Override
            public void up(NodeName peer, long life, long link) {
                peers.add(peer);
                listener.peerUp(peer, life, link);
            }

            @Override
            public void down(NodeName peer, long link) {
                listener.peerDown(peer, link);
            }

            @Override
            public void frame(NodeName peer, long link, byte[] frame) {
                listener.received(peer, link, frame);
            }

            @Override
            public void suspected(NodeName peer, long link, boolean missing) {
                listener.suspected(peer, link, missing);
            }
        });
    }

    @Override
    public void send(NodeName peer, long link, byte[] frame) {
        wires.send(self, peer, link, frame);
    }

    @Override
    public List<NodeName> peers() {
        return List.copyOf(peers);
    }

    @Override
    public void cut(NodeName peer, boolean incoming, boolean outgoing) {
        if (incoming) {
            wires.cut(self, peer, self);
        }
        if (outgoing) {
            wires.cut(self, self, peer);
        }
    }

    @Override
    public void disturb(NodeName peer, LinkFault fault) {
        wires.disturb(self, peer, fault);
    }

    @Override
    public void heal(NodeName peer) {
        wires.heal(self, peer);
    }

    @Override
    public void close() {
        if (open) {
            open = false;
            wires.close(self);
        }
    }

    /// Like a killed process.
    void crash() {
        open = false;
        wires.crash(self);
    }
}
