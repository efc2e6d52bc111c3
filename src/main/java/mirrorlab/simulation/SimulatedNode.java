package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.Broker;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.broker.Run;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.node.NodeLoop;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// One life of one node: its machine, and its shell in simulated time.
final class SimulatedNode implements Wires.Ear<PeerMessage> {
    final NodeName name;
    final long incarnation;
    final Broker broker = new Broker();
    private final SimulatedCluster cluster;
    private final SimulatedDisk disk;
    private Run waiting = new Run();
    private List<Input> lastTaken = List.of();
    /// What came while the node was frozen.
    private final List<Input> asleep = new ArrayList<>();
    private final Map<String, Long> timers = new LinkedHashMap<>();
    private final Map<NodeName, Long> links = new TreeMap<>();
    private final Map<NodeName, Long> peers = new TreeMap<>();
    private final Map<Long, AdminReply> answers = new TreeMap<>();
    private long generations;
    private long requests;
    private long connections;
    private long ticket;
    private boolean syncing;
    private boolean alive = true;
    private boolean frozen;
    private boolean serves;
    private boolean stopping;

    SimulatedNode(SimulatedCluster cluster, NodeName name, long incarnation, SimulatedDisk disk) {
        this.cluster = cluster;
        this.name = name;
        this.incarnation = incarnation;
        this.disk = disk;
    }

    void boot(List<NodeName> members, boolean cleanlyStopped) {
        Map<String, List<Input.StoredEntry>> queues = new LinkedHashMap<>();
        Bytes metadata = null;
        for (Map.Entry<String, TreeMap<Long, Bytes>> table : disk.contents().entrySet()) {
            if (table.getKey().equals(NodeLoop.METADATA_TABLE)) {
                metadata = table.getValue().get(NodeLoop.METADATA_KEY);
            } else {
                queues.put(table.getKey(), table.getValue().entrySet().stream()
                        .map(each -> new Input.StoredEntry(each.getKey(), each.getValue())).toList());
            }
        }
        on(new Input.Boot(name, incarnation, cluster.chance().nextLong(), members, Map.of(), metadata, queues,
                cleanlyStopped));
    }

    boolean isAlive() {
        return alive;
    }

    /// What the machine took last, together.
    List<Input> lastTaken() {
        return lastTaken;
    }

    boolean isFrozen() {
        return frozen;
    }

    boolean serves() {
        return alive && serves && !stopping;
    }

    /// Something is under way between a replica here and others, or has just been.
    boolean isReplicating() {
        return timers.containsKey("report") || broker.replicas().stream().anyMatch(each -> !each.busy().isEmpty());
    }

    boolean isLinked(NodeName peer) {
        return links.containsKey(peer);
    }

    SimulatedDisk disk() {
        return disk;
    }

    long nextConnection() {
        return ++connections;
    }

    /// Gives the machine one input and does what it asks for. As in a busy node, some wait for those that come next and are taken
    /// together with them.
    void on(Input input) {
        if (!alive) {
            return;
        }
        if (input instanceof Input.Stop) {
            cluster.coverage().stops(this);
        }
        if (frozen) {
            asleep.add(input);
            return;
        }
        long lag = waiting.add(input) ? cluster.lag() : 0;
        if (lag > 0) {
            cluster.agenda().after(lag, this::work);
        } else {
            work();
        }
    }

    private void work() {
        if (!alive || frozen || waiting.isEmpty()) {
            return;
        }
        Run run = waiting;
        waiting = new Run();
        lastTaken = run.inputs();
        run.inputs().forEach(each -> cluster.observer().before(this, each));
        List<Effect> effects;
        try {
            broker.on(new Input.Clock(SimulatedCluster.EPOCH_MILLIS + cluster.agenda().now() / 1_000));
            effects = broker.on(run);
        } catch (RuntimeException e) {
            throw new InvariantBroken(name + " crashed on " + run + ": " + e, e);
        }
        for (Effect each : effects) {
            perform(each);
        }
        cluster.observer().after(this, run.inputs(), effects);
        cluster.ambushes().taken(this, run.inputs());
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Effect.Send(NodeName to, long link, PeerMessage message) -> {
                cluster.wires().send(name, to, link, message);
                cluster.ambushes().sent(name, to, message);
            }
            case Effect.Persist(List<StoreOperation> operations, long upTo) -> write(operations, upTo);
            case Effect.PersistMetadata(Bytes bytes, long upTo) -> write(
                    List.of(new StoreOperation.Put(NodeLoop.METADATA_TABLE, NodeLoop.METADATA_KEY, bytes)), upTo);
            case Effect.PageOut unused -> cluster.agenda().after(0, () -> on(new Input.PagedOut()));
            case Effect.SetTimer(String timer, var after) -> {
                long generation = ++generations;
                timers.put(timer, generation);
                cluster.agenda().after(after.toNanos() / 1_000, () -> fire(timer, generation));
            }
            case Effect.CancelTimer(String timer) -> timers.remove(timer);
            case Effect.ToClient(long connection, int channel, var event) ->
                cluster.clients().on(name, connection, channel, event);
            case Effect.Answer(long request, AdminReply reply) -> answers.put(request, reply);
            case Effect.Happened(var happening) -> cluster.journal(this, happening);
            case Effect.Log unused -> {
            }
            case Effect.Serve() -> {
                serves = true;
                cluster.serves(this);
            }
            case Effect.BootFailed(String text) -> cluster.agenda().after(0, () -> cluster.gaveUp(this, text));
            case Effect.CloseConnections unused -> {
                stopping = true;
                cluster.clients().nodeGone(name);
            }
            case Effect.Stopped() -> cluster.agenda().after(0, () -> cluster.stopped(this));
        }
    }

    private void fire(String timer, long generation) {
        Long current = timers.get(timer);
        if (alive && current != null && current == generation) {
            timers.remove(timer);
            on(new Input.TimerFired(timer));
        }
    }

    /// Writes at once; what is written by the time the disk is free becomes durable together.
    private void write(List<StoreOperation> operations, long upTo) {
        disk.write(operations);
        ticket = upTo;
        if (!syncing) {
            syncing = true;
            sync();
        }
    }

    private void sync() {
        long upTo = ticket;
        int count = disk.unsynced();
        cluster.agenda().after(300 + cluster.chance().nextInt(6_000), () -> {
            if (!alive) {
                return;
            }
            disk.sync(count);
            on(new Input.Persisted(upTo));
            if (disk.unsynced() > 0 || ticket > upTo) {
                sync();
            } else {
                syncing = false;
            }
        });
    }

    /// Gives the machine an input a little later.
    void later(long micros, java.util.function.Supplier<Input> input) {
        cluster.agenda().after(micros, () -> on(input.get()));
    }

    /// What comes from now on waits: the node does nothing, and does not know it.
    void freeze() {
        frozen = true;
    }

    void thaw() {
        frozen = false;
        work();
        List<Input> came = List.copyOf(asleep);
        asleep.clear();
        came.forEach(this::on);
    }

    void end() {
        alive = false;
    }

    // ---- administration

    long ask(AdminCommand command) {
        if (command instanceof AdminCommand.SetPolicy || command instanceof AdminCommand.ClearPolicy) {
            cluster.coverage().policyChanges();
        }
        long request = ++requests;
        on(new Input.Administer(request, command));
        return request;
    }

    @Nullable
    AdminReply answer(long request) {
        return answers.remove(request);
    }

    /// What the machine says is outstanding.
    List<String> busy() {
        return answer(ask(new AdminCommand.ShowActivity())) instanceof AdminReply.Activity(var busy)
                ? busy
                : new ArrayList<>();
    }

    // ---- the network

    void send(NodeName to, PeerMessage message) {
        Long link = links.get(to);
        if (link != null) {
            cluster.wires().send(name, to, link, message);
        }
    }

    void arrived(NodeName peer, PeerMessage message) {
        Long link = links.get(peer);
        if (link != null) {
            on(new Input.FromPeer(peer, link, message));
        }
    }

    @Override
    public void up(NodeName peer, long life, long link) {
        links.put(peer, link);
        peers.put(peer, life);
        on(new Input.PeerUp(peer, life, link));
    }

    @Override
    public void down(NodeName peer, long link) {
        links.remove(peer, link);
        SimulatedNode other = cluster.node(peer);
        boolean lives = other != null && Long.valueOf(other.incarnation).equals(peers.get(peer));
        if (lives && broker.state().running().contains(peer)) {
            cluster.parted(name, peer);
        }
        on(new Input.PeerDown(peer, link));
    }

    @Override
    public void frame(NodeName peer, long link, PeerMessage message) {
        cluster.coverage().arrives(message);
        if (message instanceof MetadataMessage.Snapshot) {
            cluster.letIn(peer, name);
        }
        for (PeerMessage each : cluster.tampering().arriving(cluster, peer, name, message)) {
            on(new Input.FromPeer(peer, link, each));
        }
    }
}
