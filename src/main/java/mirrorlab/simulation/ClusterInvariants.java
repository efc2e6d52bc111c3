package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataFile;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What must always be true of a cluster, looked at after every input. Each sentence names the rule of `semantics.md`; where
/// RabbitMQ loses messages by its own rules, the condition is part of the check.
final class ClusterInvariants implements Observer {
    /// Far more than any history of a hundred or two actions needs.
    private static final long MOST_INPUTS = 500_000;
    private final SimulatedCluster cluster;
    private final MessageLedger ledger;
    private final Map<ReplicaId, Watched> watched = new LinkedHashMap<>();
    private final Map<ReplicaId, Long> lives = new HashMap<>();
    private final Set<Long> deleted = new HashSet<>();
    private final Map<NodeName, Map<QueueName, QueueRecord>> seen = new TreeMap<>();
    private final Map<NodeName, Map<String, Set<MessageId>>> foundOnDisk = new TreeMap<>();
    private final Set<NodeName> fresh = new HashSet<>();
    private final Map<Long, Replica> masters = new TreeMap<>();
    private final Map<String, ReplicaId> masterOfEpoch = new HashMap<>();
    private long newestLife;
    private long checks;

    /// One living replica as it was when it was last looked at.
    private static final class Watched {
        final Replica replica;
        final SimulatedNode node;
        Replica.@Nullable Position position;
        Holdings holdings = Holdings.NONE;
        /// A master's contents by the number of its newest operation.
        final TreeMap<Long, Holdings> history = new TreeMap<>();

        Watched(Replica replica, SimulatedNode node) {
            this.replica = replica;
            this.node = node;
        }
    }

    ClusterInvariants(SimulatedCluster cluster, MessageLedger ledger) {
        this.cluster = cluster;
        this.ledger = ledger;
    }

    long checks() {
        return checks;
    }

    // ---- what the ledger asks

    long life(ReplicaId master) {
        return lives.getOrDefault(master, -1L);
    }

    boolean isDeleted(long life) {
        return deleted.contains(life);
    }

    /// The living master of a queue's life on the larger side of a split; null while there is none.
    @Nullable
    Replica master(long life) {
        return masters.get(life);
    }

    @Nullable
    Replica replica(ReplicaId id) {
        Watched one = watched.get(id);
        return one == null ? null : one.replica;
    }

    private Holdings holdings(ReplicaId id) {
        Watched one = watched.get(id);
        return one == null ? Holdings.NONE : one.holdings;
    }

    Set<MessageId> held(ReplicaId id) {
        Watched one = watched.get(id);
        return one == null ? Set.of() : one.holdings.set();
    }

    @Nullable
    Long positionAt(ReplicaId id, MessageId message) {
        Watched one = watched.get(id);
        return one == null ? null : one.holdings.positionOf(message);
    }

    // ---- after every input

    @Override
    public void before(SimulatedNode node, Input input) {
        if (input instanceof Input.Boot boot) {
            Map<QueueName, QueueRecord> records = new LinkedHashMap<>();
            if (boot.metadata() != null) {
                MetadataFile.decode(boot.metadata()).queues().forEach(each -> records.put(each.queue(), each));
            }
            seen.put(node.name, records);
            fresh.add(node.name);
            Map<String, Set<MessageId>> found = new TreeMap<>();
            boot.queues().forEach((table, entries) -> {
                Set<MessageId> ids = found.computeIfAbsent(table, unused -> new LinkedHashSet<>());
                entries.forEach(each -> ids.add(StoredMessage.decode(each.value()).message().id()));
            });
            foundOnDisk.put(node.name, found);
        }
    }

    @Override
    public void after(SimulatedNode node, List<Input> run, List<Effect> effects) {
        if (++checks > MOST_INPUTS) {
            throw new InvariantBroken(
                    "the cluster still does not rest after " + MOST_INPUTS + " inputs, now " + node.name
                            + " at " + run);
        }
        records(node, effects);
        for (Input input : run) {
            if (input instanceof Input.FromPeer(var peer, long link, ReplicaMessage.Operations operations)) {
                ledger.told(operations.to(), operations.operations());
            } else if (input instanceof Input.FromPeer(var peer, long link, ReplicaMessage.Fill fill)) {
                ledger.told(fill.to(), fill.operations());
            }
        }
        LimitInvariants.sent(node, effects, ledger, this::holdings);
        Collection<Replica> present = node.broker.replicas();
        for (Watched each : List.copyOf(watched.values())) {
            if (each.node == node && !present.contains(each.replica)) {
                lastWords(each, effects);
                watched.remove(each.replica.id());
                left(each);
            }
        }
        for (Replica each : present) {
            look(watched.computeIfAbsent(each.id(), unused -> new Watched(each, node)), node);
        }
        ledger.checkConfirms();
    }

    /// What a master did in the moment it ended counts, too.
    private void lastWords(Watched one, List<Effect> effects) {
        boolean keptItsContents = effects.stream()
                .anyMatch(each -> each instanceof Effect.Happened(Happening.ReplicaStopped stopped)
                        && stopped.replica().equals(one.replica.id())
                        && (stopped.reason().equals("shutdown")
                                || (stopped.reason().equals("dropped") && one.replica.position().depth() > 0)));
        if (!one.replica.isMaster() || cluster.isIsolated(one.node.name)) {
            return;
        }
        if (keptItsContents) {
            ledger.settled(one.holdings.without(Holdings.of(one.replica)));
        }
        for (Effect each : effects) { // came and went in that moment
            if (each instanceof Effect.Happened(Happening.MessagesSettled settled)
                    && settled.master().equals(one.replica.id())) {
                ledger.settled(settled.messages());
            }
        }
    }

    private boolean left(Watched one) {
        masters.values().removeIf(each -> each == one.replica);
        return true;
    }

    @Override
    public void gone(NodeName node, long incarnation) {
        watched.values().removeIf(each -> each.node.name.equals(node) && left(each));
        seen.remove(node);
    }

    // ---- records

    private void records(SimulatedNode node, List<Effect> effects) {
        Set<QueueName> removed = new LinkedHashSet<>();
        boolean any = false;
        for (Effect each : effects) {
            if (each instanceof Effect.Send(var to, long link, ReplicaMessage.Operations operations)) {
                ledger.told(operations.from(), operations.operations());
            } else if (each instanceof Effect.Happened(Happening.QueueRemoved gone)) {
                removed.add(gone.queue());
                any = true;
            } else if (each instanceof Effect.Happened(Happening.ReplicaStarted started)
                    && started.role().equals("master")
                    && started.recovered() > 0 && started.recovered() != onDisk(node, started.queue()).size()) {
                throw new InvariantBroken(started + ", and the disk held " + onDisk(node, started.queue()) + " (N-09)");
            } else if (each instanceof Effect.Happened(Happening.MessagesEnqueued enqueued)) {
                ledger.enqueued(enqueued.replica(), enqueued.messages());
            } else if (each instanceof Effect.Happened(Happening.QueueRecorded recorded)) {
                any = true;
                ordered(recorded);
            }
        }
        if (!any && seen.containsKey(node.name)) {
            return;
        }
        boolean booting = fresh.remove(node.name); // what others have may be older than its own disk (N-12)
        Map<QueueName, QueueRecord> before = seen.getOrDefault(node.name, Map.of());
        Map<QueueName, QueueRecord> now = new LinkedHashMap<>();
        for (QueueRecord each : node.broker.state().queues()) {
            now.put(each.queue(), each);
            QueueRecord old = removed.contains(each.queue()) ? null : before.get(each.queue());
            lives.computeIfAbsent(each.master(), unused -> {
                Long life = old == null ? null : lives.get(old.master());
                return life != null ? life : ++newestLife;
            });
            if (old != null && !booting) {
                inOrderOfStart(old, each);
            }
        }
        for (QueueName each : removed) {
            QueueRecord old = before.get(each);
            if (old != null && !cluster.isIsolated(node.name)) {
                deleted.add(life(old.master()));
            }
        }
        seen.put(node.name, now);
    }

    private static void ordered(Happening.QueueRecorded recorded) {
        List<ReplicaId> mirrors = recorded.mirrors() == null ? List.of() : recorded.mirrors();
        if (!mirrors.containsAll(recorded.synchronised())) {
            throw new InvariantBroken(recorded.queue() + ": synchronised " + recorded.synchronised()
                    + " are not all among the mirrors " + mirrors + " (S-01)");
        }
        if (mirrors.contains(recorded.master()) || new HashSet<>(mirrors).size() < mirrors.size()) {
            throw new InvariantBroken(recorded.queue() + ": a replica is recorded twice: " + recorded.master() + " "
                    + mirrors);
        }
    }

    /// F-06: the list grows at its end; who stays keeps its place.
    private static void inOrderOfStart(QueueRecord old, QueueRecord now) {
        List<ReplicaId> stayed = new ArrayList<>(old.mirrorList());
        stayed.retainAll(now.mirrorList());
        List<ReplicaId> still = now.mirrorList();
        if (still.size() < stayed.size() || !still.subList(0, stayed.size()).equals(stayed)) {
            throw new InvariantBroken(now.queue() + ": mirrors " + old.mirrorList() + " became " + now.mirrorList()
                    + ", not in order of start (F-06)");
        }
    }

    // ---- replicas

    private void look(Watched one, SimulatedNode node) {
        Replica.Position before = one.position;
        Replica.Position now = one.replica.position();
        if (now.equals(before)) {
            return;
        }
        one.position = now;
        Holdings old = one.holdings;
        one.holdings = Holdings.of(one.replica);
        one.holdings.check(one.replica);
        ledger.holds(one.replica.id(), now.syncing(), one.holdings.ids());
        if (now.isMaster()) {
            master(one, before, old, now, node);
        } else {
            mirror(one, now);
        }
    }

    private void master(Watched one, Replica.@Nullable Position before, Holdings old, Replica.Position now,
            SimulatedNode node) {
        ReplicaId id = one.replica.id();
        long life = life(id);
        boolean alone = cluster.isIsolated(node.name);
        if (!alone) {
            // one that died before anybody heard of it may have had the same epoch
            ReplicaId other = masterOfEpoch.put(life + "/" + now.epoch(), id);
            if (other != null && !other.equals(id) && watched.containsKey(other)
                    && !cluster.isIsolated(other.node())) {
                throw new InvariantBroken(one.replica.queue() + ": " + other + " and " + id
                        + " are both master of epoch " + now.epoch());
            }
        }
        one.history.put(now.sequence(), one.holdings);
        while (one.history.size() > 300) {
            one.history.pollFirstEntry();
        }
        if (before != null && before.isMaster()) {
            ledger.settled(old.without(one.holdings));
        }
        if (alone) {
            return; // what it takes in has no promise
        }
        if (before != null && before.isMaster()) {
            ledger.atMaster(one.holdings.without(old));
            return;
        }
        ledger.atMaster(one.holdings.ids());
        masters.put(life, one.replica);
        if (before != null) {
            Set<MessageId> held = one.holdings.set();
            held.addAll(old.ids()); // what came early for the master may have settled some in the same moment
            ledger.promoted(life, id, before.synchronised(), held);
            ledger.settled(old.without(one.holdings));
        } else if (isOld(life, id)) {
            ledger.recovered(life, one.holdings.set(), onDisk(node, one.replica.queue()));
        }
    }

    private Set<MessageId> onDisk(SimulatedNode node, QueueName queue) {
        return foundOnDisk.getOrDefault(node.name, Map.of()).getOrDefault(StoredMessage.table(queue), Set.of());
    }

    private boolean isOld(long life, ReplicaId id) {
        return lives.entrySet().stream().anyMatch(each -> each.getValue() == life && !each.getKey().equals(id));
    }

    private void mirror(Watched one, Replica.Position now) {
        Watched leader = watched.get(now.leader());
        if (now.syncing() || leader == null || leader.position == null || leader.position.epoch() != now.epoch()
                || !(now.phase().equals("following") || now.phase().equals("frozen"))) {
            return;
        }
        Holdings master = leader.history.get(now.sequence());
        if (master == null) {
            return;
        }
        String where = one.replica.queue() + " at operation " + now.epoch() + "/" + now.sequence() + ": mirror "
                + one.replica.id();
        if (!one.holdings.isSuffixOf(master)) {
            throw new InvariantBroken(
                    where + " holds " + one.holdings + ", no suffix of what its master held: " + master
                            + " (P-16)");
        }
        long lacks = (long) master.size() - one.holdings.size();
        if (now.synchronised() && lacks != 0) {
            throw new InvariantBroken(
                    where + " is synchronised and lacks " + lacks + " messages of " + master + " (S-01)");
        }
        if (now.delta() >= 0 && now.delta() != lacks) {
            throw new InvariantBroken(where + " believes that it lacks " + now.delta() + " messages, and lacks " + lacks
                    + ": " + one.holdings + " of " + master + " (S-02)");
        }
    }

    // ---- when nothing moves any more

    /// Nobody publishes, every message has arrived, every short timer has fired.
    void calm() {
        List<SimulatedNode> nodes = cluster.serving().stream().filter(each -> !cluster.isIsolated(each.name)).toList();
        if (nodes.isEmpty()) {
            return;
        }
        SimulatedNode first = nodes.getFirst();
        for (SimulatedNode each : nodes) {
            if (!each.broker.state().snapshot().equals(first.broker.state().snapshot())) {
                throw new InvariantBroken("metadata differ (M-06): " + Knowledge.difference(first, each));
            }
            RoutesInOrder.check(each);
            List<String> busy = each.busy();
            if (!busy.isEmpty()) {
                throw new InvariantBroken(each.name + " is still busy: " + busy);
            }
        }
        for (QueueRecord each : first.broker.state().queues()) {
            new CalmQueue(cluster, each).check();
        }
        cluster.clients().present().forEach(each -> each.calm(queue -> {
            QueueRecord record = first.broker.state().queue(queue);
            return record == null ? null : replica(record.master());
        }));
        strangers(nodes, first);
        List<String> unanswered = ledger.unanswered();
        if (!unanswered.isEmpty()) {
            throw new InvariantBroken("publishes stay without an answer (P-18, P-22): " + unanswered);
        }
    }

    private static void strangers(List<SimulatedNode> nodes, SimulatedNode first) {
        for (SimulatedNode node : nodes) {
            for (Replica each : node.broker.replicas()) {
                QueueRecord record = first.broker.state().queue(each.queue());
                if (record == null || !record.replicas().contains(each.id())) {
                    throw new InvariantBroken(
                            each.id() + " of " + each.queue() + " runs and is not in the record " + record);
                }
            }
        }
    }
}
