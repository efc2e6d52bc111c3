package mirrorlab.metadata;

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
import mirrorlab.policy.QueueSettings;
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
    private final Map<NodeName, Proposal> answered = new TreeMap<>();
    private final Accounts accounts = new Accounts();
    private final Policies policies = new Policies();
    private final Topology topology = new Topology(this::queue, policies);
    private final QueueRecords queues = new QueueRecords(running, policies, topology);

    /// What a change did.
    ///
    /// @param changed queues whose records changed, gone ones included
    /// @param topology what became of exchanges and bindings, each as if it had been asked for alone
    public record Outcome(boolean effective, List<QueueName> changed, List<MetadataChange> topology) {
        Outcome(boolean effective, List<QueueName> changed) {
            this(effective, changed, List.of());
        }

        static final Outcome NONE = new Outcome(false, List.of());
    }

    public MetadataState() {
        accounts.vhosts().forEach(topology::predeclare);
        topology.takeNews();
    }

    public MetadataSnapshot snapshot() {
        List<RunningNode> nodes = running.entrySet().stream()
                .map(each -> new RunningNode(each.getKey(), each.getValue()))
                .toList();
        return new MetadataSnapshot(List.copyOf(members), nodes, queues.all(),
                policies.users(), policies.operators(), topology.exchanges(),
                topology.bindings(), accounts.vhosts(), accounts.users(), accounts.permissions(),
                accounts.limits().all(), new TreeMap<>(answered), queues.version());
    }

    public void restore(MetadataSnapshot from) {
        members.clear();
        running.clear();
        answered.clear();
        members.addAll(from.members());
        from.running().forEach(each -> running.put(each.node(), each.incarnation()));
        queues.restore(from.queues(), from.versions());
        policies.restore(from.policies(), from.operatorPolicies());
        accounts.restore(from);
        topology.restore(from.exchanges(), from.bindings());
        topology.takeNews();
        answered.putAll(from.answered());
    }

    /// Goes on alone with what the disk held: what was transient is gone when every node was down (M-03).
    public void restoreFromDisk(MetadataSnapshot disk) {
        restore(disk);
        topology.forgetTransient();
        topology.takeNews();
    }

    public List<NodeName> members() {
        return List.copyOf(members);
    }

    /// Grows with every change of a record.
    public long version() {
        return queues.version();
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
        return queues.each();
    }

    public List<Policy> policies() {
        return policies.users();
    }

    public @Nullable Policy policy(String vhost, String name) {
        return policies.user(vhost, name);
    }

    public List<Policy> operatorPolicies() {
        return policies.operators();
    }

    public @Nullable Policy operatorPolicy(String vhost, String name) {
        return policies.operator(vhost, name);
    }

    public List<Exchange> exchanges() {
        return topology.exchanges();
    }

    public @Nullable Exchange exchange(ExchangeName name) {
        return topology.exchange(name);
    }

    /// Null for none.
    public @Nullable ExchangeName alternate(Exchange exchange) {
        return topology.alternate(exchange);
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

    public List<Limit> limits() {
        return accounts.limits().all();
    }

    /// Null for none.
    ///
    /// @param ofUser of a user, else of a virtual host
    public @Nullable Long limit(boolean ofUser, String holder, String name) {
        return accounts.limits().value(ofUser, holder, name);
    }

    /// The policy in force for an exchange of this name.
    public Optional<Policy> policyFor(ExchangeName exchange) {
        return policies.winner(exchange);
    }

    /// The policy in force for a queue of this name.
    public Optional<Policy> policyFor(QueueName queue) {
        return policies.winner(queue);
    }

    /// How the queue is mirrored now; empty for one that is not, exclusive ones always (P-03).
    public Optional<HaSettings> mirroring(QueueRecord queue) {
        return policies.mirroring(queue);
    }

    /// The operator policy in force for a queue of this name.
    public Optional<Policy> operatorPolicyFor(QueueName queue) {
        return policies.operatorWinner(queue);
    }

    /// What the queue's policies say together (PO-05); null without any.
    public @Nullable Map<String, Object> effectiveDefinition(QueueRecord queue) {
        return policies.effective(queue);
    }

    /// The queue's limits and ways, from its arguments and policies.
    public QueueSettings settings(QueueRecord queue) {
        return QueueSettings.of(queue.arguments(), policies.effective(queue));
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
        Outcome outcome = apply(change);
        List<MetadataChange> news = topology.takeNews();
        return news.isEmpty() ? outcome : new Outcome(outcome.effective(), outcome.changed(), news);
    }

    private Outcome apply(MetadataChange change) {
        return switch (change) {
            case MetadataChange.NodeJoined joined -> joined(joined);
            case MetadataChange.NodeServes(NodeName node) -> queues.serves(node);
            case MetadataChange.NodeLeft left -> left(left);
            case MetadataChange.QueueCreated created -> accounts.hasVhost(created.queue().vhost())
                    ? queues.created(created)
                    : Outcome.NONE;
            case MetadataChange.QueueDeleted deleted -> queues.deleted(deleted);
            case MetadataChange.MirrorAdded added -> queues.added(added);
            case MetadataChange.MirrorsRemoved removed -> queues.removed(removed);
            case MetadataChange.MirrorSynchronised(QueueName queue, ReplicaId mirror, List<NodeName> together) ->
                queues.synchronised(queue, mirror, together);
            case MetadataChange.MasterReplaced replaced -> queues.replaced(replaced);
            case MetadataChange.MirrorRefused(QueueName queue, ReplicaId mirror) -> queues.refused(queue, mirror);
            case MetadataChange.MirrorsTerminated(QueueName queue, ReplicaId master) ->
                queues.terminated(queue, master);
            case MetadataChange.MirroringChanged changed -> queues.mirroringChanged(changed);
            case MetadataChange.QueueRecovered recovered -> queues.recovered(recovered);
            case MetadataChange.PolicySet(Policy policy) -> policiesChanged(policy.vhost(), policies.set(policy));
            case MetadataChange.PolicyCleared(String vhost, String name) ->
                policiesChanged(vhost, policies.clear(vhost, name));
            case MetadataChange.OperatorPolicySet(Policy policy) ->
                policiesChanged(policy.vhost(), policies.setOperator(policy));
            case MetadataChange.OperatorPolicyCleared(String vhost, String name) ->
                policiesChanged(vhost, policies.clearOperator(vhost, name));
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
            case MetadataChange.LimitSet(Limit limit) -> outcome(accounts.set(limit));
            case MetadataChange.LimitCleared(boolean ofUser, String holder, String name) ->
                outcome(accounts.limits().clear(ofUser, holder, name));
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
        List<QueueName> changed = queues.vhostDeleted(vhost);
        topology.vhostRemoved(vhost);
        policies.vhostRemoved(vhost);
        return new Outcome(true, changed);
    }

    /// Whether the master of a record that another node has was deleted or replaced since.
    public boolean isOutdated(QueueRecord record) {
        QueueRecord known = queue(record.queue());
        return record.version() <= version() && (known == null || !known.master().equals(record.master()));
    }

    /// No mirror lives that could be its master.
    public boolean isForsaken(QueueRecord record) {
        return queues.isForsaken(record);
    }

    private Outcome joined(MetadataChange.NodeJoined joined) {
        members.add(joined.node());
        running.remove(joined.node()); // a second start is a new, youngest place
        running.put(joined.node(), joined.incarnation());
        return queues.joined(joined);
    }

    private Outcome left(MetadataChange.NodeLeft left) {
        if (!isRunning(left.node(), left.incarnation())) {
            return Outcome.NONE;
        }
        running.remove(left.node());
        return queues.left(left);
    }

    /// PO-04: queues and exchanges are looked at again.
    private Outcome policiesChanged(String vhost, boolean changed) {
        if (!changed) {
            return Outcome.NONE;
        }
        topology.policiesChanged(vhost);
        return queues.policiesChanged(vhost);
    }
}
