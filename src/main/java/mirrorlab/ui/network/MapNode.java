package mirrorlab.ui.network;

import java.util.List;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.vocabulary.NodeName;

/// A node on the map.
///
/// @param missedBy
///            nodes at which its heartbeats are missing
/// @param disturbed
///            some way from it or to it has a fault
public record MapNode(NodeName name, NodeColumn.State state, List<NodeName> missedBy, int masters, int mirrors,
        boolean disturbed) {}
