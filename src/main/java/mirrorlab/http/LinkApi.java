package mirrorlab.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import mirrorlab.node.LinkFault;
import mirrorlab.node.Network;
import mirrorlab.vocabulary.NodeName;

/// The requests of {@link LabApi} that disturb the way to one peer.
record LinkApi(Network network) {
    /// By request, its fields.
    static final Map<String, List<String>> TAKES = Map.of("POST link", List.of("peer", "delay_ms", "loss"), "POST cut",
            List.of("peer", "incoming", "outgoing"), "POST heal", List.of("peer"));

    /// @param asked
    ///            one of {@link #TAKES}
    Reply answer(String asked, LabFields fields) throws HttpProblem {
        NodeName peer = fields.nodeIn("peer", fields.text("peer", "the name of a node"),
                new LinkedHashSet<>(network.peers()));
        switch (asked) {
            case "POST link" -> network.disturb(peer, new LinkFault(
                    (int) fields.whole("delay_ms", LinkFault.MOST_DELAY_MILLIS, 0L), fields.share("loss", 0.0)));
            case "POST cut" ->
                network.cut(peer, fields.truth("incoming", true), fields.truth("outgoing", true));
            default -> network.heal(peer);
        }
        return Reply.NO_CONTENT;
    }
}
