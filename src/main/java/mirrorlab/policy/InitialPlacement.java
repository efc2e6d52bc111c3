package mirrorlab.policy;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import mirrorlab.vocabulary.NodeName;

/// Where a queue is born (PO-18).
public final class InitialPlacement {
    private InitialPlacement() {}

    /// The home of a queue that a client declares, and the mirrors it starts with. The locator is client-local: the
    /// home is the node the client is connected to, passed through the policy without any mirrors; under `nodes` it may
    /// therefore be unlisted and is left once a mirror is synchronised (PO-13).
    ///
    /// @param mode
    ///            the policy's; empty for a queue that is not mirrored, which includes every exclusive one (P-03)
    /// @param running
    ///            running nodes in the order of {@link RunningOrder} seen from the client's node
    public static Suggestion clientLocal(NodeName client, Optional<HaMode> mode, List<NodeName> running,
            RandomGenerator chance) {
        return mode.map(each -> Placement.suggest(each, client, List.of(), List.of(), running, chance))
                .orElseGet(() -> new Suggestion(client, List.of()));
    }
}
