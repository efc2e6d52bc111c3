package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Doubt;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import org.jspecify.annotations.Nullable;

/// What was forecast before a node ended in a calm cluster, and whether it came true.
final class Foretold {
    /// What may stay open in a calm cluster.
    private static final Set<Doubt> OPEN = EnumSet.of(Doubt.RANDOM_PLACEMENT, Doubt.RETURNED_MESSAGES);
    private final SimulatedCluster cluster;
    private final Forecast forecast;
    /// What each queue's master held.
    private final Map<QueueName, Set<MessageId>> held = new LinkedHashMap<>();
    private final int entries;
    private final AdminReply.Standing standing;

    private Foretold(SimulatedCluster cluster, AdminReply.Standing standing, Forecast forecast) {
        this.cluster = cluster;
        this.forecast = forecast;
        this.standing = standing;
        entries = cluster.journal().size();
        for (SimulatedNode node : cluster.nodes()) {
            node.broker.replicas().stream().filter(Replica::isMaster)
                    .forEach(each -> held.put(each.queue(), Holdings.of(each).set()));
        }
    }

    /// Asks one of the nodes, as the lab does.
    static Foretold by(SimulatedNode asked, SimulatedCluster cluster, NodeName dying, Death death) {
        long request = asked.ask(new AdminCommand.ShowStanding());
        cluster.run(1_000_000);
        if (!(asked.answer(request) instanceof AdminReply.Standing standing)) {
            throw new InvariantBroken(asked.name + " does not forecast anything");
        }
        return new Foretold(cluster, standing, standing.forecast(List.of(dying), death));
    }

    void check() {
        for (QueueForecast each : forecast.queues()) {
            if (!OPEN.containsAll(each.doubts())) {
                throw broken(each, "the cluster was calm");
            }
            check(each);
        }
    }

    int cases() {
        return forecast.queues().size();
    }

    /// Chance or clients have a say in them.
    long open() {
        return forecast.queues().stream().filter(each -> !each.doubts().isEmpty()).count();
    }

    private InvariantBroken broken(QueueForecast queue, String but) {
        return new InvariantBroken("forecast of " + forecast.death().word() + " " + forecast.nodes() + ": " + queue
                + ", but " + but + "; it stood " + standing.cluster().queues().stream()
                        .filter(each -> each.record().queue().equals(queue.queue())).toList());
    }

    private void check(QueueForecast queue) {
        SimulatedNode witness = cluster.serving().isEmpty() ? null : cluster.serving().getFirst();
        if (witness == null) {
            return; // nobody is left to tell
        }
        QueueRecord record = witness.broker.state().queue(queue.queue());
        if (happened(Happening.QueueRemoved.class).anyMatch(
                each -> each.queue().equals(queue.queue()) && each.reason().equals("expired"))) {
            return; // its time was over
        }
        if ((record == null) != (queue.outcome() == Outcome.GONE)) {
            throw broken(queue, "there is " + record);
        } else if (record == null) {
            return;
        }
        Replica master = living(record.master());
        boolean wasThere = held.containsKey(queue.queue());
        if (queue.outcome() == Outcome.DOWN ? master != null : (master == null && wasThere)) {
            throw broken(queue, master == null ? "there is no master: " + record : master.id() + " is master");
        }
        NodeName wanted = queue.promoted() == null ? queue.master() : queue.promoted();
        boolean moved = !record.master().node().equals(wanted);
        if (moved && !mayHaveMoved(queue, record)) {
            throw broken(queue, "the master is " + record.master());
        }
        if (master != null) {
            if (!moved) {
                mirrors(queue, record);
            }
            contents(queue, Holdings.of(master).set());
        }
    }

    /// To a mirror that lacked nothing any more (PO-13), as the forecast left open.
    private static boolean mayHaveMoved(QueueForecast queue, QueueRecord record) {
        return queue.doubts().contains(Doubt.RETURNED_MESSAGES) && queue.mirrors().contains(record.master().node());
    }

    private @Nullable Replica living(ReplicaId id) {
        SimulatedNode node = cluster.node(id.node());
        return node == null || node.incarnation != id.incarnation() ? null : cluster.invariants().replica(id);
    }

    private void mirrors(QueueForecast queue, QueueRecord record) {
        List<NodeName> nodes = new ArrayList<>(record.mirrorList().stream().map(ReplicaId::node).toList());
        List<NodeName> drawn = new ArrayList<>(nodes);
        drawn.removeAll(queue.mirrors());
        nodes.removeAll(drawn);
        if (!nodes.equals(queue.mirrors()) || drawn.size() != queue.drawn().count()
                || !queue.drawn().among().containsAll(drawn)) {
            throw broken(queue, "the mirrors are " + record.mirrorList());
        }
    }

    private void contents(QueueForecast queue, Set<MessageId> now) {
        Set<MessageId> before = held.getOrDefault(queue.queue(), Set.of());
        Set<MessageId> settled = new LinkedHashSet<>();
        happened(Happening.MessagesSettled.class).filter(each -> each.queue().equals(queue.queue()))
                .forEach(each -> settled.addAll(ids(each.messages().intervals())));
        List<MessageId> lost = before.stream().filter(each -> !now.contains(each) && !settled.contains(each)).toList();
        if (lost.size() != queue.lost().count() || before.size() - lost.size() != queue.kept()) {
            throw broken(queue, "it holds " + now.size() + ", and " + lost + " of " + before.size() + " are lost");
        }
        if (queue.lost().messages().count() == queue.lost().count()
                && !new LinkedHashSet<>(lost).equals(ids(queue.lost().messages().intervals()))) {
            throw broken(queue, lost + " are lost");
        }
    }

    /// Since the forecast.
    private <T extends Happening> Stream<T> happened(Class<T> kind) {
        return cluster.journal().subList(entries, cluster.journal().size()).stream().map(Entry::happening)
                .filter(kind::isInstance).map(kind::cast);
    }

    private static Set<MessageId> ids(List<Interval> intervals) {
        Set<MessageId> ids = new LinkedHashSet<>();
        for (Interval each : intervals) {
            for (long sequence = each.first(); sequence <= each.last(); sequence++) {
                ids.add(new MessageId(each.channel(), sequence));
            }
        }
        return ids;
    }
}
