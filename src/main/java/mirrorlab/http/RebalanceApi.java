package mirrorlab.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.broker.Rebalancing;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;

/// `rabbitmq-queues rebalance`: which masters move is {@link Rebalancing}'s decision; here they are moved, one after the other
/// (F-33). One at a time at this node; RabbitMQ has one lock for the whole cluster.
final class RebalanceApi {
    private final Administration node;
    private final AtomicBoolean busy = new AtomicBoolean();

    RebalanceApi(Administration node) {
        this.node = node;
    }

    /// `POST /api/rebalance/queues`: answered at once, as the management plugin does.
    Reply begin() {
        Thread.ofVirtual().name("rebalance").start(() -> {
            try {
                run();
            } catch (HttpProblem e) {
                // the node ended meanwhile, or somebody else does it; nobody waits for an answer
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return Reply.NO_CONTENT;
    }

    /// Returns when all masters are where they will stay.
    ///
    /// @return by node, how many mirrored queues it leads
    Map<String, Object> run() throws HttpProblem, InterruptedException {
        if (!busy.compareAndSet(false, true)) {
            throw new HttpProblem(400, "rebalance_in_progress", "rebalance_in_progress");
        }
        try {
            AdminReply.Cluster cluster = node.ask(AdminReply.Cluster.class, new AdminCommand.ShowCluster());
            List<QueueView> queues = node.ask(AdminReply.Queues.class, new AdminCommand.ListQueues()).queues();
            Rebalancing plan = new Rebalancing(candidates(queues, cluster.running()), cluster.running());
            for (Optional<Rebalancing.Move> next = plan.next(); next.isPresent(); next = plan.next()) {
                Rebalancing.Move move = next.get();
                String note = node.ask(AdminReply.Done.class,
                        new AdminCommand.MoveMaster(move.queue(), move.to())).note();
                plan.turn(move, note.isEmpty());
            }
            Map<String, Object> masters = new LinkedHashMap<>();
            plan.masters().forEach((name, count) -> masters.put(name.value(), count));
            return masters;
        } finally {
            busy.set(false);
        }
    }

    /// Mirrored, not exclusive, with a master that answers.
    private static List<Rebalancing.Candidate> candidates(List<QueueView> queues, List<NodeName> running) {
        List<Rebalancing.Candidate> candidates = new ArrayList<>();
        for (QueueView each : queues) {
            List<ReplicaId> mirrors = each.mirrors();
            Long ready = each.ready();
            Long unacknowledged = each.unacknowledged();
            if (mirrors != null && !each.exclusive() && ready != null && unacknowledged != null) {
                candidates.add(new Rebalancing.Candidate(each.queue(), each.master().node(),
                        mirrors.stream().map(ReplicaId::node).filter(running::contains).toList(),
                        ready + unacknowledged));
            }
        }
        return candidates;
    }
}
