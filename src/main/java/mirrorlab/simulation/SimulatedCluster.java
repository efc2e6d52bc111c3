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
    private final Agenda agenda = new Agenda();
    private static final int LAGS_ONE_IN = 4;
    /// Microseconds.
    private static final int LONGEST_LAG = 400;
    private final RandomGenerator chance;
    private final @Nullable RandomGenerator lag;
    private final Wires<PeerMessage> wires;
    private final List<NodeName> members = new ArrayList<>();
    private final Map<NodeName, SimulatedNode> nodes = new TreeMap<>();
    private final Map<NodeName, SimulatedDisk> disks = new TreeMap<>();
    private final Map<NodeName, Long> lives = new TreeMap<>();
    private final Set<NodeName> cleanlyStopped = new LinkedHashSet<>();
    private final Set<NodeName> isolated = new LinkedHashSet<>();
    private final SimulatedClients clients = new SimulatedClients();
    private final List<Entry> journal = new ArrayList<>();
    private final Map<String, Long> sequences = new TreeMap<>();
    private final Tampering tampering;
    private final ClusterInvariants invariants;
    private final MessageLedger ledger;

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
    }

    /// Between two inputs, wherever the node was.
    void kill(NodeName name) {
        SimulatedNode node = nodes.remove(name);
        if (node != null) {
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

    private void ended(SimulatedNode node) {
        node.end();
        clients.nodeGone(node.name);
        invariants.gone(node.name, node.incarnation);
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
        journal(node.name.value(), node.incarnation, happening);
    }

    /// What a lab would see of its nodes, and say of what it does with them.
    void journalOfLab(Happening happening) {
        journal(Entry.LAB, 1, happening);
    }

    private void journal(String origin, long incarnation, Happening happening) {
        long sequence = sequences.merge(origin + "/" + incarnation, 1L, Long::sum);
        journal.add(new Entry(origin, incarnation, sequence, (agenda.now() / 1_000 << 16) + journal.size() % 65_536,
                happening));
    }

    List<Entry> journal() {
        return journal;
    }
}
