package mirrorlab.node;

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

    /// Stops frames in one direction, at once and on both ends as the peers see them: a cut in either direction ends
    /// the link for both sides as soon as the side that no longer hears the other notices. `incoming`: what the peer
    /// sends to us.
    void cut(NodeName peer, boolean incoming, boolean outgoing);

    /// Ends every cut with this peer; a new link follows.
    void heal(NodeName peer);

    /// Leaves the network; peers see the link end at once.
    @Override
    void close();

    /// Called on the network's threads; must not block.
    interface Listener {
        void peerUp(NodeName peer, long incarnation, long link);

        void peerDown(NodeName peer, long link);

        void received(NodeName peer, long link, byte[] frame);

        /// The calling thread has nothing more for now, and can be lent to whoever deals with what it brought.
        void idle();
    }
}
