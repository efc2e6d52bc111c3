package mirrorlab.policy;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// How many replicas a policy wants, and where.
public sealed interface HaMode {

    /// A replica on every running node (PO-09).
    record All() implements HaMode {}

    /// This many replicas, the master included (PO-10).
    ///
    /// @param count
    ///            at least 1
    record Exactly(int count) implements HaMode {}

    /// A replica on each of these nodes that runs (PO-11). Names in `ha-params` that no node can have are left
    /// out (PO-17).
    record Nodes(List<NodeName> listed) implements HaMode {
        public Nodes {
            listed = List.copyOf(listed);
        }
    }
}
