package mirrorlab.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.metadata.MetadataState.Outcome;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The queues' records (P-01) and how changes move them. Changes that name a master have no effect when it is no longer the one
/// recorded (F-03).
final class QueueRecords {
    private final Map<QueueName, QueueRecord> queues = new TreeMap<>();
    private final Map<NodeName, Long> running;
    private final Policies policies;
    private final Topology topology;
    private long versions;

    /// @param running the running nodes and their lives; belongs to the state
    QueueRecords(Map<NodeName, Long> running, Policies policies, Topology topology) {
        this.running = running;
        this.policies = policies;
        this.topology = topology;
    }

    void restore(List<QueueRecord> records, long version) {
        queues.clear();
        records.forEach(each -> queues.put(each.queue(), each));
        versions = version;
    }

    /// Grows with every change of a record.
    long version() {
        return versions;
    }

    List<QueueRecord> all() {
        return List.copyOf(queues.values());
    }

    Iterable<QueueRecord> each() {
        return queues.values();
    }

    @Nullable
    QueueRecord get(QueueName name) {
        return queues.get(name);
    }

    private boolean isRunning(NodeName node, long incarnation) {
        Long now = running.get(node);
        return now != null && now == incarnation;
    }

    /// M-07.
    List<QueueName> vhostDeleted(String vhost) {
        List<QueueName> gone = queues.keySet().stream().filter(each -> each.vhost().equals(vhost)).toList();
        gone.forEach(this::remove);
        return gone;
    }

    private void remove(QueueName queue) {
        queues.remove(queue);
        versions++;
        topology.queueRemoved(queue);
    }

    Outcome joined(MetadataChange.NodeJoined joined) {
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            boolean lives = each.master().node().equals(joined.node())
                    && each.master().incarnation() == joined.incarnation();
            if (each.down() && lives) { // it had been taken for gone by one that was cut off
                put(new QueueRecord(each.queue(), 0, true, each.autoDelete(), null, each.arguments(), each.master(),
                        each.epoch(), each.mirrors(), List.of(), each.recoverable(), List.of(), each.policy(), false),
                        changed);
            }
        }
        return new Outcome(true, changed);
    }

    /// F-18: running nodes whose mirrors would be wiped are taken out. In RabbitMQ that is a race with the start of the
    /// mirror on the node that came up; it comes out here as in most recordings: that node stays while another mirror is
    /// synchronised.
    Outcome serves(NodeName node) {
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            List<NodeName> kept = new ArrayList<>(each.recoverable());
            kept.removeIf(listed -> running.containsKey(listed)
                    && (!listed.equals(node) || each.synchronised().isEmpty())
                    && each.synchronised().stream().noneMatch(mirror -> mirror.node().equals(listed)));
            if (kept.size() < each.recoverable().size()) {
                put(with(each, each.master(), each.mirrors(), each.synchronised(), kept), changed);
            }
        }
        return new Outcome(true, changed);
    }

    Outcome left(MetadataChange.NodeLeft left) {
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            if (!each.master().node().equals(left.node()) || each.down()) {
                continue;
            }
            switch (NodeLoss.of(each, policies.mirrors(each))) {
                case KEPT -> {
                }
                case DOWN -> put(new QueueRecord(each.queue(), 0, true, each.autoDelete(), null, each.arguments(),
                        each.master(), each.epoch(), null, List.of(), each.recoverable(), List.of(), each.policy(),
                        true), changed);
                case REMOVED -> {
                    remove(each.queue());
                    changed.add(each.queue());
                }
            }
        }
        return new Outcome(true, changed);
    }

    Outcome created(MetadataChange.QueueCreated created) {
        if (queues.containsKey(created.queue())) {
            return Outcome.NONE;
        }
        List<QueueName> changed = new ArrayList<>();
        String policy = policies.nameFor(created.queue());
        put(new QueueRecord(created.queue(), 0, created.durable(), created.autoDelete(), created.owner(),
                created.arguments(), created.master(), 1, created.mirrored() ? List.of() : null, List.of(), List.of(),
                List.of(), policy,
                false),
                changed);
        return new Outcome(true, changed);
    }

    Outcome deleted(MetadataChange.QueueDeleted deleted) {
        QueueRecord record = queues.get(deleted.queue());
        if (record == null || (deleted.expected() != null && !record.master().equals(deleted.expected()))) {
            return Outcome.NONE;
        }
        remove(deleted.queue());
        return new Outcome(true, List.of(deleted.queue()));
    }

    Outcome added(MetadataChange.MirrorAdded added) {
        QueueRecord record = queues.get(added.queue());
        ReplicaId mirror = added.mirror();
        if (record == null || record.mirrors() == null || !record.master().equals(added.master())
                || !isRunning(mirror.node(), mirror.incarnation())
                || record.replicas().stream()
                        .anyMatch(each -> each.node().equals(mirror.node()) && lives(record, each))) {
            return Outcome.NONE;
        }
        List<ReplicaId> mirrors = new ArrayList<>(record.mirrorList());
        mirrors.removeIf(each -> each.node().equals(mirror.node()));
        mirrors.add(mirror);
        return mirrorsBecame(record, record.master(), mirrors, List.of());
    }

    /// No mirror lives that could be its master.
    boolean isForsaken(QueueRecord record) {
        return record.mirrorList().stream().noneMatch(each -> lives(record, each));
    }

    private boolean lives(QueueRecord record, ReplicaId replica) {
        return isRunning(replica.node(), replica.incarnation()) && !record.refused().contains(replica);
    }

    Outcome removed(MetadataChange.MirrorsRemoved removed) {
        QueueRecord record = queues.get(removed.queue());
        if (record == null || !record.master().equals(removed.master())) {
            return Outcome.NONE;
        }
        List<ReplicaId> mirrors = new ArrayList<>(record.mirrorList());
        if (!mirrors.removeAll(removed.gone())) {
            return Outcome.NONE;
        }
        List<NodeName> down = removed.nodesDown() ? removed.gone().stream().map(ReplicaId::node).toList() : List.of();
        return mirrorsBecame(record, record.master(), mirrors, down);
    }

    Outcome synchronised(QueueName queue, ReplicaId mirror, List<NodeName> together) {
        QueueRecord record = queues.get(queue);
        if (record == null || !record.mirrorList().contains(mirror) || record.synchronised().contains(mirror)) {
            return Outcome.NONE;
        }
        List<ReplicaId> synchronised = new ArrayList<>(record.synchronised());
        int placedAtOnce = 0;
        while (placedAtOnce < synchronised.size() && together.contains(synchronised.get(placedAtOnce).node())) {
            placedAtOnce++;
        }
        List<ReplicaId> first = synchronised.subList(0, placedAtOnce);
        first.addFirst(mirror); // S-07
        if (together.contains(mirror.node())) {
            putInOrder(first, record);
        }
        List<QueueName> changed = new ArrayList<>();
        put(with(record, record.master(), record.mirrors(), synchronised,
                recoverable(record, record.master(), record.mirrorList(), List.of())), changed);
        return new Outcome(true, changed);
    }

    /// Whose mark comes first must not depend on the network: the youngest becomes synchronised first, then the others in
    /// order of age, as in the recordings (PO-21 leaves it open).
    private static void putInOrder(List<ReplicaId> mirrors, QueueRecord record) {
        List<ReplicaId> byAge = new ArrayList<>(record.mirrorList());
        byAge.retainAll(mirrors);
        ReplicaId youngest = byAge.removeLast();
        mirrors.clear();
        mirrors.addAll(byAge.reversed());
        mirrors.add(youngest);
    }

    Outcome replaced(MetadataChange.MasterReplaced replaced) {
        QueueRecord record = queues.get(replaced.queue());
        if (record == null || !record.master().equals(replaced.old())) {
            return Outcome.NONE; // F-03: somebody else was first
        }
        List<ReplicaId> mirrors = new ArrayList<>(record.mirrorList());
        mirrors.retainAll(replaced.survivors());
        List<NodeName> down = record.replicas().stream()
                .filter(each -> !mirrors.contains(each) && !each.equals(replaced.promoted())).map(ReplicaId::node)
                .toList();
        return mirrorsBecame(record, replaced.promoted(), mirrors, down);
    }

    Outcome refused(QueueName queue, ReplicaId mirror) {
        QueueRecord record = queues.get(queue);
        if (record == null || record.refused().contains(mirror)) {
            return Outcome.NONE;
        }
        List<ReplicaId> refused = new ArrayList<>(record.refused());
        refused.add(mirror);
        List<QueueName> changed = new ArrayList<>();
        put(new QueueRecord(queue, 0, record.durable(), record.autoDelete(), record.owner(), record.arguments(),
                record.master(), record.epoch(), record.mirrors(), record.synchronised(), record.recoverable(), refused,
                record.policy(), record.down()), changed);
        return new Outcome(true, changed);
    }

    Outcome terminated(QueueName queue, ReplicaId master) {
        QueueRecord record = queues.get(queue);
        return record == null || record.mirrors() == null || !record.master().equals(master)
                ? Outcome.NONE
                : mirrorsBecame(record, master, List.of(), List.of());
    }

    Outcome mirroringChanged(MetadataChange.MirroringChanged change) {
        QueueRecord record = queues.get(change.queue());
        if (record == null || !record.master().equals(change.master())
                || change.mirrored() == (record.mirrors() != null)) {
            return Outcome.NONE;
        }
        List<ReplicaId> mirrors = change.mirrored() ? List.of() : null;
        return mirrorsBecame(record, record.master(), mirrors, List.of());
    }

    Outcome recovered(MetadataChange.QueueRecovered recovered) {
        QueueRecord record = queues.get(recovered.queue());
        if (record == null || !record.durable() || !record.master().equals(recovered.old())
                || !isForsaken(record)) {
            return Outcome.NONE;
        }
        return mirrorsBecame(record, recovered.master(), recovered.mirrored() ? List.of() : null, List.of());
    }

    /// F-17: recoverable = (old - running nodes without a mirror) ++ nodes with new mirrors.
    private List<NodeName> recoverable(QueueRecord record, ReplicaId master, List<ReplicaId> mirrors,
            List<NodeName> down) {
        List<NodeName> nodes = mirrors.stream().map(ReplicaId::node).toList();
        List<NodeName> recoverable = new ArrayList<>(record.recoverable());
        recoverable.removeIf(each -> running.containsKey(each) && !down.contains(each) && !nodes.contains(each));
        recoverable.remove(master.node());
        nodes.stream().filter(each -> !recoverable.contains(each)).forEach(recoverable::add);
        return recoverable;
    }

    Outcome mirrorsBecame(QueueRecord record, ReplicaId master, @Nullable List<ReplicaId> mirrors,
            List<NodeName> down) {
        List<ReplicaId> now = mirrors == null ? List.of() : mirrors;
        List<NodeName> recoverable = recoverable(record, master, now, down);
        List<ReplicaId> synchronised = new ArrayList<>(record.synchronised());
        synchronised.retainAll(now);
        List<QueueName> changed = new ArrayList<>();
        put(with(record, master, mirrors, synchronised, recoverable), changed);
        return new Outcome(true, changed);
    }

    private static QueueRecord with(QueueRecord record, ReplicaId master, @Nullable List<ReplicaId> mirrors,
            List<ReplicaId> synchronised, List<NodeName> recoverable) {
        List<ReplicaId> refused = new ArrayList<>(record.refused());
        refused.retainAll(mirrors == null ? List.of() : mirrors);
        return new QueueRecord(record.queue(), 0, record.durable(), record.autoDelete(), record.owner(),
                record.arguments(), master, master.equals(record.master()) ? record.epoch() : record.epoch() + 1,
                mirrors == null ? null : List.copyOf(mirrors), List.copyOf(synchronised), List.copyOf(recoverable),
                List.copyOf(refused), record.policy(), record.down() && master.equals(record.master()));
    }

    Outcome policiesChanged(String vhost) {
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            if (each.queue().vhost().equals(vhost)) {
                String policy = policies.nameFor(each.queue());
                put(new QueueRecord(each.queue(), 0, each.durable(), each.autoDelete(), each.owner(), each.arguments(),
                        each.master(), each.epoch(), each.mirrors(), each.synchronised(), each.recoverable(),
                        each.refused(), policy, each.down()), changed);
            }
        }
        return new Outcome(true, changed);
    }

    private void put(QueueRecord record, List<QueueName> changed) {
        queues.put(record.queue(), new QueueRecord(record.queue(), ++versions, record.durable(), record.autoDelete(),
                record.owner(), record.arguments(), record.master(), record.epoch(), record.mirrors(),
                record.synchronised(), record.recoverable(), record.refused(), record.policy(), record.down()));
        changed.add(record.queue());
    }
}
