package mirrorlab.ui.stage;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.journal.ReplicaPicture;
import mirrorlab.vocabulary.NodeName;

/// What a queue has to fear, worst first: rows of the stage stand in this order.
public enum Risk {
    /// It has no master: it is not served (F-04, F-08, N-06), or its mirrors have not decided yet.
    NO_MASTER,
    /// The eldest mirror would take over (F-02), and it lacks messages that the master has.
    WOULD_LOSE,
    /// Nothing but the master has its messages.
    NO_MIRROR,
    /// Fewer synchronised mirrors than its policy wants.
    FEWER, HEALTHY;

    public boolean isAtRisk() {
        return this != HEALTHY;
    }

    /// @param policies
    ///            all that are set
    /// @param nodes
    ///            of the cluster, also those that do not run
    public static Risk of(QueuePicture queue, List<Happening.PolicySet> policies, List<NodeName> nodes) {
        Optional<ReplicaPicture> master = queue.masterReplica();
        if (master.isEmpty()) {
            return NO_MASTER;
        }
        List<ReplicaPicture> mirrors = queue.livingMirrors();
        if (mirrors.isEmpty()) {
            return NO_MIRROR;
        }
        ReplicaPicture eldest = mirrors.getFirst();
        boolean lacks = eldest.missing() > 0 || eldest.delta() < 0;
        if (eldest.sync() != ReplicaPicture.Sync.SYNCHRONISED && lacks && master.get().depth() > 0) {
            return WOULD_LOSE;
        }
        long good = mirrors.stream().filter(each -> each.sync() == ReplicaPicture.Sync.SYNCHRONISED).count();
        return good < wanted(queue, policies, nodes) ? FEWER : HEALTHY;
    }

    /// Mirrors that the queue's policy asks for, as far as the cluster has nodes for them (PO-15).
    static int wanted(QueuePicture queue, List<Happening.PolicySet> policies, List<NodeName> nodes) {
        return policies.stream()
                .filter(each -> each.name().equals(queue.record().policy())
                        && each.vhost().equals(queue.name().vhost()))
                .findFirst().map(each -> wanted(each.definition(), queue.master().node(), nodes)).orElse(0);
    }

    private static int wanted(Map<String, Object> definition, NodeName master, List<NodeName> nodes) {
        Object params = definition.get("ha-params");
        return switch (String.valueOf(definition.get("ha-mode"))) {
            case "all" -> nodes.size() - 1;
            case "exactly" -> params instanceof Number copies ? Math.min(copies.intValue(), nodes.size()) - 1 : 0;
            case "nodes" -> params instanceof List<?> named
                    ? (int) nodes.stream().filter(each -> !each.equals(master) && named.contains(each.value())).count()
                    : 0;
            default -> 0;
        };
    }
}
