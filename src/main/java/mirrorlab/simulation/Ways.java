package mirrorlab.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.node.LinkFault;
import mirrorlab.vocabulary.NodeName;

/// What is wrong with the way from one node to another.
final class Ways {
    private final Map<Way, LinkFault> faults = new LinkedHashMap<>();

    private record Way(NodeName from, NodeName to) {}

    /// @return what was wrong before
    LinkFault disturb(NodeName from, NodeName to, LinkFault fault) {
        LinkFault before = fault(from, to);
        if (fault.isNone()) {
            faults.remove(new Way(from, to));
        } else {
            faults.put(new Way(from, to), fault);
        }
        return before;
    }

    LinkFault fault(NodeName from, NodeName to) {
        return faults.isEmpty() ? LinkFault.NONE : faults.getOrDefault(new Way(from, to), LinkFault.NONE);
    }
}
