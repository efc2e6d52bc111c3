package mirrorlab.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import mirrorlab.vocabulary.NodeName;

/// Says which nodes a mode wants, given where the replicas are now.
public final class Placement {
    private Placement() {}

    /// What `mode` makes of the present state (PO-09, PO-10, PO-11). Nothing is changed by asking.
    ///
    /// @param mirrorsByAge
    ///            nodes of the present mirrors, eldest first
    /// @param synchronised
    ///            nodes of the synchronised mirrors, the most recently synchronised one first (P-01)
    /// @param running
    ///            running nodes in the order of {@link RunningOrder}; it contains the master's node if that runs
    /// @param chance
    ///            decides which nodes an `exactly` grows to
    public static Suggestion suggest(HaMode mode, NodeName master, List<NodeName> mirrorsByAge,
            List<NodeName> synchronised, List<NodeName> running, RandomGenerator chance) {
        return switch (mode) {
            case HaMode.All() -> new Suggestion(master, without(running, master));
            case HaMode.Exactly(int count) -> new Suggestion(master,
                    exactly(count - 1, master, mirrorsByAge, running, chance));
            case HaMode.Nodes(List<NodeName> listed) -> nodes(listed, master, synchronised, running);
        };
    }

    private static List<NodeName> exactly(int wanted, NodeName master, List<NodeName> mirrorsByAge,
            List<NodeName> running, RandomGenerator chance) {
        if (wanted <= mirrorsByAge.size()) {
            return mirrorsByAge.subList(0, Math.max(0, wanted)); // the eldest stay
        }
        List<NodeName> others = candidates(master, mirrorsByAge, running);
        Collections.shuffle(others, chance);
        List<NodeName> mirrors = new ArrayList<>(mirrorsByAge);
        mirrors.addAll(others.subList(0, Math.min(others.size(), wanted - mirrorsByAge.size())));
        return mirrors;
    }

    private static List<NodeName> candidates(NodeName master, List<NodeName> mirrorsByAge, List<NodeName> running) {
        List<NodeName> others = without(running, master);
        others.removeAll(mirrorsByAge);
        return others;
    }

    /// Among which nodes {@link #suggest} draws new mirrors; empty when it has no choice. Parameters are as there.
    public static List<NodeName> drawn(HaMode mode, NodeName master, List<NodeName> mirrorsByAge,
            List<NodeName> running) {
        if (!(mode instanceof HaMode.Exactly(int count)) || count - 1 <= mirrorsByAge.size()) {
            return List.of();
        }
        List<NodeName> others = candidates(master, mirrorsByAge, running);
        return others.size() <= count - 1 - mirrorsByAge.size() ? List.of() : List.copyOf(others);
    }

    private static Suggestion nodes(List<NodeName> listed, NodeName master, List<NodeName> synchronised,
            List<NodeName> running) {
        List<NodeName> available = new ArrayList<>(listed);
        if (synchronised.isEmpty()) { // nobody could take over: the master stays
            TreeSet<NodeName> withMaster = new TreeSet<>(listed);
            withMaster.add(master);
            available = new ArrayList<>(withMaster);
        }
        available.retainAll(running);
        if (available.isEmpty()) {
            return new Suggestion(master, List.of()); // PO-17
        }
        NodeName next = available.contains(master)
                ? master
                : available.stream().filter(synchronised::contains).findFirst().orElse(synchronised.isEmpty()
                        ? master
                        : synchronised.getFirst());
        return new Suggestion(next, without(available, next));
    }

    private static List<NodeName> without(List<NodeName> nodes, NodeName one) {
        List<NodeName> others = new ArrayList<>(nodes);
        others.remove(one);
        return others;
    }
}
