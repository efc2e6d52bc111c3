package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaOperation;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What publishers were promised, and whether it is kept: a confirmed message is never lost when the mirror that is promoted
/// was in the record as it was published (F-13), and no confirm comes before every replica that is still there has done its
/// part (P-18 to P-20).
final class MessageLedger {
    private final SimulatedCluster cluster;
    private final Map<MessageId, Published> all = new LinkedHashMap<>();
    private final Map<ReplicaId, Set<MessageId>> everHeld = new HashMap<>();
    private final Set<ReplicaId> purged = new HashSet<>();
    private final Set<QueueName> autoAcked = new HashSet<>();
    private final Map<ReplicaId, Set<MessageId>> justEnqueued = new HashMap<>();
    private final List<Published> justConfirmed = new ArrayList<>();
    private final Set<MessageId> deliveredFirst = new HashSet<>();

    private static final class Published {
        final MessageId id;
        final QueueName queue;
        final long life; // the queue's, -1 when there was none
        final boolean kept;
        final SimulatedClient by;
        final List<ReplicaId> expected;
        int priority;
        boolean confirmed;
        boolean excused;
        boolean settled;
        boolean everAtMaster;

        Published(MessageId id, QueueName queue, long life, boolean kept, SimulatedClient by,
                List<ReplicaId> expected) {
            this.id = id;
            this.queue = queue;
            this.life = life;
            this.kept = kept;
            this.by = by;
            this.expected = expected;
        }
    }

    MessageLedger(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    // ---- clients

    void published(SimulatedClient by, MessageId id, QueueName queue, boolean persistent, int priority) {
        QueueRecord record = by.node.broker.state().queue(queue);
        List<ReplicaId> expected = record == null || record.down()
                ? List.of()
                : record.replicas().stream().filter(by.node.broker::isAlive).toList();
        long life = record == null ? -1 : cluster.invariants().life(record.master());
        Published one = new Published(id, queue, life, persistent && record != null && record.durable(), by, expected);
        one.excused = cluster.isIsolated(by.node.name) || expected.isEmpty();
        one.priority = priority;
        all.put(id, one);
    }

    void autoAck(QueueName queue, boolean autoAck) {
        if (autoAck) {
            autoAcked.add(queue);
        }
    }

    /// As it was published.
    int priority(Message message) {
        Published one = all.get(message.id());
        return one == null ? message.priority() : one.priority;
    }

    /// What is published there may come and go in one moment, unseen.
    void mayComeAndGo(QueueName queue) {
        autoAcked.add(queue);
    }

    void delivered(MessageId id, boolean redelivered) {
        if (!redelivered && !deliveredFirst.add(id)) {
            throw new InvariantBroken(id + " was delivered twice without being marked as redelivered (F-12)");
        }
    }

    void answered(MessageId id, boolean confirmed) {
        Published one = all.get(id);
        if (one != null && confirmed) {
            justConfirmed.add(one);
        }
    }

    /// After the input that brought the confirms, when every replica has been looked at.
    void checkConfirms() {
        justEnqueued.forEach((replica, ids) -> {
            Replica known = cluster.invariants().replica(replica);
            if (known != null && known.isMaster()) {
                Set<MessageId> left = held(replica);
                settled(ids.stream().filter(each -> !left.contains(each)).toList()); // they came and went
            }
        });
        justConfirmed.forEach(this::checkConfirm);
        justConfirmed.clear();
        justEnqueued.clear();
    }

    private void checkConfirm(Published one) {
        one.confirmed = true;
        one.excused |= cluster.invariants().isDeleted(one.life); // also where the node that deleted it dies with the news
        if (one.excused) {
            return;
        }
        one.expected.forEach(each -> mayConfirm(one, each));
        Replica master = cluster.invariants().master(one.life);
        if (master != null && !cluster.isIsolated(master.id().node())) {
            owed(one, master.id(), held(master.id()).contains(one.id));
        }
    }

    /// P-18: it has done its part, or it is gone as far as the channel's node knows.
    private void mayConfirm(Published one, ReplicaId expected) {
        Replica replica = cluster.invariants().replica(expected);
        if (replica == null || replica.hasEnded() || !one.by.node.broker.isAlive(expected)) {
            return;
        }
        if (!everHeld(expected).contains(one.id) && !autoAcked.contains(one.queue)) {
            throw new InvariantBroken(one.id + " was confirmed before " + expected + " had it (P-18, P-20)");
        }
        Long position = cluster.invariants().positionAt(expected, one.id);
        SimulatedNode node = cluster.node(expected.node());
        if (one.kept && position != null && node != null && !purged.contains(expected)
                && !node.disk().isDurable(StoredMessage.table(one.queue), position)) {
            throw new InvariantBroken(
                    one.id + " was confirmed before it was on the disk of " + expected + " (P-19, P-20)");
        }
    }

    private Set<MessageId> everHeld(ReplicaId replica) {
        return everHeld.computeIfAbsent(replica, unused -> new HashSet<>());
    }

    private Set<MessageId> held(ReplicaId replica) {
        return cluster.invariants().held(replica);
    }

    // ---- replicas

    /// A replica's contents changed.
    void holds(ReplicaId replica, boolean syncing, Iterable<MessageId> ids) {
        Set<MessageId> ever = everHeld(replica);
        ids.forEach(ever::add);
        if (syncing) {
            purged.add(replica);
        }
    }

    /// What came and went within one input.
    void enqueued(ReplicaId replica, MessageSet messages) {
        Set<MessageId> ever = everHeld(replica);
        Set<MessageId> now = justEnqueued.computeIfAbsent(replica, unused -> new HashSet<>());
        for (Interval each : messages.intervals()) {
            for (long sequence = each.first(); sequence <= each.last(); sequence++) {
                ever.add(new MessageId(each.channel(), sequence));
                now.add(new MessageId(each.channel(), sequence));
            }
        }
    }

    /// A stream brought these to a mirror, its master sent them, or another mirror that had come further; they may have gone
    /// within the same message.
    void told(ReplicaId replica, List<ReplicaOperation> operations) {
        Set<MessageId> ever = everHeld(replica);
        Set<MessageId> now = justEnqueued.computeIfAbsent(replica, unused -> new HashSet<>());
        for (ReplicaOperation each : operations) {
            MessageId id = switch (each) {
                case ReplicaOperation.Publish(Message message) -> message.id();
                case ReplicaOperation.PublishDelivered(Message message) -> message.id();
                case ReplicaOperation.Discard(MessageId message) -> message;
                default -> null;
            };
            if (each instanceof ReplicaOperation.Discard(MessageId gone)) {
                settled(List.of(gone)); // refused, expired at once, or gone to a client for good: nobody owes it
            }
            if (each instanceof ReplicaOperation.Acknowledge(MessageSet gone)) {
                settled(gone); // perhaps by a master that is cut off and whose words still come through
            }
            emptied(replica, each);
            if (id != null) {
                ever.add(id);
                now.add(id);
            }
        }
    }

    /// The beginning of a synchronisation empties a mirror, also one that learns of it when the master is dead or in the same
    /// moment as of its death (S-09, S-17).
    private void emptied(ReplicaId mirror, ReplicaOperation operation) {
        if (operation instanceof ReplicaOperation.SyncStart start && start.mirrors().contains(mirror)) {
            purged.add(mirror);
        }
    }

    /// These left a master by its own operation.
    void settled(Iterable<MessageId> ids) {
        for (MessageId each : ids) {
            Published one = all.get(each);
            if (one != null) {
                one.settled = true;
            }
        }
    }

    void settled(MessageSet messages) {
        for (Interval each : messages.intervals()) {
            for (long sequence = each.first(); sequence <= each.last(); sequence++) {
                settled(List.of(new MessageId(each.channel(), sequence)));
            }
        }
    }

    void atMaster(Iterable<MessageId> ids) {
        for (MessageId each : ids) {
            Published one = all.get(each);
            if (one != null) {
                one.everAtMaster = true;
                one.settled = false;
            }
        }
    }

    /// A mirror became master of this queue's life.
    void promoted(long life, ReplicaId master, boolean synchronised, Set<MessageId> holds) {
        boolean emptied = purged.contains(master) && !synchronised; // S-17
        for (Published each : all.values()) {
            if (each.life == life) {
                each.excused |= emptied && !holds.contains(each.id);
                if (each.confirmed) {
                    owed(each, master, holds.contains(each.id));
                }
            }
        }
    }

    private void owed(Published one, ReplicaId master, boolean holds) {
        if (holds || one.excused || one.settled || (autoAcked.contains(one.queue) && !one.everAtMaster)) {
            return;
        }
        if (justEnqueued.getOrDefault(master, Set.of()).contains(one.id)) {
            one.settled = true; // it came and went
        } else if (one.expected.contains(master)) {
            throw new InvariantBroken("confirmed message " + one.id + " is not at " + master
                    + ", which was in the record as it was published (F-13)");
        }
        one.excused = true; // F-13: older than this mirror, or gone in the same moment
    }

    /// A master came back from its disk: what was durable there is still there, everything else is lost as it has to be (N-09).
    void recovered(long life, Set<MessageId> holds, Set<MessageId> onDisk) {
        for (Published each : all.values()) {
            if (each.life == life && !holds.contains(each.id)) {
                each.settled |= onDisk.contains(each.id); // taken in the same moment
                each.excused |= !onDisk.contains(each.id);
            }
        }
    }

    /// what this node's clients publish from now on, and what they wait for, has no promise on the others' side.
    void isolated(NodeName node) {
        all.values().stream().filter(each -> each.by.node.name.equals(node) && !each.confirmed)
                .forEach(each -> each.excused = true);
    }

    /// Everything that clients published to this queue, told or not.
    MessageSet published(QueueName queue) {
        MessageSet.Builder ids = new MessageSet.Builder();
        all.values().stream().filter(each -> each.queue.equals(queue)).forEach(each -> ids.add(each.id));
        return ids.build();
    }

    List<String> unanswered() {
        List<String> open = new ArrayList<>();
        for (SimulatedClient each : cluster.clients().present()) {
            if (each.unanswered() > 0) {
                open.add(each.channel + " waits for " + each.unanswered() + " confirms");
            }
        }
        return open;
    }
}
