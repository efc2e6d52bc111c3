package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import mirrorlab.journal.Happening;
import mirrorlab.membership.LifeOver;
import mirrorlab.membership.Status;
import mirrorlab.metadata.MetadataEffect;
import mirrorlab.metadata.MetadataMachine;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.metadata.MetadataState;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaEffect;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
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
    final Replicas replicas = new Replicas(this);
    final Changes changes = new Changes(this);
    final Writing writing = new Writing(this);
    final HoldPoints holds = new HoldPoints(this);
    private final ArrayDeque<PeerMessage> local = new ArrayDeque<>();
    private @Nullable Started started;
    private long now;
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
        return on(Run.of(input));
    }

    /// Takes a run of inputs. What plain ones ask for is worked out together, as if the rooms of this node, too, were a little
    /// apart; around any other input everything is settled.
    ///
    /// @return what to do, in order
    /// @throws IllegalStateException a broken invariant: a bug, and the node has to end
    public List<Effect> on(Run run) {
        run.plain().forEach(this::handle);
        Input other = run.other();
        if (other instanceof Input.Clock(long millis)) {
            now = millis;
        } else if (other != null) {
            settle();
            handle(other);
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
        return Collections.unmodifiableCollection(replicas.all());
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
                writing.persisted(upTo);
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
        replicas.nodeGone(peer, ended.incarnation());
        started().clients.nodeGone(peer);
        started().administration.nodeGone(peer);
        started().administration.memory.gone(peer);
        holds.nodeGone(peer);
    }

    private void fromPeer(NodeName from, PeerMessage message) {
        switch (message) {
            case MetadataMessage metadataMessage -> metadata().on(from, metadataMessage);
            case Status status -> started().booting.heard(from, status);
            case LifeOver() -> started().booting.leftOut(from);
            case AdminMessage question -> started().administration.fromPeer(from, question);
            case QueueMessage.ReplicaGone(ReplicaId replica) -> {
                if (replica.node().equals(from) || !peers.isAlive(replica)) {
                    replicas.over(replica);
                }
            }
            case QueueMessage.StartMirror(QueueRecord record) -> replicas.startMirror(record, false);
            case QueueMessage.CreateQueue request -> started().clients.creations.asked(request);
            case QueueMessage.QueueReady ready -> started().clients.creations.ready(ready);
            default -> deliver(from, message);
        }
    }

    /// To a replica or channel on this node.
    private void deliver(NodeName from, PeerMessage message) {
        switch (message) {
            case QueueMessage.ToReplica toReplica -> replicas.deliver(from, toReplica);
            case ReplicaMessage replicaMessage -> replicas.deliver(from, replicaMessage);
            case QueueMessage.ToChannel toChannel -> {
                if (!holds.keeps(from, toChannel)) {
                    started().clients.toChannel(toChannel);
                }
            }
            default -> log("warning", "a message of an unknown kind from " + from + " was dropped");
        }
    }

    void send(NodeName to, PeerMessage message) {
        if (to.equals(self())) {
            local.add(message);
        } else if (!holds.keeps(message)) {
            leave(to, message);
        }
    }

    /// To another node, at once.
    void leave(NodeName to, PeerMessage message) {
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
        return replica.node().equals(self()) ? replicas.get(replica) != null : peers.isAlive(replica);
    }

    @Override
    public boolean isLinked(NodeName node, long incarnation) {
        return node.equals(self()) ? incarnation == incarnation() : peers.isLinked(node, incarnation);
    }

    @Override
    public boolean isShortOfMemory() {
        return started().administration.memory.isRaised();
    }

    @Override
    public boolean stops(HoldPoint point, QueueName queue) {
        return holds.stops(point, queue);
    }

    @Override
    public void passed(HoldPoint point, QueueName queue) {
        holds.passed(point, queue);
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
                    replicas.over(replica);
                } else {
                    deliver(self(), next);
                }
                more = true;
            }
            for (MetadataEffect each : metadata().take()) {
                changes.perform(each);
                more = true;
            }
            more |= started().clients.settle();
            more |= replicas.settle();
            more |= started().administration.settle();
            more |= started().booting.settle();
        }
        writing.write(replicas.touched());
        holds.tell();
        dueReport();
    }

    private void dueReport() {
        boolean any = replicas.takeHasReport() || started().clients.takeHasReport();
        any |= started().deadLetters.hasReport();
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
        replicas.report();
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
                replicas.timer(Long.parseLong(parts[1]), parts[2]);
            }
            case "channels" -> started().clients.tick();
            case "channel" -> started().clients.timer(Long.parseLong(timer.substring(slash + 1)));
            case "hold" -> holds.timer(timer);
            case "administration" -> started().administration.timer(Long.parseLong(timer.substring(slash + 1)));
            default -> started().booting.timer(timer);
        }
    }

    // ---- the end

    /// N-01: clients first, then the queues, the metadata last.
    private void stop() {
        if (stopping) {
            return;
        }
        stopping = true;
        holds.end();
        effects.add(new Effect.CloseConnections(320,
                "CONNECTION_FORCED - broker forced connection closure with reason 'shutdown'")); // N-02
        started().clients.closeAll();
        started().booting.stopWhen();
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
