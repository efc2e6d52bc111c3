package mirrorlab.policy;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// Where a policy wants a queue's replicas.
///
/// @param mirrors
///            eldest first; the ones to be made come in the order in which they are made
public record Suggestion(NodeName master, List<NodeName> mirrors) {
    public Suggestion {
        mirrors = List.copyOf(mirrors);
    }
}
