package mirrorlab.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.metadata.MetadataSnapshot.Proposal;
import mirrorlab.metadata.MetadataSnapshot.RunningNode;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyMatching;
import mirrorlab.routing.RoutingTable;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The metadata themselves: the same changes in the same order give the same state on every node.
public final class MetadataState {
    private final Set<NodeName> members = new LinkedHashSet<>();
    private final Map<NodeName, Long> running = new LinkedHashMap<>();
    private final Map<QueueName, QueueRecord> queues = new TreeMap<>();
    private final Map<String, Policy> policies = new TreeMap<>();
    private final Map<String, Policy> operatorPolicies = new TreeMap<>();
    private final Map<NodeName, Proposal> answered = new TreeMap<>();
    private final Accounts accounts = new Accounts();
    private final Topology topology = new Topology(queues::containsKey, this::isRoutable, this::alternateByPolicy);
    private long versions;

    /// What a change did: the queues whose records changed (gone ones included), and whether it had any effect.
    public record Outcome(boolean effective, List<QueueName> changed) {
        static final Outcome NONE = new Outcome(false, List.of());
    }

    public MetadataState() {
        accounts.vhosts().forEach(topology::predeclare);
    }

    /// N-06: a queue that is down with its node is not routed to.
    private boolean isRoutable(QueueName name) {
        QueueRecord record = queues.get(name);
        return record != null && !record.down();
    }

    private @Nullable String alternateByPolicy(ExchangeName exchange) {
        return policyFor(exchange)
                .map(each -> each.definition().get("alternate-exchange") instanceof String name ? name : null)
                .orElse(null);
    }

    public MetadataSnapshot snapshot() {
        List<RunningNode> nodes = running.entrySet().stream()
                .map(each -> new RunningNode(each.getKey(), each.getValue()))
                .toList();
        return new MetadataSnapshot(List.copyOf(members), nodes, List.copyOf(queues.values()),
                List.copyOf(policies.values()), List.copyOf(operatorPolicies.values()), topology.exchanges(),
                topology.bindings(), accounts.vhosts(), accounts.users(), accounts.permissions(),
                new TreeMap<>(answered), versions);
    }

    public void restore(MetadataSnapshot from) {
        members.clear();
        running.clear();
        queues.clear();
        policies.clear();
        operatorPolicies.clear();
        answered.clear();
        members.addAll(from.members());
        from.running().forEach(each -> running.put(each.node(), each.incarnation()));
        from.queues().forEach(each -> queues.put(each.queue(), each));
        from.policies().forEach(each -> policies.put(key(each.vhost(), each.name()), each));
        from.operatorPolicies().forEach(each -> operatorPolicies.put(key(each.vhost(), each.name()), each));
        accounts.restore(from);
        topology.restore(from.exchanges(), from.bindings());
        answered.putAll(from.answered());
        versions = from.versions();
    }

    /// Goes on alone with what the disk held: what was transient is gone when every node was down (M-03).
    public void restoreFromDisk(MetadataSnapshot disk) {
        restore(disk);
        topology.forgetTransient();
    }

    public List<NodeName> members() {
        return List.copyOf(members);
    }

    /// Grows with every change of a record.
    public long version() {
        return versions;
    }

    /// In order of start; the first one sequences.
    public List<NodeName> running() {
        return List.copyOf(running.keySet());
    }

    public boolean isRunning(NodeName node, long incarnation) {
        Long now = running.get(node);
        return now != null && now == incarnation;
    }

    public @Nullable Long incarnation(NodeName node) {
        return running.get(node);
    }

    public @Nullable QueueRecord queue(QueueName name) {
        return queues.get(name);
    }

    public Iterable<QueueRecord> queues() {
        return queues.values();
    }

    public List<Policy> policies() {
        return List.copyOf(policies.values());
    }

    public @Nullable Policy policy(String vhost, String name) {
        return policies.get(key(vhost, name));
    }

    public List<Policy> operatorPolicies() {
        return List.copyOf(operatorPolicies.values());
    }

    public @Nullable Policy operatorPolicy(String vhost, String name) {
        return operatorPolicies.get(key(vhost, name));
    }

    public List<Exchange> exchanges() {
        return topology.exchanges();
    }

    public @Nullable Exchange exchange(ExchangeName name) {
        return topology.exchange(name);
    }

    public List<Binding> bindings() {
        return topology.bindings();
    }

    public List<Binding> bindingsFrom(ExchangeName source) {
        return topology.from(source);
    }

    public List<Binding> bindingsTo(QueueName queue) {
        return topology.to(queue);
    }

    public List<Binding> bindingsTo(ExchangeName exchange) {
        return topology.to(exchange);
    }

    /// Finds the queues of a publish; only to ask.
    public RoutingTable routes() {
        return topology.routes();
    }

    public List<String> vhosts() {
        return accounts.vhosts();
    }

    public boolean hasVhost(String vhost) {
        return accounts.hasVhost(vhost);
    }

    public List<User> users() {
        return accounts.users();
    }

    public @Nullable User user(String name) {
        return accounts.user(name);
    }

    public List<Permissions> permissions() {
        return accounts.permissions();
    }

    public @Nullable Permissions permissions(String user, String vhost) {
        return accounts.permissions(user, vhost);
    }

    /// The policy in force for an exchange of this name.
    public Optional<Policy> policyFor(ExchangeName exchange) {
        return PolicyMatching.winner(policies.values(), exchange);
    }

    /// The policy in force for a queue of this name.
    public Optional<Policy> policyFor(QueueName queue) {
        return PolicyMatching.winner(policies.values(), queue);
    }

    /// How the queue is mirrored now; empty for one that is not, exclusive ones always (P-03).
    public Optional<HaSettings> mirroring(QueueRecord queue) {
        Policy policy = queue.exclusive() || queue.policy() == null
                ? null
                : policies.get(key(queue.queue().vhost(), queue.policy()));
        return policy == null ? Optional.empty() : HaSettings.of(policy.definition());
    }

    /// The number of this node's newest proposal that was applied, 0 for none in this life.
    public long answered(NodeName node, long incarnation) {
        Proposal last = answered.get(node);
        return last == null || last.incarnation() != incarnation ? 0 : last.number();
    }

    public Outcome apply(@Nullable NodeName proposer, @Nullable Proposal proposal, MetadataChange change) {
        if (proposer != null && proposal != null) {
            if (proposal.number() <= answered(proposer, proposal.incarnation())) {
                return Outcome.NONE; // sequenced twice around a failover
            }
            answered.put(proposer, proposal);
        }
        return switch (change) {
            case MetadataChange.NodeJoined joined -> joined(joined);
            case MetadataChange.NodeServes unused -> serves();
            case MetadataChange.NodeLeft left -> left(left);
            case MetadataChange.QueueCreated created -> created(created);
            case MetadataChange.QueueDeleted deleted -> deleted(deleted);
            case MetadataChange.MirrorAdded added -> added(added);
            case MetadataChange.MirrorsRemoved removed -> removed(removed);
            case MetadataChange.MirrorSynchronised(QueueName queue, ReplicaId mirror) -> synchronised(queue, mirror);
            case MetadataChange.MasterReplaced replaced -> replaced(replaced);
            case MetadataChange.MirrorRefused(QueueName queue, ReplicaId mirror) -> refused(queue, mirror);
            case MetadataChange.MirrorsTerminated(QueueName queue, ReplicaId master) -> terminated(queue, master);
            case MetadataChange.MirroringChanged changed -> mirroringChanged(changed);
            case MetadataChange.QueueRecovered recovered -> recovered(recovered);
            case MetadataChange.PolicySet(Policy policy) -> {
                Policy before = policies.put(key(policy.vhost(), policy.name()), policy);
                yield policy.equals(before) ? Outcome.NONE : policiesChanged(policy.vhost()); // PO-04
            }
            case MetadataChange.PolicyCleared(String vhost, String name) -> policies.remove(key(vhost, name)) == null
                    ? Outcome.NONE
                    : policiesChanged(vhost);
            case MetadataChange.OperatorPolicySet(Policy policy) -> {
                Policy before = operatorPolicies.put(key(policy.vhost(), policy.name()), policy);
                yield policy.equals(before) ? Outcome.NONE : policiesChanged(policy.vhost());
            }
            case MetadataChange.OperatorPolicyCleared(String vhost, String name) ->
                operatorPolicies.remove(key(vhost, name)) == null ? Outcome.NONE : policiesChanged(vhost);
            case MetadataChange.ExchangeDeclared(Exchange exchange) ->
                outcome(accounts.hasVhost(exchange.name().vhost()) && topology.declare(exchange));
            case MetadataChange.ExchangeDeleted(ExchangeName exchange, boolean ifUnused) ->
                outcome(topology.delete(exchange, ifUnused));
            case MetadataChange.Bound(Binding binding) -> outcome(topology.bind(binding));
            case MetadataChange.Unbound(Binding binding) -> outcome(topology.unbind(binding));
            case MetadataChange.VhostAdded(String vhost) -> vhostAdded(vhost);
            case MetadataChange.VhostDeleted(String vhost) -> vhostDeleted(vhost);
            case MetadataChange.UserPut(User user) -> outcome(accounts.put(user));
            case MetadataChange.UserDeleted(String user) -> outcome(accounts.removeUser(user));
            case MetadataChange.PermissionsSet(Permissions permissions) -> outcome(accounts.set(permissions));
            case MetadataChange.PermissionsCleared(String user, String vhost) -> outcome(accounts.clear(user, vhost));
        };
    }

    private static Outcome outcome(boolean effective) {
        return effective ? new Outcome(true, List.of()) : Outcome.NONE;
    }

    private Outcome vhostAdded(String vhost) {
        boolean added = accounts.add(vhost);
        if (added) {
            topology.predeclare(vhost);
        }
        return outcome(added);
    }

    /// M-07.
    private Outcome vhostDeleted(String vhost) {
        if (!accounts.remove(vhost)) {
            return Outcome.NONE;
        }
        List<QueueName> changed = queues.keySet().stream().filter(each -> each.vhost().equals(vhost)).toList();
        changed.forEach(this::remove);
        topology.vhostRemoved(vhost);
        policies.values().removeIf(each -> each.vhost().equals(vhost));
        operatorPolicies.values().removeIf(each -> each.vhost().equals(vhost));
        return new Outcome(true, changed);
    }

    private void remove(QueueName queue) {
        queues.remove(queue);
        versions++;
        topology.queueRemoved(queue);
    }

    private Outcome joined(MetadataChange.NodeJoined joined) {
        members.add(joined.node());
        running.remove(joined.node()); // a second start is a new, youngest place
        running.put(joined.node(), joined.incarnation());
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

    private Outcome serves() {
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            List<NodeName> kept = new ArrayList<>(each.recoverable());
            kept.removeIf(node -> running.containsKey(node)
                    && each.synchronised().stream().noneMatch(mirror -> mirror.node().equals(node)));
            if (kept.size() < each.recoverable().size()) {
                put(with(each, each.master(), each.mirrors(), each.synchronised(), kept), changed);
            }
        }
        return new Outcome(true, changed);
    }

    private Outcome left(MetadataChange.NodeLeft left) {
        if (!isRunning(left.node(), left.incarnation())) {
            return Outcome.NONE;
        }
        running.remove(left.node());
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            if (!each.master().node().equals(left.node()) || each.down() || mirroring(each).isPresent()) {
                continue; // F-25: a mirrored queue keeps its record as it is
            }
            if (each.durable() && !each.exclusive()) {
                put(new QueueRecord(each.queue(), 0, true, each.autoDelete(), null, each.arguments(), each.master(),
                        each.epoch(), null, List.of(), each.recoverable(), List.of(), each.policy(), true), changed); // N-06
            } else {
                remove(each.queue()); // N-05, P-03
                changed.add(each.queue());
            }
        }
        return new Outcome(true, changed);
    }

    private Outcome created(MetadataChange.QueueCreated created) {
        if (queues.containsKey(created.queue()) || !accounts.hasVhost(created.queue().vhost())) {
            return Outcome.NONE;
        }
        List<QueueName> changed = new ArrayList<>();
        String policy = policyFor(created.queue()).map(Policy::name).orElse(null);
        put(new QueueRecord(created.queue(), 0, created.durable(), created.autoDelete(), created.owner(),
                created.arguments(), created.master(), 1, created.mirrored() ? List.of() : null, List.of(), List.of(),
                List.of(), policy,
                false),
                changed);
        return new Outcome(true, changed);
    }

    private Outcome deleted(MetadataChange.QueueDeleted deleted) {
        QueueRecord record = queues.get(deleted.queue());
        if (record == null || (deleted.expected() != null && !record.master().equals(deleted.expected()))) {
            return Outcome.NONE;
        }
        remove(deleted.queue());
        return new Outcome(true, List.of(deleted.queue()));
    }

    private Outcome added(MetadataChange.MirrorAdded added) {
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
    public boolean isForsaken(QueueRecord record) {
        return record.mirrorList().stream().noneMatch(each -> lives(record, each));
    }

    private boolean lives(QueueRecord record, ReplicaId replica) {
        return isRunning(replica.node(), replica.incarnation()) && !record.refused().contains(replica);
    }

    private Outcome removed(MetadataChange.MirrorsRemoved removed) {
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

    private Outcome synchronised(QueueName queue, ReplicaId mirror) {
        QueueRecord record = queues.get(queue);
        if (record == null || !record.mirrorList().contains(mirror) || record.synchronised().contains(mirror)) {
            return Outcome.NONE;
        }
        List<ReplicaId> synchronised = new ArrayList<>(record.synchronised());
        synchronised.addFirst(mirror); // S-07
        List<QueueName> changed = new ArrayList<>();
        put(with(record, record.master(), record.mirrors(), synchronised, record.recoverable()), changed);
        return new Outcome(true, changed);
    }

    private Outcome replaced(MetadataChange.MasterReplaced replaced) {
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

    private Outcome refused(QueueName queue, ReplicaId mirror) {
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

    private Outcome terminated(QueueName queue, ReplicaId master) {
        QueueRecord record = queues.get(queue);
        return record == null || record.mirrors() == null || !record.master().equals(master)
                ? Outcome.NONE
                : mirrorsBecame(record, master, List.of(), List.of());
    }

    private Outcome mirroringChanged(MetadataChange.MirroringChanged change) {
        QueueRecord record = queues.get(change.queue());
        if (record == null || !record.master().equals(change.master())
                || change.mirrored() == (record.mirrors() != null)) {
            return Outcome.NONE;
        }
        List<ReplicaId> mirrors = change.mirrored() ? List.of() : null;
        return mirrorsBecame(record, record.master(), mirrors, List.of());
    }

    private Outcome recovered(MetadataChange.QueueRecovered recovered) {
        QueueRecord record = queues.get(recovered.queue());
        if (record == null || !record.durable() || !record.master().equals(recovered.old())
                || !isForsaken(record)) {
            return Outcome.NONE;
        }
        return mirrorsBecame(record, recovered.master(), recovered.mirrored() ? List.of() : null, List.of());
    }

    /// F-17: recoverable = (old - running nodes without a mirror) ++ nodes with new mirrors.
    private Outcome mirrorsBecame(QueueRecord record, ReplicaId master, @Nullable List<ReplicaId> mirrors,
            List<NodeName> down) {
        List<ReplicaId> now = mirrors == null ? List.of() : mirrors;
        List<NodeName> nodes = now.stream().map(ReplicaId::node).toList();
        List<NodeName> recoverable = new ArrayList<>(record.recoverable());
        recoverable.removeIf(each -> running.containsKey(each) && !down.contains(each) && !nodes.contains(each));
        recoverable.remove(master.node());
        nodes.stream().filter(each -> !recoverable.contains(each)).forEach(recoverable::add);
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

    private Outcome policiesChanged(String vhost) {
        topology.policiesChanged(vhost);
        List<QueueName> changed = new ArrayList<>();
        for (QueueRecord each : List.copyOf(queues.values())) {
            if (each.queue().vhost().equals(vhost)) {
                String policy = policyFor(each.queue()).map(Policy::name).orElse(null);
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

    private static String key(String vhost, String name) {
        return vhost.length() + ":" + vhost + name;
    }
}
