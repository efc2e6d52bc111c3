package mirrorlab.node;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// What Erlang's distribution is to RabbitMQ: links between pairs of nodes.
///
/// While a link lives, frames arrive first-in-first-out and none is missing. A link ends once, with `peerDown`; nothing
/// of an old link arrives after that. A peer that comes back has a higher incarnation or at least a new link. Liveness
/// is pairwise: a closed socket at once, missing heartbeats after the detector's time.
public interface Network extends AutoCloseable {

    /// Joins the network and begins to report. Called once. Returns when this node can be reached by its peers.
    void start(Listener listener);

    /// Hands a frame to the peer's sender and returns at once; a frozen or slow peer delays nobody else. Silently does
    /// nothing when the link has ended or the peer is not there. When more than the sender's bound is waiting for one
    /// peer, the link is declared lost.
    ///
    /// @param link
    ///            as given by `peerUp`
    void send(NodeName peer, long link, byte[] frame);

    /// The other nodes of the cluster, as far as this one has heard of them, in order of name.
    List<NodeName> peers();

    /// Stops frames in one direction, at once and on both ends as the peers see them: a cut in either direction ends
    /// the link for both sides as soon as the side that no longer hears the other notices. `incoming`: what the peer
    /// sends to us.
    void cut(NodeName peer, boolean incoming, boolean outgoing);

    /// From now on what this node sends to the peer suffers from the fault, heartbeats included: frames come late, but never
    /// out of order, and none is missing while the link lives. What is on its way already suffers from it, too. A peer that
    /// hears nothing for the detector's time ends the link, as ever; until then what was sent waits, as much as a sender's
    /// bound allows.
    ///
    /// @param fault
    ///            {@link LinkFault#NONE} mends the way
    void disturb(NodeName peer, LinkFault fault);

    /// Ends every cut with this peer and every fault on the way to it; where a link had ended, a new one follows.
    void heal(NodeName peer);

    /// Leaves the network; peers see the link end at once.
    @Override
    void close();

    /// Called on the network's threads; must not block.
    interface Listener {
        void peerUp(NodeName peer, long incarnation, long link);

        void peerDown(NodeName peer, long link);

        void received(NodeName peer, long link, byte[] frame);

        /// Several heartbeats of the peer are missing, so that its link may be about to end; or it is heard again. A link that
        /// ends under suspicion is not heard again.
        default void suspected(NodeName peer, long link, boolean missing) {}

        /// The calling thread has nothing more for now, and can be lent to whoever deals with what it brought.
        void idle();
    }
}
