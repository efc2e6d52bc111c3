package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.broker.AdminMessage.MasterCounters;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.PolicyForecast;
import mirrorlab.mirror.Replica;
import mirrorlab.policy.Policy;
import mirrorlab.policy.PolicyValidation;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What administrators ask, answered here or by the master's node.
final class Administration {
    /// A frozen node's masters are shown without counters after this long.
    private static final Duration COUNTERS_WITHIN = Duration.ofSeconds(5);
    /// S-20: a queue without a reachable master is looked for as long as by a channel (F-25).
    private static final Duration LOOKUP = Duration.ofSeconds(66);
    private final Broker broker;
    private final Catalogue catalogue;
    private final ConnectionLists connections;
    private final Standings standings;
    private final Transfers transfers;
    final MemoryAlarms memory;
    private final Map<Long, Listing> listings = new LinkedHashMap<>();
    private final Map<Long, Sync> syncs = new LinkedHashMap<>();
    private final Map<ReplicaId, List<Waiter>> waiters = new LinkedHashMap<>();

    private record Listing(Set<NodeName> open, Map<ReplicaId, MasterCounters> told) {}

    /// A command on its way to the master; `asked` null while there is none.
    private record Sync(QueueName queue, boolean cancel, @Nullable ReplicaId asked) {}

    private record Waiter(NodeName node, long request) {}

    Administration(Broker broker) {
        this.broker = broker;
        this.connections = new ConnectionLists(broker);
        this.standings = new Standings(broker);
        this.transfers = new Transfers(broker);
        this.catalogue = new Catalogue(broker);
        this.memory = new MemoryAlarms(broker);
    }

    void on(long request, AdminCommand command) {
        if (broker.isStopping() && !(command instanceof AdminCommand.ShowActivity)) {
            answer(request, new AdminReply.Refused("stopping", "node " + broker.self() + " is stopping"));
            return;
        }
        switch (command) {
            case AdminCommand.SetPolicy set -> {
                if (isSound(request, set)) {
                    broker.changes.propose(new MetadataChange.PolicySet(policy(set)),
                            new Proposer.OfAdministrator(request));
                }
            }
            case AdminCommand.PreviewPolicy(AdminCommand.SetPolicy draft) -> {
                if (isSound(request, draft)) {
                    answer(request, new AdminReply.Preview(PolicyForecast.of(broker.state().policies(), policy(draft),
                            broker.state().queues(), broker.running())));
                }
            }
            case AdminCommand.ClearPolicy(String vhost, String name) -> {
                if (broker.state().policy(vhost, name) == null) {
                    answer(request, new AdminReply.Refused("not_found", "Parameter does not exist"));
                } else {
                    broker.changes.propose(new MetadataChange.PolicyCleared(vhost, name),
                            new Proposer.OfAdministrator(request));
                }
            }
            case AdminCommand.ListPolicies() -> answer(request,
                    new AdminReply.Policies(Catalogue.views(broker.state().policies())));
            case AdminCommand.SyncQueue(QueueName queue) -> sync(request, queue, false);
            case AdminCommand.CancelSync(QueueName queue) -> sync(request, queue, true);
            case AdminCommand.MoveMaster move -> transfers.on(request, move);
            case AdminCommand.ListQueues() -> list(request);
            case AdminCommand.ShowCluster() ->
                answer(request, new AdminReply.Cluster(broker.self(), broker.incarnation(),
                        broker.state().members().stream().sorted().toList(), broker.state().running(), memory.all()));
            case AdminCommand.ShowStanding() -> standings.list(request);
            case AdminCommand.ShowActivity() -> answer(request, new AdminReply.Activity(busy()));
            case AdminCommand.LogIn(String user, String password) ->
                answer(request, Doorkeeping.logIn(broker.state(), user, password));
            case AdminCommand.OpenVhost open -> connections.count(request, Doorkeeping.isCounted(broker.state(), open),
                    now -> Doorkeeping.open(broker.state(), open, now));
            case AdminCommand.OpenChannel open -> connections.count(request,
                    Doorkeeping.isCounted(broker.state(), open), now -> Doorkeeping.open(broker.state(), open, now));
            case AdminCommand.OfQueue ofQueue -> broker.started().clients().direct(request, ofQueue);
            case AdminCommand.OfClients ofClients -> connections.on(request, ofClients);
            case AdminCommand.OfCatalogue ofCatalogue -> catalogue.on(request, ofCatalogue);
            case AdminCommand.OfHolds ofHolds -> broker.holds.on(request, ofHolds);
        }
    }

    private void answer(long request, AdminReply reply) {
        broker.effects.add(new Effect.Answer(request, reply));
    }

    private List<String> busy() {
        List<String> busy = new ArrayList<>(broker.started().booting().busy());
        busy.addAll(broker.metadata().busy());
        broker.replicas.all().forEach(each -> busy.addAll(each.busy()));
        busy.addAll(broker.started().clients().busy());
        busy.addAll(broker.holds.busy());
        if (broker.isReportDue()) {
            busy.add("the journal's next report is due");
        }
        return busy;
    }

    // ---- policies

    private static Policy policy(AdminCommand.SetPolicy set) {
        return new Policy(set.vhost(), set.name(), set.pattern(), set.applyTo(), set.priority(), set.definition());
    }

    /// @return false when it was refused
    private boolean isSound(long request, AdminCommand.SetPolicy set) {
        if (!broker.state().hasVhost(set.vhost())) {
            answer(request, AdminReply.Refused.noVhost(set.vhost()));
            return false;
        }
        String refusal = PolicyValidation.check(set.pattern(), set.applyTo(), set.definition());
        if (refusal != null) {
            answer(request, new AdminReply.Refused("validation", refusal));
        }
        return refusal == null;
    }

    void applied(long request) {
        answer(request, new AdminReply.Done(""));
    }

    // ---- synchronisation

    private void sync(long request, QueueName queue, boolean cancel) {
        QueueRecord record = broker.state().queue(queue);
        if (record == null) {
            answer(request, new AdminReply.Refused("not_found", "not_found"));
        } else if (record.down()) {
            answer(request, new AdminReply.Refused("nodedown", "home node '" + record.master().node() + "' of durable "
                    + queue + " is down or inaccessible"));
        } else if (record.mirrors() == null) {
            answer(request, cancel
                    ? new AdminReply.Done("not_syncing")
                    : new AdminReply.Refused("not_mirrored", "not_mirrored"));
        } else {
            syncs.put(request, new Sync(queue, cancel, null));
            broker.effects.add(new Effect.SetTimer("administration/" + request, LOOKUP));
        }
    }

    /// Asks masters as they become reachable; true when something was done.
    boolean settle() {
        boolean any = transfers.settle();
        for (Map.Entry<Long, Sync> each : List.copyOf(syncs.entrySet())) {
            Sync sync = each.getValue();
            QueueRecord record = broker.state().queue(sync.queue());
            if (record == null) {
                finish(each.getKey(), new AdminReply.Refused("not_found", "not_found"));
                any = true;
            } else if (sync.asked() == null && broker.isAlive(record.master())) {
                syncs.put(each.getKey(), new Sync(sync.queue(), sync.cancel(), record.master()));
                broker.effects.add(new Effect.CancelTimer("administration/" + each.getKey()));
                ask(each.getKey(), sync, record.master());
                any = true;
            }
        }
        return any;
    }

    private void ask(long request, Sync sync, ReplicaId master) {
        AdminMessage question = sync.cancel()
                ? new AdminMessage.CancelSync(request, sync.queue(), master)
                : new AdminMessage.Sync(request, sync.queue(), master);
        if (master.node().equals(broker.self())) {
            fromPeer(broker.self(), question);
        } else {
            broker.send(master.node(), question);
        }
    }

    private void finish(long request, AdminReply reply) {
        if (syncs.remove(request) != null) {
            broker.effects.add(new Effect.CancelTimer("administration/" + request));
            answer(request, reply);
        }
    }

    void timer(long request) {
        connections.timer(request);
        standings.timer(request);
        transfers.timer(request);
        Sync sync = syncs.get(request);
        if (sync != null && sync.asked() == null) {
            finish(request, new AdminReply.Refused("timeout", "failed to perform operation on " + sync.queue()
                    + " due to timeout"));
        }
        Listing listing = listings.remove(request);
        if (listing != null) {
            tell(request, listing);
        }
    }

    void synced(ReplicaId master) {
        List<Waiter> waiting = waiters.get(master);
        if (waiting != null && !waiting.isEmpty()) {
            Waiter first = waiting.removeFirst(); // the others have a synchronisation of their own (S-23)
            tellDone(first.node(), first.request(), "");
        }
    }

    private void tellDone(NodeName node, long request, String note) {
        if (node.equals(broker.self())) {
            finish(request, new AdminReply.Done(note));
        } else {
            broker.send(node, new AdminMessage.Done(request, note));
        }
    }

    void nodeGone(NodeName node) {
        connections.nodeGone(node);
        standings.nodeGone(node);
        for (Map.Entry<Long, Sync> each : List.copyOf(syncs.entrySet())) {
            ReplicaId asked = each.getValue().asked();
            if (asked != null && asked.node().equals(node)) {
                finish(each.getKey(), new AdminReply.Refused("nodedown", "node " + node + " went down meanwhile"));
            }
        }
        waiters.values().forEach(each -> each.removeIf(waiter -> waiter.node().equals(node)));
        for (Map.Entry<Long, Listing> each : List.copyOf(listings.entrySet())) {
            closed(each.getKey(), each.getValue(), node);
        }
    }

    void fromPeer(NodeName from, AdminMessage message) {
        switch (message) {
            case AdminMessage.Ask(long request) -> broker.send(from, new AdminMessage.Told(request, counters()));
            case AdminMessage.Told(long request, List<MasterCounters> masters) -> {
                Listing listing = listings.get(request);
                if (listing != null) {
                    masters.forEach(each -> listing.told().put(each.master(), each));
                    closed(request, listing, from);
                }
            }
            case AdminMessage.Sync(long request, QueueName queue, ReplicaId master) -> {
                Replica replica = broker.replicas.get(master);
                if (replica == null || !replica.isMaster()) {
                    tellDone(from, request, "");
                } else {
                    waiters.computeIfAbsent(master, unused -> new ArrayList<>()).add(new Waiter(from, request));
                    broker.replicas.change(replica, each -> each.synchronise(false));
                }
            }
            case AdminMessage.CancelSync(long request, QueueName queue, ReplicaId master) -> {
                Replica replica = broker.replicas.get(master);
                boolean[] cancelled = {false};
                if (replica != null) {
                    broker.replicas.change(replica, each -> cancelled[0] = each.cancelSync());
                }
                tellDone(from, request, cancelled[0] ? "" : "not_syncing");
            }
            case AdminMessage.MoveMaster move -> transfers.asked(move);
            case AdminMessage.Memory news -> memory.learn(from, news);
            case AdminMessage.AskStandings(long request) -> standings.asked(from, request);
            case AdminMessage.ToldStandings told -> standings.told(from, told);
            case AdminMessage.AskConnections(long request) -> connections.asked(from, request);
            case AdminMessage.ToldConnections told -> connections.told(from, told);
            case AdminMessage.CloseConnection close -> connections.close(from, close);
            case AdminMessage.ConnectionClosed(long request, boolean known) -> connections.closed(request, known);
            case AdminMessage.Done(long request, String note) -> finish(request, new AdminReply.Done(note));
        }
    }

    // ---- lists

    private List<MasterCounters> counters() {
        List<MasterCounters> all = new ArrayList<>();
        for (Replica each : broker.replicas.all()) {
            Replica.Counters counters = each.counters();
            if (counters != null) {
                all.add(new MasterCounters(each.id(), counters.ready(), counters.unacknowledged(), counters.consumers(),
                        counters.syncMessages(), counters.active() == null
                                ? null
                                : new AdminReply.ActiveConsumer(counters.active().channel(), counters.active().tag()),
                        counters.exclusive() == null ? null : counters.exclusive().tag(), counters.readyBytes(),
                        counters.persistent()));
            }
        }
        return all;
    }

    private void list(long request) {
        Set<NodeName> open = new LinkedHashSet<>();
        for (QueueRecord each : broker.state().queues()) {
            if (!each.master().node().equals(broker.self()) && broker.isAlive(each.master())) {
                open.add(each.master().node());
            }
        }
        Listing listing = new Listing(open, new LinkedHashMap<>());
        counters().forEach(each -> listing.told().put(each.master(), each));
        if (open.isEmpty()) {
            tell(request, listing);
            return;
        }
        listings.put(request, listing);
        broker.effects.add(new Effect.SetTimer("administration/" + request, COUNTERS_WITHIN));
        open.forEach(each -> broker.send(each, new AdminMessage.Ask(request)));
    }

    private void closed(long request, Listing listing, NodeName node) {
        if (listing.open().remove(node) && listing.open().isEmpty()) {
            listings.remove(request);
            broker.effects.add(new Effect.CancelTimer("administration/" + request));
            tell(request, listing);
        }
    }

    private void tell(long request, Listing listing) {
        List<QueueView> views = new ArrayList<>();
        for (QueueRecord each : broker.state().queues()) {
            views.add(view(each, listing.told().get(each.master())));
        }
        answer(request, new AdminReply.Queues(views));
    }

    private QueueView view(QueueRecord record, @Nullable MasterCounters counters) {
        String operator = broker.state().operatorPolicyFor(record.queue()).map(Policy::name).orElse(null);
        String state = record.down()
                ? "down"
                : counters == null ? null : counters.syncMessages() != null ? "syncing" : "running";
        MasterCounters told = record.down() ? null : counters;
        return new QueueView(record.queue(), record.durable(), record.autoDelete(), record.exclusive(),
                record.arguments(),
                record.policy(), operator, broker.state().effectiveDefinition(record), record.master(),
                record.mirrors(),
                record.mirrors() == null ? null : record.synchronised(), record.recoverable(), state,
                told != null ? told.ready() : null, told != null ? told.unacknowledged() : null,
                told != null ? told.consumers() : null, told != null ? told.syncMessages() : null,
                told != null ? told.active() : null, record.owner(), told != null ? told.exclusiveTag() : null,
                told != null ? told.readyBytes() : null, told != null ? told.persistent() : null);
    }
}
