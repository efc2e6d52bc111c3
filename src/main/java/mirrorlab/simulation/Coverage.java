package mirrorlab.simulation;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.broker.Input;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataState;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.mirror.ReplicaOperation;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// Which situations one history came to: what was on its way or just done when a node died, and what each queue was about when
/// a misfortune came.
final class Coverage {
    /// Microseconds between two deaths that belong together.
    private static final long TOGETHER = 200_000;
    private final SimulatedCluster cluster;
    private final Set<String> cells = new TreeSet<>();
    private final Rarities rarities;
    /// What a mirror got from a channel and not from its master, and all that it got from its master.
    private final Map<ReplicaId, Set<MessageId>> onlyDirect = new HashMap<>();
    private final Map<ReplicaId, Set<MessageId>> ordered = new HashMap<>();
    private long lastDeath = Long.MIN_VALUE / 2;

    /// What can come.
    enum Event {
        MASTER_DIES("the master dies"), MIRROR_DIES("a mirror dies"), SECOND_DIES("a second node dies"), MASTER_STOPS(
                "the master's node stops"), MIRROR_STOPS("a mirror's node stops"), MASTER_FREEZES(
                        "the master freezes"), MIRROR_FREEZES(
                                "a mirror freezes"), POLICY("the policy changes"), FLAP(
                                        "a link ends and is back"), BESIDE_FROZEN("a node dies beside a frozen one");

        private final String words;

        Event(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// Where a message was when a node died.
    enum Place {
        TO_IT("on its way to the dead one"), FROM_IT("on its way from it"), TAKEN("taken by it just before");

        private final String words;

        Place(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// In which order a mirror gets a message, and what it has when the master dies.
    enum Copies {
        DIRECT_FIRST("the channel's copy comes first"), ORDERED_FIRST("the master's copy comes first"), DIRECT_ONLY(
                "the master dies between them, the channel's first"), ORDERED_ONLY(
                        "the master dies between them, its own first"), PROMOTED(
                                "a mirror is promoted with copies from channels only");

        private final String words;

        Copies(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    Coverage(SimulatedCluster cluster) {
        this.cluster = cluster;
        rarities = new Rarities(cluster, cells);
    }

    static String cell(Event event, Stage stage) {
        return event.name() + "/" + stage.name();
    }

    static String cell(String kind, Place place) {
        return kind + "/" + place.name();
    }

    Set<String> cells() {
        return cells;
    }

    void happened(Happening happening) {
        if (happening instanceof Happening.MirrorPromoted promoted && promoted.fromChannels() > 0) {
            cells.add(Copies.PROMOTED.name());
        }
        rarities.happened(happening);
    }

    // ---- events

    void dies(SimulatedNode node) {
        for (NodeName each : cluster.members()) {
            if (!each.equals(node.name)) {
                cluster.wires().underWay(each, node.name).forEach(one -> reached(one, Place.TO_IT));
                cluster.wires().underWay(node.name, each).forEach(one -> reached(one, Place.FROM_IT));
                copies(node, each);
            }
        }
        for (Input each : node.lastTaken()) {
            if (each instanceof Input.FromPeer(NodeName peer, long link, PeerMessage message)) {
                reached(message, Place.TAKEN);
            }
        }
        rarities.dies(node);
        at(node, Event.MASTER_DIES, Event.MIRROR_DIES);
        if (cluster.nodes().stream().anyMatch(each -> each.isFrozen() && !each.equals(node))) {
            everywhere(Event.BESIDE_FROZEN);
        }
        if (cluster.agenda().now() - lastDeath < TOGETHER) {
            everywhere(Event.SECOND_DIES);
        }
        lastDeath = cluster.agenda().now();
    }

    void stops(SimulatedNode node) {
        at(node, Event.MASTER_STOPS, Event.MIRROR_STOPS);
    }

    void freezes(SimulatedNode node) {
        at(node, Event.MASTER_FREEZES, Event.MIRROR_FREEZES);
    }

    void policyChanges() {
        everywhere(Event.POLICY);
    }

    void flaps() {
        everywhere(Event.FLAP);
    }

    private void reached(PeerMessage message, Place place) {
        MessageKinds.of(message).forEach(each -> cells.add(cell(each, place)));
    }

    private void at(SimulatedNode node, Event ofMaster, Event ofMirror) {
        for (Replica each : node.broker.replicas()) {
            Event event = each.isMaster() ? ofMaster : ofMirror;
            stages(each.queue()).forEach(stage -> cells.add(cell(event, stage)));
        }
    }

    private void everywhere(Event event) {
        Set<QueueName> queues = new LinkedHashSet<>();
        cluster.nodes().forEach(node -> node.broker.replicas().forEach(each -> queues.add(each.queue())));
        queues.forEach(queue -> stages(queue).forEach(stage -> cells.add(cell(event, stage))));
    }

    // ---- what a queue is about

    private Set<Stage> stages(QueueName queue) {
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        for (SimulatedNode node : cluster.nodes()) {
            for (Replica each : node.broker.replicas()) {
                if (each.queue().equals(queue)) {
                    stages.addAll(stages(each));
                }
            }
            if (!isPlaced(node.broker.state(), queue)) {
                stages.add(Stage.PLACING);
            }
        }
        if (cluster.clients().present().stream().anyMatch(each -> each.waitsFor(queue))) {
            stages.add(Stage.PUBLISHING);
        }
        return stages;
    }

    /// Whether replicas are where the policy wants them, as far as the node knows.
    private static boolean isPlaced(MetadataState state, QueueName queue) {
        QueueRecord record = state.queue(queue);
        HaSettings settings = record == null ? null : state.mirroring(record).orElse(null);
        if (record == null || settings == null) {
            return record == null || record.mirrors() == null;
        }
        List<NodeName> nodes = record.replicas().stream().map(ReplicaId::node).toList();
        return record.mirrors() != null && switch (settings.mode()) {
            case HaMode.All() -> nodes.size() == state.running().size();
            case HaMode.Exactly(int count) -> nodes.size() == Math.min(count, state.running().size());
            case HaMode.Nodes(List<NodeName> listed) ->
                listed.stream().filter(state.running()::contains).allMatch(nodes::contains)
                        && nodes.stream().skip(1).allMatch(listed::contains);
        };
    }

    private Set<Stage> stages(Replica replica) {
        Set<Stage> stages = EnumSet.noneOf(Stage.class);
        Replica.Position now = replica.position();
        if (now.syncing()) {
            stages.add(Stage.SYNCHRONISING);
        }
        boolean alone = cluster.invariants().replica(now.leader()) == null;
        switch (now.phase()) {
            case "frozen", "claiming" -> stages.add(Stage.PROMOTING);
            case "joining", "recording" -> stages.add(Stage.JOINING);
            case "following" -> {
                if (alone) {
                    stages.add(Stage.PROMOTING);
                }
            }
            default -> {
                if (replica.isPlacing()) {
                    stages.add(Stage.JOINING);
                }
            }
        }
        return stages;
    }

    // ---- both copies of a message

    void arrives(PeerMessage message) {
        if (message instanceof QueueMessage.DirectCopy(var to, var published, boolean confirm, boolean mirror)
                && mirror) {
            if (ordered(to).contains(published.id())) {
                cells.add(Copies.ORDERED_FIRST.name());
            } else {
                onlyDirect(to).add(published.id());
            }
        } else if (message instanceof ReplicaMessage.Operations operations) {
            for (ReplicaOperation each : operations.operations()) {
                MessageId id = switch (each) {
                    case ReplicaOperation.Publish(var published) -> published.id();
                    case ReplicaOperation.PublishDelivered(var published) -> published.id();
                    case ReplicaOperation.Discard(var discarded) -> discarded;
                    default -> null;
                };
                if (id != null && ordered(operations.to()).add(id) && onlyDirect(operations.to()).remove(id)) {
                    cells.add(Copies.DIRECT_FIRST.name());
                }
            }
        }
    }

    private void copies(SimulatedNode dead, NodeName survivor) {
        SimulatedNode node = cluster.node(survivor);
        if (node == null) {
            return;
        }
        Set<ReplicaId> orphans = new HashSet<>();
        for (Replica each : node.broker.replicas()) {
            if (each.position().leader().node().equals(dead.name)) {
                orphans.add(each.id());
                if (!onlyDirect(each.id()).isEmpty()) {
                    cells.add(Copies.DIRECT_ONLY.name());
                }
            }
        }
        for (NodeName from : orphans.isEmpty() ? List.<NodeName>of() : cluster.members()) {
            for (PeerMessage each : cluster.wires().underWay(from, survivor)) {
                if (each instanceof QueueMessage.DirectCopy copy && orphans.contains(copy.to())
                        && ordered(copy.to()).contains(copy.message().id())) {
                    cells.add(Copies.ORDERED_ONLY.name());
                }
            }
        }
    }

    private Set<MessageId> onlyDirect(ReplicaId replica) {
        return onlyDirect.computeIfAbsent(replica, unused -> new HashSet<>());
    }

    private Set<MessageId> ordered(ReplicaId replica) {
        return ordered.computeIfAbsent(replica, unused -> new HashSet<>());
    }
}
