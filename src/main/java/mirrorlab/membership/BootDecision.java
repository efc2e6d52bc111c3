package mirrorlab.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Decides how this node comes into its cluster, from what its disk says and what its peers say.
public final class BootDecision {
    private final NodeName self;
    private final List<NodeName> order;
    private final @Nullable Past past;
    private final Map<NodeName, Status> peers = new TreeMap<>();
    private boolean listened;

    /// What the disk says of the time this node went down.
    public record Past(List<NodeName> known, List<NodeName> running) {}

    /// What to do now.
    public sealed interface Decision {
        record BootAlone() implements Decision {}

        record Join(NodeName sequencer) implements Decision {}

        /// @param reason for the log
        record Await(String reason) implements Decision {}
    }

    /// @param order the nodes as the cluster file lists them
    /// @param past null when this node never ran
    public BootDecision(NodeName self, List<NodeName> order, @Nullable Past past) {
        this.self = self;
        this.order = order;
        this.past = past;
    }

    public void heard(NodeName peer, Status status) {
        peers.put(peer, status);
    }

    /// Long enough: who runs already would have been heard of. Only from now on may this node begin without having heard of
    /// everybody.
    public void listened() {
        listened = true;
    }

    /// Whether this node ran alone when it went down: it may boot by itself, once it knows that no peer runs.
    public boolean mayBeAlone() {
        return past != null && List.of(self).containsAll(past.running());
    }

    public void unlinked(NodeName peer) {
        peers.remove(peer);
    }

    /// Who said what; only of linked peers.
    public @Nullable Status status(NodeName peer) {
        return peers.get(peer);
    }

    public Decision decide() {
        for (Status each : peers.values()) {
            if (each.serves() && each.sequencer() != null) {
                return join(each, each.sequencer());
            }
        }
        for (Map.Entry<NodeName, Status> each : peers.entrySet()) {
            if (each.getValue().sequencer() != null) {
                return new Decision.Await("for " + each.getKey() + ", which is being let in");
            }
        }
        if (!listened && order.stream().anyMatch(each -> !each.equals(self) && !peers.containsKey(each))) {
            return new Decision.Await("for the other nodes to answer");
        }
        return past == null ? first() : mayBeAlone() ? alone(past) : again(past);
    }

    private Decision join(Status status, NodeName sequencer) {
        for (NodeName each : status.running()) {
            if (!each.equals(self) && !peers.containsKey(each)) {
                return new Decision.Await("for a link to " + each);
            }
        }
        if (past == null) {
            for (NodeName each : before()) {
                boolean comes = peers.containsKey(each) || !status.known().contains(each);
                if (!status.running().contains(each) && comes) {
                    return new Decision.Await("for " + each + ", which joins first");
                }
                Status its = peers.get(each);
                if (its != null && !its.serves()) {
                    return new Decision.Await("for " + each + ", which joins first");
                }
            }
        }
        return new Decision.Join(sequencer);
    }

    private List<NodeName> before() {
        int place = order.indexOf(self);
        return place < 0 ? List.of() : order.subList(0, place);
    }

    private Decision first() {
        return before().isEmpty()
                ? new Decision.BootAlone()
                : new Decision.Await("for " + order.getFirst() + ", which starts the cluster");
    }

    /// N-12: alone, unless a peer does the same this moment: then the smaller name loads and the other joins.
    private Decision alone(Past before) {
        for (NodeName each : before.known()) {
            Status its = peers.get(each);
            if (its != null && its.alone() && each.compareTo(self) < 0) {
                return new Decision.Await("for " + each + " to load first");
            }
        }
        return new Decision.BootAlone();
    }

    /// N-12: when everybody waits, the smallest name begins.
    private Decision again(Past before) {
        List<NodeName> upAfter = new ArrayList<>(before.running());
        upAfter.remove(self);
        NodeName smallest = self;
        for (NodeName each : before.known()) {
            Status its = peers.get(each);
            if (!each.equals(self) && its == null) {
                return new Decision.Await("for " + upAfter + ", which ran when this node went down");
            }
            if (its != null && its.alone()) {
                return new Decision.Await("for " + each + ", which may load alone");
            }
            smallest = each.compareTo(smallest) < 0 ? each : smallest;
        }
        return smallest.equals(self)
                ? new Decision.BootAlone()
                : new Decision.Await("for " + smallest + " to load first");
    }
}
