package mirrorlab.policy;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// The order in which one node lists the running ones; it decides the age of mirrors made together (PO-21).
public final class RunningOrder {
    private RunningOrder() {}

    /// The master's node first, then the nodes that started after it, latest first, then the earlier ones in order of
    /// start.
    ///
    /// @param byStart
    ///            the running nodes, earliest start first; when the master is not among them, all count as earlier
    public static List<NodeName> seenFrom(NodeName master, List<NodeName> byStart) {
        int place = byStart.indexOf(master);
        List<NodeName> order = new ArrayList<>();
        if (place < 0) {
            order.addAll(byStart);
            return List.copyOf(order);
        }
        order.add(master);
        order.addAll(byStart.subList(place + 1, byStart.size()).reversed());
        order.addAll(byStart.subList(0, place));
        return List.copyOf(order);
    }
}
