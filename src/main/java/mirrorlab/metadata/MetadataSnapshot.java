package mirrorlab.metadata;

import java.util.List;
import java.util.Map;
import mirrorlab.policy.Policy;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;

/// All metadata at one moment.
///
/// @param members every node that ever joined, in order of joining
/// @param running in order of start
/// @param answered per node the number of its newest proposal that was applied
public record MetadataSnapshot(List<NodeName> members, List<RunningNode> running, List<QueueRecord> queues,
        List<Policy> policies, List<Policy> operatorPolicies, List<Exchange> exchanges, List<Binding> bindings,
        List<String> vhosts, List<User> users, List<Permissions> permissions, List<Limit> limits,
        Map<NodeName, Proposal> answered, long versions) {

    public record RunningNode(NodeName node, long incarnation) {}

    /// Names one proposal of one life of a node.
    public record Proposal(long incarnation, long number) {}
}
