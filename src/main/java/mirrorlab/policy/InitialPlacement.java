package mirrorlab.policy;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Where a queue is born (PO-18). The policy's mirrors come afterwards; under `nodes` the home may therefore be unlisted, and
/// is left once a mirror is synchronised (PO-13).
public final class InitialPlacement {
    private InitialPlacement() {}

    /// The home of a queue that a client declares.
    ///
    /// @param locator `min-masters` or `random`; anything else, and null, is `client-local`
    /// @param mode the policy's; null for a queue that is not mirrored
    /// @param running names of the nodes that run
    /// @param masters how many queues have their master on a node; none where the node is missing
    public static NodeName home(@Nullable String locator, NodeName client, @Nullable HaMode mode,
            List<NodeName> running, Map<NodeName, Integer> masters, RandomGenerator chance) {
        TreeSet<NodeName> candidates = new TreeSet<>(running);
        if (mode instanceof HaMode.Nodes(List<NodeName> listed)) {
            candidates.retainAll(listed);
        }
        candidates.add(client);
        return switch (locator) {
            case "min-masters" -> fewest(candidates, masters);
            case "random" -> List.copyOf(candidates).get(chance.nextInt(candidates.size()));
            case null, default -> client;
        };
    }

    /// PO-24: among equals the first by name.
    private static NodeName fewest(TreeSet<NodeName> candidates, Map<NodeName, Integer> masters) {
        NodeName best = candidates.getFirst();
        for (NodeName each : candidates) {
            if (masters.getOrDefault(each, 0) < masters.getOrDefault(best, 0)) {
                best = each;
            }
        }
        return best;
    }
}
