package mirrorlab.simulation;

import java.util.List;
import java.util.random.RandomGenerator;
import mirrorlab.broker.AdminCommand;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Somebody makes nodes stand at hold points, lets them go on, and plays in slow motion, whatever else happens meanwhile.
final class Standstills {
    private static final int ONE_IN = 8;
    private static final int LONGEST_PACE = 300;
    private final SimulatedCluster cluster;
    private final List<QueueName> queues;
    private final RandomGenerator chance;

    Standstills(SimulatedCluster cluster, List<QueueName> queues, RandomGenerator chance) {
        this.cluster = cluster;
        this.queues = queues;
        this.chance = chance;
    }

    /// Before each thing that clients and administrators do.
    void next() {
        List<SimulatedNode> serving = cluster.serving();
        if (chance.nextInt(ONE_IN) > 0 || serving.isEmpty()) {
            return;
        }
        switch (chance.nextInt(10)) {
            case 0, 1, 2 -> set(serving.get(chance.nextInt(serving.size())));
            case 3, 4 -> {
                HoldPoint point = point();
                serving.forEach(each -> each.ask(new AdminCommand.SetHold(point, null)));
                cluster.tell("hold everywhere at '" + point.word() + "'");
            }
            case 5, 6, 7 -> {
                cluster.tell("let go on what holds");
                serving.forEach(each -> each.ask(new AdminCommand.ReleaseHeld(null, null)));
            }
            case 8 -> {
                long millis = 1L + chance.nextInt(LONGEST_PACE);
                cluster.tell("slow motion, " + millis + " ms");
                serving.forEach(each -> each.ask(new AdminCommand.SetPace(millis)));
            }
            default -> end();
        }
    }

    private void set(SimulatedNode node) {
        HoldPoint point = point();
        QueueName queue = chance.nextBoolean() ? null : queues.get(chance.nextInt(queues.size()));
        cluster.tell("hold " + node.name.shortName() + " at '" + point.word() + "'" + of(queue));
        node.ask(new AdminCommand.SetHold(point, queue));
    }

    private HoldPoint point() {
        return HoldPoint.values()[chance.nextInt(HoldPoint.values().length)];
    }

    private static String of(@Nullable QueueName queue) {
        return queue == null ? "" : " for " + queue.name();
    }

    /// Nothing holds any more, nor will.
    void end() {
        for (SimulatedNode each : cluster.nodes()) {
            each.ask(new AdminCommand.ClearHold(null, null));
            each.ask(new AdminCommand.SetPace(0));
        }
    }
}
