package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.membership.LifeOver;
import mirrorlab.membership.Status;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataEffect;
import mirrorlab.metadata.MetadataMachine;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.metadata.MetadataState;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaEffect;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Policy;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// One node as one machine. An input goes to the room it concerns; what the rooms ask of each other on this node is done
/// before `on` returns; what they ask of the outside are the effects.
public final class Broker implements Replica.Surroundings {
    private static final Duration REPORT_EVERY = Duration.ofMillis(50);
    /// Of questions and answers within one input; a long line of waiting methods may take one round each.
    private static final int MOST_ROUNDS = 1_000_000;
    List<Effect> effects = new ArrayList<>();
    final Peers peers = new Peers();
    final OpenConnections connections = new OpenConnections();
    final Map<ReplicaId, Replica> replicas = new LinkedHashMap<>();
    private final Map<QueueName, Replica> replicaOf = new LinkedHashMap<>();
    private final ArrayDeque<PeerMessage> local = new ArrayDeque<>();
    private final Unborn unborn = new Unborn();
    private final Set<Replica> dirty = new LinkedHashSet<>();
    private final Set<Replica> touched = new LinkedHashSet<>();
    private final Set<Replica> writers = new LinkedHashSet<>();
    private final List<StoreOperation> leftovers = new ArrayList<>();
    private final Map<Long, Proposer> proposers = new LinkedHashMap<>();
    private @Nullable Started started;
    private long now;
    private long replicaSerial;
    private long ticket;
    private boolean reportDue;
    private boolean stopping;

    /// What exists from the first input on.
    record Started(Input.Boot boot, SplittableRandom chance, MetadataMachine metadata, Clients clients,
            Administration administration, Boot booting, DeadLetters deadLetters) {}

    /// Takes one input.
    ///
    /// @return what to do, in order
    /// @throws IllegalStateException a broken invariant: a bug, and the node has to end
    public List<Effect> on(Input input) {
        return on(List.of(input));
    }

    /// Takes a run of inputs in their order. What plain ones ask for is worked out together, as if the rooms of this node, too,
    /// were a little apart; around any other input everything is settled.
    ///
    /// @return what to do, in order
    /// @throws IllegalStateException a broken invariant: a bug, and the node has to end
    public List<Effect> on(List<Input> run) {
        for (Input each : run) {
            if (PlainInputs.contain(each)) {
                handle(each);
            } else if (each instanceof Input.Clock(long millis)) {
                now = millis;
            } else {
                settle();
                handle(each);
                settle();
            }
        }
        settle();
        List<Effect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }

    private void start(Input.Boot boot) {
        if (started != null) {
            throw new IllegalStateException("booted twice");
        }
        SplittableRandom chance = new SplittableRandom(boot.seed());
        MetadataMachine metadata = new MetadataMachine(boot.self(), boot.incarnation(), peers);
        started = new Started(boot, chance, metadata, new Clients(this), new Administration(this),
                new Boot(this, boot), new DeadLetters(this, boot.self(), boot.incarnation()));
        started.booting.begin();
    }

    Started started() {
        if (started == null) {
            throw new IllegalStateException("the first input has to be Boot");
        }
        return started;
    }

    NodeName self() {
        return started().boot.self();
    }

    long incarnation() {
        return started().boot.incarnation();
    }

    /// What this node knows; for others to read only.
    public MetadataState state() {
        return started().metadata.state();
    }

    /// The replicas on this node; for others to look at only.
    public Collection<Replica> replicas() {
        return Collections.unmodifiableCollection(replicas.values());
    }

    MetadataMachine metadata() {
        return started().metadata;
    }

    boolean isStopping() {
        return stopping;
    }

    private void handle(Input input) {
        if (input instanceof Input.Boot boot) {
            start(boot);
            return;
        }
        Started now = started();
        switch (input) {
            case Input.Clock unused -> throw new IllegalStateException("the time is not handled");
            case Input.PeerUp(NodeName peer, long life, long link) -> peerUp(peer, life, link);
            case Input.PeerDown(NodeName peer, long link) -> peerDown(peer, link);
            case Input.FromPeer(NodeName peer, long link, PeerMessage message) -> {
                Peers.Link present = peers.link(peer);
                if (present != null && present.number() == link) {
                    fromPeer(peer, message);
                }
            }
            case Input.Persisted(long upTo) -> {
                for (Replica each : List.copyOf(writers)) {
                    each.persisted(upTo);
                    dirty.add(each);
                }
                if (upTo == ticket) {
                    writers.clear();
                }
                now.booting.persisted(upTo);
            }
            case Input.TimerFired(String timer) -> timerFired(timer);
            case Input.Administer(long request, AdminCommand command) -> now.administration.on(request, command);
            case Input.Stop() -> stop();
            default -> now.clients.on(input);
        }
    }

    // ---- peers

    private void peerUp(NodeName peer, long life, long link) {
        if (!peers.up(peer, life, link)) {
            log("warning",
                    "the link to " + peer + " is back, but both sides went on without each other: restart one side");
            effects.add(new Effect.Send(peer, link, new LifeOver()));
            started().booting.leftOut(peer);
            return;
        }
        happened(new Happening.PeerUp(self(), peer, life));
        started().booting.linked(peer);
        metadata().peerUp(peer);
        started().administration.memory.linked(peer);
    }

    private void peerDown(NodeName peer, long link) {
        Peers.Link ended = peers.down(peer, link);
        if (ended == null) {
            return;
        }
        happened(new Happening.PeerDown(self(), peer));
        if (metadata().isInside() && state().isRunning(peer, ended.incarnation())) {
            peers.fence(peer, ended.incarnation());
        }
        boolean wasInside = metadata().isInside();
        metadata().peerDown(peer);
        if (wasInside && !metadata().isInside()) {
            started().booting.announce();
        }
        started().booting.unlinked(peer);
        for (Replica each : List.copyOf(replicas.values())) {
            each.nodeGone(peer, ended.incarnation());
            dirty.add(each);
        }
        unborn.channelsGone(peer);
        started().clients.nodeGone(peer);
        started().administration.nodeGone(peer);
        started().administration.memory.gone(peer);
    }

    private void fromPeer(NodeName from, PeerMessage message) {
        switch (message) {
            case MetadataMessage metadataMessage -> metadata().on(from, metadataMessage);
            case Status status -> started().booting.heard(from, status);
            case LifeOver() -> started().booting.leftOut(from);
            case AdminMessage question -> started().administration.fromPeer(from, question);
            case QueueMessage.ReplicaGone(ReplicaId replica) -> {
                if (replica.node().equals(from) || !peers.isAlive(replica)) {
                    replicaEnded(replica);
                }
            }
            case QueueMessage.StartMirror(QueueRecord record) -> startMirror(record, false);
            case QueueMessage.CreateQueue request -> started().clients.creations.asked(request);
            case QueueMessage.QueueReady ready -> started().clients.creations.ready(ready);
            default -> deliver(from, message);
        }
    }

    /// To a replica or channel on this node.
    private void deliver(NodeName from, PeerMessage message) {
        switch (message) {
            case QueueMessage.ToReplica toReplica -> {
                Replica replica = replicas.get(toReplica.to());
                if (replica == null) {
                    nobody(from, toReplica.to(), toReplica);
                } else {
                    replica.on(toReplica);
                    dirty.add(replica);
                }
            }
            case ReplicaMessage replicaMessage -> {
                Replica replica = replicas.get(replicaMessage.to());
                if (replica == null) {
                    nobody(from, replicaMessage.to(), replicaMessage);
                } else {
                    replica.on(replicaMessage);
                    dirty.add(replica);
                }
            }
            case QueueMessage.ToChannel toChannel -> started().clients.toChannel(toChannel);
            default -> log("warning", "a message of an unknown kind from " + from + " was dropped");
        }
    }

    /// Another node can know of a master here before this node has applied that it is one.
    private void nobody(NodeName from, ReplicaId replica, PeerMessage message) {
        if (!unborn.keep(replica, from, message)) {
            send(from, new QueueMessage.ReplicaGone(replica));
        }
    }

    /// An id for a master that is proposed; what comes for it waits until the proposal is applied.
    ReplicaId unbornMaster() {
        ReplicaId id = freshReplica();
        unborn.expect(id);
        return id;
    }

    private void born(ReplicaId master) {
        for (Unborn.Early each : unborn.born(master)) {
            if (replicas.containsKey(master)) {
                local.add(each.message());
            } else {
                send(each.from(), new QueueMessage.ReplicaGone(master));
            }
        }
    }

    void send(NodeName to, PeerMessage message) {
        if (to.equals(self())) {
            local.add(message);
            return;
        }
        Peers.Link link = peers.link(to);
        if (link != null) {
            effects.add(new Effect.Send(to, link.number(), message));
        }
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public boolean hasExchange(ExchangeName exchange) {
        return state().exchange(exchange) != null;
    }

    @Override
    public boolean isAlive(ReplicaId replica) {
        return replica.node().equals(self()) ? replicas.containsKey(replica) : peers.isAlive(replica);
    }

    @Override
    public boolean isShortOfMemory() {
        return started().administration.memory.isRaised();
    }

    /// In order of start, without those that this node cannot reach any more, though their end is not applied yet.
    @Override
    public List<NodeName> running() {
        return state().running().stream().filter(each -> each.equals(self()) || isReachable(each)).toList();
    }

    private boolean isReachable(NodeName node) {
        Long life = state().incarnation(node);
        return life != null && peers.isLinked(node, life);
    }

    // ---- what rooms on this node ask of each other

    private void settle() {
        if (started == null) {
            return;
        }
        boolean more = true;
        for (int rounds = 0; more; rounds++) {
            if (rounds == MOST_ROUNDS) {
                throw new IllegalStateException("the rooms of " + self() + " still ask each other after " + rounds
                        + " rounds, now for " + local.peek());
            }
            more = false;
            while (!local.isEmpty()) {
                PeerMessage next = local.remove();
                if (next instanceof QueueMessage.ReplicaGone(ReplicaId replica)) {
                    replicaEnded(replica);
                } else {
                    deliver(self(), next);
                }
                more = true;
            }
            for (MetadataEffect each : metadata().take()) {
                perform(each);
                more = true;
            }
            more |= started().clients.settle();
            for (Replica each : List.copyOf(dirty)) {
                dirty.remove(each);
                touched.add(each);
                for (ReplicaEffect effect : each.take()) {
                    perform(each, effect);
                    more = true;
                }
            }
            more |= started().administration.settle();
            more |= started().booting.settle();
        }
        persist();
        dueReport();
    }

    private void persist() {
        List<StoreOperation> operations = new ArrayList<>(leftovers);
        leftovers.clear();
        List<Replica> now = new ArrayList<>();
        for (Replica each : touched) {
            List<StoreOperation> its = each.takeStoreOperations();
            if (!its.isEmpty()) {
                operations.addAll(its);
                now.add(each);
            }
        }
        if (!operations.isEmpty()) {
            effects.add(new Effect.Persist(operations, ++ticket));
            now.forEach(each -> each.ticket(ticket));
            writers.addAll(now);
        }
    }

    long nextTicket() {
        return ++ticket;
    }

    void writeLater(StoreOperation operation) {
        leftovers.add(operation);
    }

    private void dueReport() {
        boolean any = touched.stream().anyMatch(Replica::hasReport) || started().clients.takeHasReport();
        any |= started().deadLetters.hasReport();
        touched.clear();
        if (!reportDue && any) {
            reportDue = true;
            effects.add(new Effect.SetTimer("report", REPORT_EVERY));
        }
    }

    boolean isReportDue() {
        return reportDue;
    }

    private void report() {
        reportDue = false;
        for (Replica each : List.copyOf(replicas.values())) {
            if (each.hasReport()) {
                each.report();
                dirty.add(each);
            }
        }
        started().clients.report();
        started().deadLetters.report();
    }

    private void timerFired(String name) {
        String housekeeping = ReplicaEffect.SetTimer.HOUSEKEEPING;
        String timer = name.startsWith(housekeeping) ? name.substring(housekeeping.length()) : name;
        int slash = timer.indexOf('/');
        switch (slash < 0 ? timer : timer.substring(0, slash)) {
            case "report" -> report();
            case "replica" -> {
                String[] parts = timer.split("/", 3);
                Replica replica = replicas.get(new ReplicaId(self(), incarnation(), Long.parseLong(parts[1])));
                if (replica != null) {
                    replica.timer(parts[2]);
                    dirty.add(replica);
                }
            }
            case "channels" -> started().clients.tick();
            case "channel" -> started().clients.timer(Long.parseLong(timer.substring(slash + 1)));
            case "administration" -> started().administration.timer(Long.parseLong(timer.substring(slash + 1)));
            default -> started().booting.timer(timer);
        }
    }

    // ---- metadata

    void propose(MetadataChange change, Proposer proposer) {
        proposers.put(metadata().propose(change), proposer);
    }

    private void perform(MetadataEffect effect) {
        switch (effect) {
            case MetadataEffect.Send(NodeName to, MetadataMessage message) -> send(to, message);
            case MetadataEffect.Restored() -> {
                started().booting.restored();
                state().queues().forEach(each -> recorded(each.queue(), "restored"));
                state().policies().forEach(each -> happened(Catalogue.policySet(each)));
            }
            case MetadataEffect.Changed(MetadataChange change, MetadataState.Outcome outcome) ->
                changed(change, outcome);
            case MetadataEffect.Answered(long number, boolean effective) ->
                answered(proposers.remove(number), effective);
            case MetadataEffect.LeftBehind(String text) -> effects.add(new Effect.BootFailed(text));
        }
    }

    private void changed(MetadataChange change, MetadataState.Outcome outcome) {
        if (outcome.effective()) {
            switch (change) {
                case MetadataChange.QueueCreated created -> startMaster(created.master(), created.queue(), false);
                case MetadataChange.QueueRecovered recovered ->
                    startMaster(recovered.master(), recovered.queue(), true);
                case MetadataChange.PolicySet(Policy policy) -> happened(Catalogue.policySet(policy));
                case MetadataChange.PolicyCleared(String vhost, String name) ->
                    happened(new Happening.PolicyCleared(vhost, name));
                case MetadataChange.VhostDeleted(String vhost) -> started().clients.vhostDeleted(vhost);
                case MetadataChange.UserDeleted(String user) -> started().clients.userDeleted(user);
                case MetadataChange.PermissionsSet _,MetadataChange.PermissionsCleared _ ->
                    started().clients.permissionsChanged();
                default -> {
                }
            }
        }
        if (change instanceof MetadataChange.QueueCreated created) {
            born(created.master());
        } else if (change instanceof MetadataChange.QueueRecovered recovered) {
            born(recovered.master());
        }
        String reason = switch (change) {
            case MetadataChange.QueueDeleted deleted -> deleted.reason();
            case MetadataChange.VhostDeleted unused -> "deleted";
            default -> "node-down";
        };
        outcome.changed().forEach(each -> recorded(each, reason));
        if (outcome.effective()) {
            PassedOver.by(change, state(), self()).forEach(this::happened);
        }
        started().booting.changed(change, outcome);
    }

    private void recorded(QueueName queue, String reason) {
        QueueRecord record = state().queue(queue);
        if (record == null) {
            happened(new Happening.QueueRemoved(queue, state().version(), reason));
        } else {
            happened(new Happening.QueueRecorded(queue, record.version(), record.durable(), record.autoDelete(),
                    record.exclusive(), record.arguments(), record.master(), record.mirrors(), record.synchronised(),
                    record.recoverable(), record.policy(), record.down() ? "down" : "live"));
        }
        Replica replica = replicaOf.get(queue);
        if (replica != null && !replica.isAheadOf(state().version())) {
            replica.recordChanged(record, record == null ? null : mirroring(record), limits(record));
            dirty.add(replica);
        }
        started().clients.recordChanged(queue);
    }

    @Nullable
    HaSettings mirroring(QueueRecord record) {
        return state().mirroring(record).orElse(null);
    }

    private QueueSettings limits(@Nullable QueueRecord record) {
        return record == null ? QueueSettings.NONE : state().settings(record);
    }

    private void answered(@Nullable Proposer proposer, boolean effective) {
        switch (proposer) {
            case Proposer.OfReplica(ReplicaId id, MetadataChange change) -> {
                Replica replica = replicas.get(id);
                if (replica != null && !effective && change instanceof MetadataChange.MirrorAdded) {
                    replica.joinRefused();
                    dirty.add(replica);
                } else if (replica != null && !effective && change instanceof MetadataChange.MasterReplaced) {
                    replica.claimRefused();
                    dirty.add(replica);
                }
            }
            case Proposer.OfAdministrator(long request) -> started().administration.applied(request);
            case Proposer.OfChannel(ChannelId channel, QueueName queue) ->
                started().clients.creations.created(channel, queue);
            case Proposer.OfChange(ChannelId channel) -> started().clients.changed(channel, effective);
            case Proposer.OfBoot() -> started().booting.answered();
            case Proposer.OfStop() -> {
            }
            case null -> {
            }
        }
    }

    // ---- replicas

    ReplicaId freshReplica() {
        return new ReplicaId(self(), incarnation(), ++replicaSerial);
    }

    /// Calls a replica and does afterwards what it asks for.
    void change(Replica replica, Consumer<Replica> call) {
        call.accept(replica);
        dirty.add(replica);
    }

    @Nullable
    Replica replicaOf(QueueName queue) {
        return replicaOf.get(queue);
    }

    private void startMaster(ReplicaId id, QueueName queue, boolean fromDisk) {
        QueueRecord record = state().queue(queue);
        if (record == null || !id.node().equals(self()) || id.incarnation() != incarnation()) {
            return;
        }
        endPresent(queue);
        Replica.Recovered recovered = fromDisk ? started().booting.recovered(queue) : Replica.Recovered.NOTHING;
        Replica master = Replica.master(id, record, mirroring(record), limits(record), this, started().chance,
                recovered);
        add(master);
        if (stopping) {
            master.stop(); // it was asked for before
        }
    }

    /// Starts a mirror here for the recorded master.
    ///
    /// @param fromRecord by this node's own decision (PO-16) rather than on the master's request
    void startMirror(QueueRecord record, boolean fromRecord) {
        Replica present = replicaOf.get(record.queue());
        if (present != null && (fromRecord || present.belongsTo(record))) {
            return; // it is on its way
        }
        if (stopping || (metadata().isInside() && state().isOutdated(record)) || !isAlive(record.master())) {
            send(record.master().node(), new QueueMessage.MirrorRefused(record.master(), self()));
            return;
        }
        endPresent(record.queue());
        add(Replica.mirror(freshReplica(), record, mirroring(record), limits(record), this, started().chance));
    }

    /// What is here of an older life of the queue ends first, for it deletes from the disk what is stored under the queue's name.
    private void endPresent(QueueName queue) {
        Replica present = replicaOf.get(queue);
        if (present != null) {
            present.recordChanged(null, null, QueueSettings.NONE);
            finish(present);
        }
    }

    private void add(Replica replica) {
        started().booting.replicaStarted(replica.queue());
        replicas.put(replica.id(), replica);
        replicaOf.put(replica.queue(), replica);
        dirty.add(replica);
    }

    private void finish(Replica replica) {
        for (ReplicaEffect each : replica.take()) {
            perform(replica, each);
        }
    }

    private void perform(Replica replica, ReplicaEffect effect) {
        switch (effect) {
            case ReplicaEffect.ToReplica(ReplicaMessage message) -> send(message.to().node(), message);
            case ReplicaEffect.ToChannel(QueueMessage.ToChannel message) -> send(message.channel().node(), message);
            case ReplicaEffect.Propose(MetadataChange change) ->
                propose(change, new Proposer.OfReplica(replica.id(), change));
            case ReplicaEffect.StartMirrorOn(NodeName node, QueueName queue) -> {
                QueueRecord record = state().queue(queue);
                if (record != null) {
                    send(node, new QueueMessage.StartMirror(record));
                }
            }
            case ReplicaEffect.Happened(Happening happening) -> happened(happening);
            case ReplicaEffect.Log(String level, String text) -> log(level, text);
            case ReplicaEffect.SetTimer(String name, Duration after) ->
                effects.add(new Effect.SetTimer(timer(replica, name), after));
            case ReplicaEffect.CancelTimer(String name) -> effects.add(new Effect.CancelTimer(timer(replica, name)));
            case ReplicaEffect.DeadLetter letter -> started().deadLetters.publish(replica, letter);
            case ReplicaEffect.SyncAnswered(String outcome) -> started().administration.synced(replica.id());
            case ReplicaEffect.Ended(String reason) -> ended(replica, reason);
        }
    }

    private static String timer(Replica replica, String name) {
        String kind = name.startsWith(ReplicaEffect.SetTimer.HOUSEKEEPING) ? ReplicaEffect.SetTimer.HOUSEKEEPING : "";
        return kind + "replica/" + replica.id().serial() + "/" + name;
    }

    private void ended(Replica replica, String reason) {
        leftovers.addAll(replica.takeStoreOperations());
        replicas.remove(replica.id());
        replicaOf.remove(replica.queue(), replica);
        dirty.remove(replica);
        started().administration.synced(replica.id());
        if (!reason.equals("shutdown")) {
            peers.linked().forEach(each -> send(each, new QueueMessage.ReplicaGone(replica.id())));
            local.add(new QueueMessage.ReplicaGone(replica.id()));
        }
    }

    private void replicaEnded(ReplicaId replica) {
        if (!replica.node().equals(self()) && !peers.replicaEnded(replica)) {
            return;
        }
        for (Replica each : List.copyOf(replicas.values())) {
            if (each.concerns(replica) && !each.id().equals(replica)) {
                each.gone(replica, false);
                dirty.add(each);
            }
        }
        started().clients.replicaGone(replica);
    }

    // ---- the end

    /// N-01: clients first, then the queues, the metadata last.
    private void stop() {
        if (stopping) {
            return;
        }
        stopping = true;
        effects.add(new Effect.CloseConnections(320,
                "CONNECTION_FORCED - broker forced connection closure with reason 'shutdown'")); // N-02
        started().clients.closeAll();
        started().booting.stopWhen();
    }

    void stopReplicas() {
        for (Replica each : List.copyOf(replicas.values())) {
            each.stop();
            dirty.add(each);
        }
    }

    // ---- words

    void happened(Happening happening) {
        connections.see(happening);
        effects.add(new Effect.Happened(happening));
    }

    void log(String level, String text) {
        effects.add(new Effect.Log(level, text));
    }
}
