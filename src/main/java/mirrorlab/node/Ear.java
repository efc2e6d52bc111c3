package mirrorlab.node;

import java.util.function.BiConsumer;
import mirrorlab.broker.Input;
import mirrorlab.journal.HybridClock;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.vocabulary.NodeName;

/// Reads frames on the network's threads, so that the loop has less to do, and posts what is in them.
record Ear(Inbox inbox, PeerCodec codec, HybridClock clock, Runnable help, BiConsumer<NodeName, Boolean> suspicion)
        implements
            Network.Listener {

    @Override
    public void peerUp(NodeName peer, long incarnation, long link) {
        inbox.put(new Inbox.Plain(new Input.PeerUp(peer, incarnation, link)));
    }

    @Override
    public void peerDown(NodeName peer, long link) {
        inbox.put(new Inbox.Plain(new Input.PeerDown(peer, link)));
    }

    @Override
    public void received(NodeName peer, long link, byte[] frame) {
        try {
            PeerCodec.Frame read = codec.read(frame);
            clock.observe(read.clock());
            inbox.putQuietly(new Inbox.Frame(peer, link, read.messages()));
        } catch (IllegalArgumentException e) {
            inbox.put(new Inbox.Malformed(peer, link, String.valueOf(e.getMessage())));
        }
    }

    /// Only told: whether to go on without the peer is decided when its link has ended.
    @Override
    public void suspected(NodeName peer, long link, boolean missing) {
        inbox.put(new Inbox.Task(() -> suspicion.accept(peer, missing)));
    }

    @Override
    public void idle() {
        help.run();
    }
}
