package mirrorlab.simulation;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;

/// Changes what nodes say to each other, to see whether the invariants notice.
interface Tampering {
    Tampering NONE = (cluster, from, to, message) -> List.of(message);

    /// @return what arrives at `to` instead
    List<PeerMessage> arriving(SimulatedCluster cluster, NodeName from, NodeName to, PeerMessage message);
}
