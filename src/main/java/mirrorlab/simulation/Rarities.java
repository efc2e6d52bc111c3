package mirrorlab.simulation;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;

/// Situations of those histories that come to hold points, auto-delete queues and transactions.
final class Rarities {
    private final SimulatedCluster cluster;
    private final Set<String> cells;
    private final Set<Holding> holding = new LinkedHashSet<>();

    private record Holding(NodeName node, String point, QueueName queue) {}

    /// Whose death comes while a queue holds.
    enum Whose {
        THAT("of the node that holds it"), OTHER("of another node");

        private final String words;

        Whose(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// F-37, P-27.
    enum Rare {
        FORSAKEN("the last consumers of an auto-delete queue die with a node"), FORSAKEN_WITH_MASTER(
                "the last consumers of an auto-delete queue die with its master"), COMMITTING(
                        "a node dies while a transaction waits for its replicas");

        private final String words;

        Rare(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    Rarities(SimulatedCluster cluster, Set<String> cells) {
        this.cluster = cluster;
        this.cells = cells;
    }

    static String cell(HoldPoint point, Whose whose) {
        return "held/" + point.name() + "/" + whose.name();
    }

    static String cell(Rare rare) {
        return "rare/" + rare.name();
    }

    void happened(Happening happening) {
        switch (happening) {
            case Happening.Held held -> holding.add(new Holding(held.node(), held.point(), held.queue()));
            case Happening.Released gone -> holding.remove(new Holding(gone.node(), gone.point(), gone.queue()));
            default -> {
            }
        }
    }

    void dies(SimulatedNode node) {
        for (Holding each : List.copyOf(holding)) {
            HoldPoint.of(each.point).ifPresent(point -> cells
                    .add(cell(point, each.node.equals(node.name) ? Whose.THAT : Whose.OTHER)));
        }
        holding.removeIf(each -> each.node.equals(node.name));
        if (cluster.clients().present().stream().anyMatch(
                each -> each.isTransactional() && each.unanswered() > 0 && !each.node.equals(node))) {
            cells.add(cell(Rare.COMMITTING));
        }
        for (SimulatedNode each : cluster.nodes()) {
            each.broker.replicas().stream().filter(Replica::isMaster).forEach(master -> forsakes(node, each, master));
        }
    }

    private void forsakes(SimulatedNode dying, SimulatedNode home, Replica master) {
        QueueRecord record = home.broker.state().queue(master.queue());
        List<NodeName> consumers = master.standing().consumers();
        if (record != null && record.autoDelete() && consumers.equals(List.of(dying.name))) {
            cells.add(cell(home.equals(dying) ? Rare.FORSAKEN_WITH_MASTER : Rare.FORSAKEN));
        }
    }
}
