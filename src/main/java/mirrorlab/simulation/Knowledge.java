package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.metadata.MetadataSnapshot;

/// The metadata of two nodes side by side.
final class Knowledge {
    private Knowledge() {}

    /// What each knows and the other does not.
    static String difference(SimulatedNode one, SimulatedNode other) {
        return one.name + " has " + more(one, other) + ", " + other.name + " has " + more(other, one);
    }

    private static List<Object> more(SimulatedNode one, SimulatedNode other) {
        List<Object> more = all(one.broker.state().snapshot());
        more.removeAll(all(other.broker.state().snapshot()));
        return more;
    }

    private static List<Object> all(MetadataSnapshot state) {
        List<Object> all = new ArrayList<>(List.of(state.members(), state.running(), state.bindings(), state.vhosts(),
                state.users(), state.permissions(), state.limits(), state.answered(), state.versions()));
        all.addAll(state.queues());
        all.addAll(state.policies());
        all.addAll(state.exchanges());
        return all;
    }
}
