package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import org.jspecify.annotations.Nullable;

/// Nodes in simulated time. Nothing happens by itself: {@link #step} lets the next thing happen.
final class SimulatedCluster {
    /// When simulated time begins.
    static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final int LAGS_ONE_IN = 4;
    /// Microseconds.
    private static final int LONGEST_LAG = 400;
    private final Agenda agenda = new Agenda();
    private final RandomGenerator chance;
    private final @Nullable RandomGenerator lag;
    private final Wires<PeerMessage> wires;
    private final List<NodeName> members = new ArrayList<>();
    private final Map<NodeName, SimulatedNode> nodes = new TreeMap<>();
    private final Map<NodeName, SimulatedDisk> disks = new TreeMap<>();
    private final Map<NodeName, Long> lives = new TreeMap<>();
    private final Set<NodeName> cleanlyStopped = new LinkedHashSet<>();
    private final Set<NodeName> isolated = new LinkedHashSet<>();
    /// Isolated until they end: they were frozen for too long, or lost a link as they joined.
    private final Set<NodeName> silent = new LinkedHashSet<>();
    /// Lives that lost a link before they served.
    private final Map<NodeName, SimulatedNode> flapped = new TreeMap<>();
    private final SimulatedClients clients = new SimulatedClients();
    private final List<Entry> journal = new ArrayList<>();
    private final Map<String, Long> sequences = new TreeMap<>();
    private final Tampering tampering;
    private final ClusterInvariants invariants;
    private final MessageLedger ledger;
    private final Ambushes ambushes = new Ambushes(this);
    private final Coverage coverage = new Coverage(this);
    private long journalMillis;
    private int journalled;
    private int steps;

    SimulatedCluster(long seed, int size, Tampering tampering) {
        this(new SplittableRandom(seed), new SplittableRandom(~seed), new SplittableRandom(seed ^ size), size,
                tampering);
    }

    /// @param delays decides how long everything takes on its way
    /// @param lag decides how long nodes are busy with something else; null for nodes that take each input when it comes
    SimulatedCluster(RandomGenerator chance, RandomGenerator delays, @Nullable RandomGenerator lag, int size,
            Tampering tampering) {
        this.chance = chance;
        wires = new Wires<>(agenda, delays);
        this.lag = lag;
        this.tampering = tampering;
        ledger = new MessageLedger(this);
        invariants = new ClusterInvariants(this, ledger);
        for (int i = 1; i <= size; i++) {
            NodeName name = NodeName.of("rabbit" + i);
            members.add(name);
            disks.put(name, new SimulatedDisk());
        }
    }

    // ---- parts

    Agenda agenda() {
        return agenda;
    }

    RandomGenerator chance() {
        return chance;
    }

    /// How many microseconds a node lets a plain input wait for those that come next; mostly 0.
    long lag() {
        return lag == null || lag.nextInt(LAGS_ONE_IN) > 0 ? 0 : 1 + lag.nextInt(LONGEST_LAG);
    }

    Wires<PeerMessage> wires() {
        return wires;
    }

    SimulatedClients clients() {
        return clients;
    }

    Tampering tampering() {
        return tampering;
    }

    Observer observer() {
        return invariants;
    }

    ClusterInvariants invariants() {
        return invariants;
    }

    MessageLedger ledger() {
        return ledger;
    }

    Ambushes ambushes() {
        return ambushes;
    }

    Coverage coverage() {
        return coverage;
    }

    List<NodeName> members() {
        return members;
    }

    /// The present life of a node; null when it is down.
    @Nullable
    SimulatedNode node(NodeName name) {
        return nodes.get(name);
    }

    List<SimulatedNode> nodes() {
        return List.copyOf(nodes.values());
    }

    List<SimulatedNode> serving() {
        return nodes.values().stream().filter(SimulatedNode::serves).toList();
    }

    boolean isIsolated(NodeName node) {
        return isolated.contains(node);
    }

    // ---- time

    boolean step() {
        return agenda.step();
    }

    void run(long micros) {
        long until = agenda.now() + micros;
        while (agenda.next() <= until) {
            agenda.step();
        }
        agenda.at(until, () -> {});
        agenda.step();
    }

    /// Longer than any detector, shorter than the wait for a lost queue; and what a mirror asks for every now and then (P-17)
    /// is not waited for just then.
    void calmDown() {
        run(20_000_000);
        for (int tries = 0; tries < 10 && nodes.values().stream().anyMatch(SimulatedNode::isReplicating); tries++) {
            run(100_000);
        }
    }

    // ---- life and death

    void start(NodeName name) {
        long life = lives.merge(name, 1L, Long::sum);
        SimulatedDisk disk = disks.computeIfAbsent(name, unused -> new SimulatedDisk());
        SimulatedNode node = new SimulatedNode(this, name, life, disk);
        nodes.put(name, node);
        journalOfLab(new Happening.NodeStarting(name, 0));
        node.boot(members, cleanlyStopped.remove(name) || life == 1);
        wires.join(name, life, node);
    }

    void serves(SimulatedNode node) {
        journalOfLab(new Happening.NodeStarted(node.name, node.incarnation, 0, 0, 0));
        if (node.broker.state().running().equals(List.of(node.name))) {
            nodes().stream().filter(each -> each.isFrozen() && each.broker.state().running().contains(node.name))
                    .forEach(each -> isSilent(each.name));
        }
    }

    /// The others go on without it, and it does not know. They noticed its silence; or its sequencer died just after it had let
    /// it in, before its disk said so, and booted alone (N-12, N-30).
    private void isSilent(NodeName name) {
        isolated.add(name);
        silent.add(name);
        ledger.isolated(name);
    }

    /// Between two inputs, wherever the node was.
    void kill(NodeName name) {
        SimulatedNode node = nodes.get(name);
        if (node != null) {
            coverage.dies(node);
            nodes.remove(name);
            journalOfLab(new Happening.NodeDied(name, 0, -1, List.of()));
            wires.crash(name);
            node.disk().losePower(chance);
            ended(node);
        }
    }

    void stopped(SimulatedNode node) {
        if (nodes.remove(node.name, node)) {
            journalOfLab(new Happening.NodeStopped(node.name, 0, 0));
            cleanlyStopped.add(node.name);
            wires.close(node.name);
            node.disk().sync();
            ended(node);
        }
    }

    void gaveUp(SimulatedNode node, String text) {
        if (node.isAlive()) {
            journal(node, new Happening.Noted("error", text));
            kill(node.name);
        }
    }

    /// For so long the node does nothing, and does not know it. When the others go on without it meanwhile, it is on the other
    /// side of a partition until it is started again.
    void freeze(NodeName name, long micros) {
        SimulatedNode node = nodes.get(name);
        if (node == null || node.isFrozen()) {
            return;
        }
        coverage.freezes(node);
        journalOfLab(new Happening.NodePaused(name));
        node.freeze();
        wires.freeze(name, () -> {
            if (node.isAlive()) {
                isSilent(name);
                members.stream().filter(each -> !each.equals(name)).forEach(each -> {
                    wires.cut(name, each, name);
                    wires.cut(name, name, each);
                });
            }
        });
        agenda.after(micros, () -> thaw(node));
    }

    private void thaw(SimulatedNode node) {
        if (node.isAlive() && node.isFrozen()) {
            journalOfLab(new Happening.NodeResumed(node.name));
            node.thaw();
            wires.thaw(node.name);
        }
    }

    void thawAll() {
        nodes().forEach(this::thaw);
    }

    private void ended(SimulatedNode node) {
        node.end();
        clients.nodeGone(node.name);
        invariants.gone(node.name, node.incarnation);
        if (silent.remove(node.name)) {
            isolated.remove(node.name);
            members.forEach(each -> wires.heal(node.name, each));
        }
    }

    // ---- partitions

    /// Cuts a node off from all others: what it sends, what it hears, or both.
    void isolate(NodeName name, boolean incoming, boolean outgoing) {
        isolated.add(name);
        ledger.isolated(name);
        for (NodeName each : members) {
            if (!each.equals(name)) {
                if (incoming) {
                    wires.cut(name, each, name);
                }
                if (outgoing) {
                    wires.cut(name, name, each);
                }
            }
        }
    }

    /// The link between two nodes ends and is back in no time, while one of them at least does not serve yet.
    void flap(NodeName one, NodeName other) {
        coverage.flaps();
        for (SimulatedNode each : nodes()) {
            if ((each.name.equals(one) || each.name.equals(other)) && !each.serves()) {
                flapped.put(each.name, each);
            }
        }
        wires.flap(one, other);
    }

    /// This node lost its link to one that runs and that it knows to run, so it will not speak to that life again. Who was
    /// joining may end, or find itself on the other side of a partition.
    void parted(NodeName one, NodeName other) {
        for (NodeName each : List.of(one, other)) {
            SimulatedNode node = flapped.get(each);
            if (node != null && node.isAlive()) {
                isSilent(each);
            }
        }
    }

    /// Who is let in comes to the side of the one that lets it in.
    void letIn(NodeName by, NodeName joiner) {
        if (silent.contains(by)) {
            isSilent(joiner);
        }
    }

    /// Somebody joined and is on another side now, though nothing is cut: who starts may come to either side.
    boolean isParted() {
        return flapped.values().stream().anyMatch(each -> each.isAlive() && silent.contains(each.name));
    }

    /// Nobody whose link was lost while it was let in waits for ever: it serves, on whichever side, or it has ended.
    void checkFlapped() {
        for (SimulatedNode each : flapped.values()) {
            if (each.isAlive() && !each.serves()) {
                throw new InvariantBroken(each.name + " lost a link while it was let in, and waits for ever: "
                        + each.busy());
            }
        }
    }

    /// The lonely node starts again on the others' side.
    void rejoin(NodeName name) {
        kill(name);
        isolated.remove(name);
        members.forEach(each -> wires.heal(name, each));
    }

    /// Sends what a node would not have sent.
    void inject(NodeName from, NodeName to, PeerMessage message) {
        SimulatedNode node = nodes.get(from);
        if (node != null) {
            node.send(to, message);
        }
    }

    /// Lets something arrive that was held back.
    void arrive(NodeName from, NodeName to, PeerMessage message) {
        SimulatedNode node = nodes.get(to);
        if (node != null) {
            node.arrived(from, message);
        }
    }

    // ---- the journal

    void journal(SimulatedNode node, Happening happening) {
        coverage.happened(happening);
        if (happening instanceof Happening.ChannelWaits now) {
            clients.waits(now);
        }
        journal(node.name.value(), node.incarnation, happening);
    }

    /// What was done to the cluster, as a step of a scenario.
    void tell(String what) {
        journalOfLab(new Happening.StepStarted(steps, what, "{}"));
        journalOfLab(new Happening.StepEnded(steps++, true, "", "{}"));
    }

    /// What a lab would see of its nodes, and say of what it does with them.
    void journalOfLab(Happening happening) {
        journal(Entry.LAB, 1, happening);
    }

    private void journal(String origin, long incarnation, Happening happening) {
        long sequence = sequences.merge(origin + "/" + incarnation, 1L, Long::sum);
        long millis = EPOCH_MILLIS + agenda.now() / 1_000;
        journalled = millis == journalMillis ? journalled + 1 : 0;
        journalMillis = millis;
        journal.add(new Entry(origin, incarnation, sequence, (millis << 16) + journalled, happening));
    }

    List<Entry> journal() {
        return journal;
    }
}
