package mirrorlab.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The cluster as the entries so far tell it: a fold. Mutable, confined to one thread, deterministic.
///
/// Each origin's entries must come in their order; between origins the order makes no difference to the picture that
/// stands when all have come. It never waits for a node that is silent: who died is said by the lab alone, queue records
/// go by version, replicas and clients speak for themselves until their life is over.
///
/// All views are immutable and made when asked for; `copy()` shares all records and is cheap enough for checkpoints.
public final class ClusterPicture {
    private NodeFold nodes = new NodeFold();
    private QueueFold queues = new QueueFold();
    private ClientFold clients = new ClientFold();
    private MessageNames names = new MessageNames();
    private HoldFold holds = new HoldFold();
    private LinkFold links = new LinkFold();
    private MetadataFold metadata = new MetadataFold();
    private final Map<ExchangeName, ExchangeTraffic> traffic = new TreeMap<>();
    private final Map<String, Policy> policies = new TreeMap<>();
    private final Map<String, OperatorPolicy> operatorPolicies = new TreeMap<>();
    /// Views of queues about which nothing was told since they were made.
    private final Map<QueueName, QueuePicture> drawn = new TreeMap<>();
    private long clock;

    /// `set` is null after the policy was cleared. Nodes repeat a change one after the other; the latest clock wins.
    private record Policy(Happening.@Nullable PolicySet set, long clock) {}

    private record OperatorPolicy(Happening.@Nullable OperatorPolicySet set, long clock) {}

    public void apply(Entry entry) {
        clock = Math.max(clock, entry.clock());
        long at = entry.clock();
        forgetViews(entry.happening());
        switch (entry.happening()) {
            case Happening.NodeStarting now -> nodes.starting(now, at);
            case Happening.NodeStarted now -> {
                nodes.started(now, at);
                holds.ended(now.node());
                clients.forgetEnded(nodes);
            }
            case Happening.NodeDied now ->
                ended(now.node(), NodePicture.State.DIED, now.exitStatus(), now.lastLogLines(), at);
            case Happening.NodeStopped now ->
                ended(now.node(), NodePicture.State.STOPPED, now.exitStatus(), List.of(), at);
            case Happening.PeerUp now -> links.seen(now.node(), now.peer(), entry.incarnation(), true, false);
            case Happening.PeerDown now -> links.seen(now.node(), now.peer(), entry.incarnation(), false, false);
            case Happening.PeerSuspected now -> links.suspected(now, entry.incarnation());
            case Happening.LinkDisturbed now -> links.disturbed(now);
            case Happening.NodePaused now -> nodes.paused(now.node(), true);
            case Happening.NodeResumed now -> nodes.paused(now.node(), false);
            case Happening.HoldPointSet now when isOfLivingNode(now.node(), entry) -> holds.set(now);
            case Happening.HoldPointCleared now -> holds.cleared(now.node(), now.point(), now.queue());
            case Happening.Held now when isOfLivingNode(now.node(), entry) -> holds.held(now);
            case Happening.Released now -> holds.released(now.node(), now.point(), now.queue());
            case Happening.PaceSet now when isOfLivingNode(now.node(), entry) -> holds.pace(now.node(), now.millis());
            case Happening.PolicySet now -> policy(now.vhost(), now.name(), now, at);
            case Happening.PolicyCleared now -> policy(now.vhost(), now.name(), null, at);
            case Happening.OperatorPolicySet now -> operatorPolicy(now.vhost(), now.name(), now, at);
            case Happening.OperatorPolicyCleared now -> operatorPolicy(now.vhost(), now.name(), null, at);
            case Happening.QueueRecorded now -> queues.change(now.queue(), life -> life.recorded(now, at));
            case Happening.QueueRemoved now -> queues.change(now.queue(), life -> life.removed(now, at));
            case Happening.MessagesNamed now -> names.apply(now);
            case Happening.MessagesDeadLettered now -> names.apply(now);
            case Happening.ConnectionOpened now when isOfLivingNode(now.node(), entry) ->
                clients.opened(now, entry.incarnation());
            case Happening.ConnectionClosed now -> clients.closed(now, entry.incarnation());
            case Happening.ConnectionBlocked now -> clients.blocked(now, entry.incarnation());
            case Happening.ChannelOpened now when isOfLivingNode(now.channel()) -> clients.opened(now);
            case Happening.ChannelClosed now -> clients.closed(now.channel());
            case Happening.ConfirmsSelected now -> clients.confirms(now);
            case Happening.ChannelWaits now -> clients.waits(now);
            case Happening.ChannelFlow now -> clients.flow(now);
            case Happening.ConsumerAdded now when isOfLivingNode(now.channel()) -> clients.consumer(now);
            case Happening.ConsumerRemoved now -> clients.consumer(now);
            case Happening.PublishesRouted now -> traffic.merge(now.exchange(),
                    ExchangeTraffic.none(now.exchange()).and(now, at), (was, unused) -> was.and(now, at));
            case Happening.Metadata told -> metadata.apply(entry);
            case Happening happening -> replicas(happening, at);
        }
    }

    /// What replicas and the channels that feed them say.
    private void replicas(Happening happening, long at) {
        switch (happening) {
            case Happening.ReplicaStarted now -> queues.change(now.queue(), now.replica(), at,
                    life -> life.started(now.role().equals("master"), now.recovered()));
            case Happening.ReplicaStopped now -> queues.change(now.queue(), now.replica(), at,
                    life -> life.stopped(now.reason(), !now.reason().equals("shutdown")));
            case Happening.ReplicaHolds now ->
                queues.change(now.queue(), now.replica(), at, life -> life.holds(now, at));
            case Happening.ReplicaFroze now -> queues.change(now.queue(), now.replica(), at, ReplicaLife::froze);
            case Happening.MirrorSynchronised now -> queues.change(now.queue(), now.mirror(), at,
                    ReplicaLife::becameSynchronised);
            case Happening.MirrorPromoted now -> {
                queues.change(now.queue(), life -> life.promoted(now));
                queues.change(now.queue(), now.mirror(), at, life -> life.promoted(now.epoch()));
            }
            case Happening.SyncStarted now -> queues.change(now.queue(), now.master(), at,
                    life -> life
                            .synchronising(new SyncPicture(now.master(), now.mirrors(), 0, now.total(), now.batchSize(),
                                    now.automatic(), 0, 0)));
            case Happening.SyncProgressed now -> queues.progressed(now, at);
            case Happening.SyncEnded now ->
                queues.change(now.queue(), now.replica(), at, life -> life.synchronising(null));
            case Happening.CopiesSent now when !isOver(now.to()) -> clients.sent(now.queue(), now.to(),
                    ClientFold.living(now.messages(), nodes));
            case Happening.CopiesReceived now when !isOver(now.replica()) ->
                clients.received(now.queue(), now.replica(),
                        ClientFold.living(now.messages(), nodes));
            case Happening.MessagesEnqueued now when !isOver(now.replica()) && isMaster(now.queue(), now.replica()) ->
                clients
                        .received(now.queue(), now.replica(), ClientFold.living(now.messages(), nodes));
            case Happening other -> {
            }
        }
    }

    /// What is told of one queue changes the view of that queue; messages on their way and what is said of clients and policies
    /// change none; all else, such as the end of a node, may change all.
    private void forgetViews(Happening happening) {
        switch (happening) {
            case Happening.ReplicaHolds now -> drawn.remove(now.queue());
            case Happening.Traffic onItsWay -> {
            }
            case Happening.QueueRecorded now -> drawn.remove(now.queue());
            case Happening.QueueRemoved now -> drawn.remove(now.queue());
            case Happening.MessagesNamed now when now.queue() != null -> drawn.remove(now.queue());
            case Happening.MessagesDeadLettered now -> now.to().forEach(drawn::remove);
            case Happening.ReplicaStarted now -> drawn.remove(now.queue());
            case Happening.ReplicaStopped now -> drawn.remove(now.queue());
            case Happening.ReplicaFroze now -> drawn.remove(now.queue());
            case Happening.MirrorSynchronised now -> drawn.remove(now.queue());
            case Happening.MirrorPromoted now -> drawn.remove(now.queue());
            case Happening.SyncStarted now -> drawn.remove(now.queue());
            case Happening.SyncProgressed now -> drawn.remove(now.queue());
            case Happening.SyncEnded now -> drawn.remove(now.queue());
            case Happening.ChannelWaits now -> drawn.remove(now.queue());
            case Happening.Noted said -> {
            }
            case Happening.PeerUp its -> {
            }
            case Happening.PeerDown its -> {
            }
            case Happening.PolicySet its -> {
            }
            case Happening.PolicyCleared its -> {
            }
            case Happening.ConnectionOpened its -> {
            }
            case Happening.ConfirmsSelected its -> {
            }
            case Happening.ChannelFlow its -> {
            }
            case Happening.ConsumerAdded its -> {
            }
            case Happening.ConsumerRemoved its -> {
            }
            case Happening.NodeLogged said -> {
            }
            case Happening.HoldPointSet set -> {
            }
            case Happening.HoldPointCleared cleared -> {
            }
            case Happening.Held held -> {
            }
            case Happening.Released released -> {
            }
            case Happening.PeerSuspected said -> {
            }
            case Happening.LinkDisturbed done -> {
            }
            case Happening.Metadata told -> {
            }
            default -> {
                drawn.clear();
                metadata.forgetView();
            }
        }
    }

    private void ended(NodeName node, NodePicture.State state, int exitStatus, List<String> lastLogLines, long at) {
        nodes.ended(node, state, exitStatus, lastLogLines, at);
        holds.ended(node);
        links.ended(node);
        clients.forgetEnded(nodes);
    }

    private void policy(String vhost, String name, Happening.@Nullable PolicySet set, long at) {
        policies.merge(vhost + "\u0000" + name, new Policy(set, at),
                (was, now) -> now.clock() >= was.clock() ? now : was);
    }

    private void operatorPolicy(String vhost, String name, Happening.@Nullable OperatorPolicySet set, long at) {
        operatorPolicies.merge(vhost + "\u0000" + name, new OperatorPolicy(set, at),
                (was, now) -> now.clock() >= was.clock() ? now : was);
    }

    private boolean isOfLivingNode(NodeName node, Entry entry) {
        return !nodes.hasEnded(node, entry.incarnation());
    }

    private boolean isOfLivingNode(ChannelId channel) {
        return !nodes.hasEnded(channel.node(), channel.incarnation());
    }

    private boolean isOver(ReplicaId replica) {
        return nodes.hasEnded(replica.node(), replica.incarnation());
    }

    /// As the replica itself said before; a master enqueues the direct copy itself, a mirror waits for the
    /// stream (P-10).
    private boolean isMaster(QueueName queue, ReplicaId replica) {
        ReplicaLife life = queues.replica(queue, replica.node());
        return life != null && life.id().equals(replica) && life.isMaster();
    }

    // ---- views

    /// The latest clock of all entries; milliseconds since 1970 are its upper 48 bits.
    public long clock() {
        return clock;
    }

    /// In order of name.
    public List<NodePicture> nodes() {
        return nodes.all();
    }

    public Optional<NodePicture> node(NodeName name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /// Both ways between every two nodes, in order of sender and receiver.
    public List<LinkPicture> links() {
        return links.all(nodes);
    }

    public boolean isAlive(ReplicaId replica) {
        return nodes.isAlive(replica);
    }

    public boolean isAlive(ChannelId channel) {
        return nodes.isAlive(channel);
    }

    /// In order of virtual host and name.
    public List<Happening.PolicySet> policies() {
        return policies.values().stream().map(Policy::set).<Happening.PolicySet>mapMulti((set, out) -> {
            if (set != null) {
                out.accept(set);
            }
        }).toList();
    }

    /// In order of virtual host and name.
    public List<Happening.OperatorPolicySet> operatorPolicies() {
        return operatorPolicies.values().stream()
                .map(OperatorPolicy::set).<Happening.OperatorPolicySet>mapMulti((set, out) -> {
                    if (set != null) {
                        out.accept(set);
                    }
                }).toList();
    }

    /// Exchanges, bindings and accounts; the same object as before while nothing about them changed.
    public MetadataPicture metadata() {
        return metadata.picture(nodes::isAlive, each -> {
            NodePicture node = nodes.get(each);
            return node == null ? 0 : node.startedClock();
        });
    }

    /// What went through exchanges, in order of their names; those that are gone included.
    public List<ExchangeTraffic> exchangeTraffic() {
        return List.copyOf(traffic.values());
    }

    /// Queues that exist, in order of virtual host and name; the same object as before for a queue that did not change.
    public List<QueuePicture> queues() {
        return queues.queues().keySet().stream().flatMap(each -> queue(each).stream()).toList();
    }

    /// Empty when there is no such queue (any more).
    public Optional<QueuePicture> queue(QueueName name) {
        QueuePicture known = drawn.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        QueueLife life = queues.queues().get(name);
        Happening.QueueRecorded record = life == null ? null : life.record();
        if (life == null || record == null || !life.isThere()) {
            return Optional.empty();
        }
        QueuePicture view = new QueueView(name, life, record, queues, nodes).picture(clients.waiting(name, nodes));
        drawn.put(name, view);
        return Optional.of(view);
    }

    /// The queue was there and is gone.
    public boolean isRemoved(QueueName name) {
        QueueLife life = queues.queues().get(name);
        return life != null && life.removedVersion() >= 0 && !life.isThere();
    }

    public List<Happening.ConnectionOpened> connections() {
        return clients.connections(nodes);
    }

    /// The node lets it publish no more for now.
    public boolean isBlocked(Happening.ConnectionOpened connection) {
        return clients.isBlocked(connection);
    }

    public List<ChannelPicture> channels() {
        return clients.channels(nodes);
    }

    public List<Happening.ConsumerAdded> consumers() {
        return clients.consumers(nodes);
    }

    public List<CopiesInFlight> copiesInFlight() {
        return clients.copies(nodes);
    }

    /// Where nodes shall hold, in the order in which they were told.
    public List<HoldPicture> holdPoints() {
        return holds.points();
    }

    /// What holds now, the oldest first.
    public List<HoldPicture> held() {
        return holds.held();
    }

    /// For how many milliseconds everything holds at every point; 0 in real time.
    public long pace() {
        return holds.pace();
    }

    /// The same of one queue.
    public List<CopiesInFlight> copiesInFlight(QueueName queue) {
        return clients.copies(queue, nodes);
    }

    public MessageNames names() {
        return names;
    }

    /// `m7`, or `channel#seq` for a message that the lab did not name.
    public String label(MessageId id) {
        return names.label(id);
    }

    /// `m1…m40, m45`.
    public String runs(MessageSet messages) {
        return names.runs(messages);
    }

    /// An independent picture of the same state.
    public ClusterPicture copy() {
        ClusterPicture copy = new ClusterPicture();
        copy.nodes = nodes.copy();
        copy.queues = queues.copy();
        copy.clients = clients.copy();
        copy.names = names.copy();
        copy.holds = holds.copy();
        copy.links = links.copy();
        copy.policies.putAll(policies);
        copy.operatorPolicies.putAll(operatorPolicies);
        copy.metadata = metadata.copy();
        copy.traffic.putAll(traffic);
        copy.clock = clock;
        return copy;
    }
}
