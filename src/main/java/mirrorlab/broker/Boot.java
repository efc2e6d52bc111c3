package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.membership.BootDecision;
import mirrorlab.membership.BootDecision.Decision;
import mirrorlab.membership.Status;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataFile;
import mirrorlab.metadata.MetadataSnapshot;
import mirrorlab.metadata.MetadataSnapshot.RunningNode;
import mirrorlab.metadata.MetadataState;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Placement;
import mirrorlab.policy.RunningOrder;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// The beginning and the end of a node's life, in the order of N-10 and N-01: into the cluster, queues from disk, mirrors, doors
/// last; clients, queues, metadata last.
final class Boot {
    /// N-30: at most about 2 s after the answer.
    private static final Duration METADATA_WITHIN = Duration.ofMillis(300);
    private static final Duration MEMBERS_WITHIN = Duration.ofMillis(20);
    private static final Duration JOIN_AGAIN = Duration.ofSeconds(1);
    /// How long a node that could begin alone listens for others that run already.
    private static final Duration LISTEN = Duration.ofSeconds(1);
    /// Where a replica of this life writes: what an earlier life left there is gone (N-11).
    private final Set<String> taken = new LinkedHashSet<>();
    private final Broker broker;
    private final Input.Boot boot;
    private final BootDecision decision;
    private final @Nullable MetadataSnapshot disk;
    private String waitsFor = "";
    private Phase phase = Phase.WAITING;
    /// Queues whose content is on this node's disk and that are nobody's yet.
    private final Set<QueueName> dormant = new LinkedHashSet<>();
    private int recoveries;
    private boolean metadataDue;
    private long lastTicket = -1;

    private enum Phase {
        WAITING, JOINING,
        /// In the cluster; queues come from disk.
        RECOVERING,
        /// Mirrors are being started.
        MIRRORING,
        /// Everything is there; the others are told (F-18).
        ANNOUNCING, SERVING, STOPPING, WRITING, STOPPED
    }

    Boot(Broker broker, Input.Boot boot) {
        this.broker = broker;
        this.boot = boot;
        disk = boot.metadata() == null ? null : MetadataFile.decode(boot.metadata());
        BootDecision.Past past = disk == null
                ? null
                : new BootDecision.Past(disk.members(), disk.running().stream().map(RunningNode::node).toList());
        decision = new BootDecision(boot.self(), boot.members(), past);
    }

    void begin() {
        broker.effects.add(new Effect.SetTimer("listen", LISTEN));
        decide();
    }

    private void decide() {
        if (phase != Phase.WAITING && phase != Phase.JOINING) {
            return;
        }
        switch (decision.decide()) {
            case Decision.BootAlone() -> {
                broker.effects.add(new Effect.CancelTimer("listen"));
                phase = Phase.JOINING;
                broker.metadata().bootAlone(disk);
            }
            case Decision.Join(NodeName sequencer) -> {
                phase = Phase.JOINING;
                broker.metadata().join(sequencer);
                broker.effects.add(new Effect.SetTimer("join", JOIN_AGAIN));
            }
            case Decision.Await(String reason) -> {
                if (!reason.equals(waitsFor)) {
                    waitsFor = reason;
                    broker.log("info", "waiting " + reason);
                }
            }
        }
    }

    // ---- peers

    void linked(NodeName peer) {
        broker.send(peer, status());
    }

    void unlinked(NodeName peer) {
        decision.unlinked(peer);
        if (!broker.metadata().isInside()) {
            decide();
        } else {
            broker.peers.linked().forEach(this::giveWay);
        }
    }

    void heard(NodeName peer, Status status) {
        decision.heard(peer, status);
        if (!broker.metadata().isInside()) {
            decide();
        } else {
            giveWay(peer);
        }
    }

    /// Who was let in and lost the sequencer before there was a link to everybody may be left out by the others (M-06), or go on
    /// without them. Of two that sequence the one with fewer others ends, to join the other one in its next life.
    private void giveWay(NodeName peer) {
        Status other = decision.status(peer);
        NodeName mine = broker.metadata().sequencer();
        if (other == null || mine == null || !peer.equals(other.sequencer())) {
            return;
        }
        int fewer = Integer.compare(broker.state().running().size(), other.running().size());
        boolean isLost = mine.equals(broker.self())
                ? fewer < 0 || (fewer == 0 && peer.compareTo(mine) < 0)
                : broker.peers.link(mine) == null && !other.running().contains(broker.self());
        if (isLost) {
            broker.effects.add(new Effect.BootFailed("the cluster went on without this node, as " + peer + " says"));
        }
    }

    /// The link to a peer ended while this node was let in, and one side will not take it back: this life can come to no
    /// end of its boot. Who sequences stays, for the other one can come to it.
    void leftOut(NodeName peer) {
        if (phase.compareTo(Phase.SERVING) < 0 && !broker.self().equals(broker.metadata().sequencer())) {
            broker.effects.add(new Effect.BootFailed("the link to " + peer
                    + " ended while this node was let in, and the cluster went on without it: start it again"));
        }
    }

    private Status status() {
        boolean serves = phase == Phase.SERVING;
        return new Status(serves, disk == null, decision.mayBeAlone() && !broker.metadata().isInside(),
                broker.metadata().sequencer(), broker.state().members(), broker.state().running());
    }

    void announce() {
        broker.peers.linked().forEach(this::linked);
        broker.peers.linked().forEach(this::giveWay);
    }

    // ---- in

    void restored() {
        broker.effects.add(new Effect.CancelTimer("join"));
    }

    void changed(MetadataChange change, MetadataState.Outcome outcome) {
        boolean ofMembers = change instanceof MetadataChange.NodeJoined || change instanceof MetadataChange.NodeLeft
                || change instanceof MetadataChange.NodeServes;
        if (outcome.effective() && (!metadataDue || ofMembers) && phase.compareTo(Phase.STOPPING) < 0) {
            metadataDue = true;
            broker.effects.add(new Effect.SetTimer("metadata", ofMembers ? MEMBERS_WITHIN : METADATA_WITHIN));
        }
        if (phase.compareTo(Phase.STOPPING) < 0) {
            outcome.changed().stream().filter(dormant::contains).toList().forEach(this::recoverAgain);
        }
        if (change instanceof MetadataChange.NodeJoined(NodeName node, long life)) {
            if (node.equals(broker.self()) && life == broker.incarnation() && phase == Phase.JOINING) {
                recover();
            } else if (phase == Phase.SERVING) {
                announce();
            }
        } else if (change instanceof MetadataChange.NodeLeft(NodeName node, long life)) {
            left(node);
        }
    }

    /// Perhaps only until it is let in again: it was not yet as the sequencer died. Nobody here may wait for mirrors there, for
    /// it may wait for this node to serve (N-10, N-14).
    private void left(NodeName node) {
        broker.replicas.refused(node);
        if (phase == Phase.SERVING) {
            announce();
        }
    }

    /// F-29: the queues whose recorded master this node was and that nobody else has.
    private void recover() {
        phase = Phase.RECOVERING;
        List<QueueRecord> records = new ArrayList<>();
        broker.state().queues().forEach(records::add);
        List<String> wanted = new ArrayList<>();
        for (QueueRecord each : records) {
            if (each.durable() && each.master().node().equals(broker.self())
                    && each.master().incarnation() != broker.incarnation()) {
                wanted.add(StoredMessage.table(each.queue()));
                dormant.add(each.queue());
                recover(each);
            }
        }
        Discarded.copies(boot, records, wanted).forEach(broker::happened);
        for (String table : boot.queues().keySet()) {
            if (!wanted.contains(table) && !taken.contains(table)) {
                broker.writing.later(new StoreOperation.Drop(table)); // N-11
            }
        }
    }

    private void recover(QueueRecord record) {
        recoveries++;
        boolean mirrored = broker.replicas.mirroring(record) != null;
        broker.changes.propose(new MetadataChange.QueueRecovered(record.queue(), record.master(),
                broker.replicas.unbornMaster(), mirrored), new Proposer.OfBoot());
    }

    /// A mirror still lived when this node asked for its queue, and refused or ended after that (F-04).
    private void recoverAgain(QueueName queue) {
        QueueRecord record = broker.state().queue(queue);
        if (record == null || !record.master().node().equals(broker.self())
                || record.master().incarnation() == broker.incarnation()) {
            dormant.remove(queue);
        } else if (broker.state().isForsaken(record)) {
            recover(record);
        }
    }

    /// A replica has started here, perhaps before this node was ready: a master asks as soon as there is a link.
    void replicaStarted(QueueName queue) {
        taken.add(StoredMessage.table(queue));
    }

    /// N-09: what was on the disk as this node was killed counts as delivered, though this life never came to it.
    private boolean keepDelivered() {
        boolean any = false;
        if (!boot.cleanlyStopped()) {
            for (Map.Entry<String, List<Input.StoredEntry>> each : boot.queues().entrySet()) {
                boolean untouched = phase.compareTo(Phase.RECOVERING) < 0
                        || dormant.stream().map(StoredMessage::table).anyMatch(each.getKey()::equals);
                for (Input.StoredEntry entry : untouched && !taken.contains(each.getKey())
                        ? each.getValue()
                        : List.<Input.StoredEntry>of()) {
                    Message message = StoredMessage.decode(entry.value()).message();
                    broker.writing.later(new StoreOperation.Put(each.getKey(), entry.position(),
                            new StoredMessage(message, true).encode()));
                    any = true;
                }
            }
        }
        return any;
    }

    Replica.Recovered recovered(QueueName queue) {
        dormant.remove(queue);
        List<Input.StoredEntry> entries = boot.queues().getOrDefault(StoredMessage.table(queue), List.of());
        return new Replica.Recovered(
                entries.stream()
                        .map(each -> new Replica.Recovered.Entry(each.position(), StoredMessage.decode(each.value())))
                        .toList(),
                boot.cleanlyStopped());
    }

    void answered() {
        recoveries--;
    }

    /// PO-16: mirrors of this node's own, never on third nodes.
    private void startMirrors() {
        List<QueueRecord> records = new ArrayList<>();
        broker.state().queues().forEach(records::add);
        for (QueueRecord each : records) {
            HaSettings settings = broker.replicas.mirroring(each);
            if (settings == null || each.mirrors() == null || !broker.isAlive(each.master())) {
                continue;
            }
            List<NodeName> mirrors = each.mirrorList().stream().filter(broker::isAlive).map(ReplicaId::node).toList();
            List<NodeName> here = new ArrayList<>(RunningOrder.seenFrom(each.master().node(), broker.running()));
            here.removeIf(node -> !node.equals(broker.self()) && !node.equals(each.master().node())
                    && !mirrors.contains(node));
            boolean wanted = Placement.suggest(settings.mode(), each.master().node(), mirrors,
                    each.synchronised().stream().map(ReplicaId::node).toList(), here, broker.started().chance())
                    .mirrors()
                    .contains(broker.self());
            if (wanted && !mirrors.contains(broker.self())) {
                broker.replicas.startMirror(each, true);
            }
        }
    }

    /// Goes on as far as it can; true when something was done.
    boolean settle() {
        switch (phase) {
            case RECOVERING -> {
                if (recoveries > 0) {
                    return false;
                }
                phase = Phase.MIRRORING;
                startMirrors();
                return true;
            }
            case MIRRORING -> {
                if (broker.replicas.all().stream()
                        .anyMatch(each -> each.isMaster() ? each.isPlacing() : !each.busy().isEmpty())) {
                    return false;
                }
                phase = Phase.ANNOUNCING;
                broker.changes.propose(new MetadataChange.NodeServes(broker.self()), new Proposer.OfBoot());
                recoveries++;
                return true;
            }
            case ANNOUNCING -> {
                if (recoveries > 0) {
                    return false;
                }
                phase = Phase.SERVING;
                broker.happened(
                        new Happening.NodeJoined(broker.self(), broker.incarnation(), broker.state().running()));
                broker.effects.add(new Effect.Serve());
                announce();
                return true;
            }
            case STOPPING -> {
                if (!broker.replicas.all().isEmpty() || !broker.metadata().busy().isEmpty()) {
                    return false;
                }
                phase = Phase.WRITING;
                writeMetadata();
                return true;
            }
            default -> {
                return false;
            }
        }
    }

    // ---- disk

    private void writeMetadata() {
        metadataDue = false;
        lastTicket = broker.writing.nextTicket();
        broker.holds.write(new Effect.PersistMetadata(MetadataFile.encode(broker.state().snapshot()), lastTicket));
    }

    void persisted(long upTo) {
        if (phase == Phase.WRITING && upTo >= lastTicket) {
            phase = Phase.STOPPED;
            broker.effects.add(new Effect.Stopped());
        }
    }

    void timer(String name) {
        switch (name) {
            case "metadata" -> {
                if (metadataDue) {
                    writeMetadata();
                }
            }
            case "join" -> decide();
            case "listen" -> {
                decision.listened();
                decide();
            }
            default -> {
            }
        }
    }

    // ---- out

    void stopWhen() {
        boolean inside = broker.metadata().isInside();
        boolean writes = keepDelivered();
        phase = Phase.STOPPING;
        broker.replicas.stopAll();
        if (!inside && writes) {
            phase = Phase.WRITING;
            lastTicket = broker.writing.nextTicket();
        } else if (!inside) {
            phase = Phase.STOPPED;
            broker.effects.add(new Effect.Stopped());
        }
    }

    List<String> busy() {
        return phase == Phase.SERVING || phase == Phase.STOPPED ? List.of() : List.of("node is " + phase);
    }
}
