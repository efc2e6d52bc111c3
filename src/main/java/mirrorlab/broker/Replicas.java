package mirrorlab.broker;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaEffect;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The life of this node's replicas: how masters and mirrors start, what reaches them, what they ask for, how they end.
final class Replicas {
    private final Broker broker;
    private final Map<ReplicaId, Replica> all = new LinkedHashMap<>();
    private final Map<QueueName, Replica> replicaOf = new LinkedHashMap<>();
    private final Unborn unborn = new Unborn();
    /// Those that may ask for something.
    private final Set<Replica> dirty = new LinkedHashSet<>();
    /// Those that did since this was taken last.
    private final Set<Replica> touched = new LinkedHashSet<>();
    private long serial;

    Replicas(Broker broker) {
        this.broker = broker;
    }

    Collection<Replica> all() {
        return all.values();
    }

    @Nullable
    Replica get(ReplicaId id) {
        return all.get(id);
    }

    private ReplicaId freshId() {
        return new ReplicaId(broker.self(), broker.incarnation(), ++serial);
    }

    /// Calls a replica and does afterwards what it asks for.
    void change(Replica replica, Consumer<Replica> call) {
        call.accept(replica);
        dirty.add(replica);
    }

    @Nullable
    Replica of(QueueName queue) {
        return replicaOf.get(queue);
    }

    // ---- how they start

    /// An id for a master that is proposed; what comes for it waits until the proposal is applied.
    ReplicaId unbornMaster() {
        ReplicaId id = freshId();
        unborn.expect(id);
        return id;
    }

    void born(ReplicaId master) {
        for (Unborn.Early each : unborn.born(master)) {
            if (all.containsKey(master)) {
                broker.send(broker.self(), each.message());
            } else {
                broker.send(each.from(), new QueueMessage.ReplicaGone(master));
            }
        }
    }

    @Nullable
    HaSettings mirroring(QueueRecord record) {
        return broker.state().mirroring(record).orElse(null);
    }

    private QueueSettings limits(@Nullable QueueRecord record) {
        return record == null ? QueueSettings.NONE : broker.state().settings(record);
    }

    void startMaster(ReplicaId id, QueueName queue, boolean fromDisk) {
        QueueRecord record = broker.state().queue(queue);
        if (record == null || !id.node().equals(broker.self()) || id.incarnation() != broker.incarnation()) {
            return;
        }
        endPresent(queue);
        Replica.Recovered recovered = fromDisk
                ? broker.started().booting().recovered(queue)
                : Replica.Recovered.NOTHING;
        Replica master = Replica.master(id, record, mirroring(record), limits(record), broker,
                broker.started().chance(),
                recovered);
        add(master);
        if (broker.isStopping()) {
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
        if (broker.isStopping() || (broker.metadata().isInside() && broker.state().isOutdated(record))
                || !broker.isAlive(record.master())) {
            broker.send(record.master().node(), new QueueMessage.MirrorRefused(record.master(), broker.self()));
            return;
        }
        endPresent(record.queue());
        add(Replica.mirror(freshId(), record, mirroring(record), limits(record), broker, broker.started().chance()));
    }

    /// What is here of an older life of the queue ends first, for it deletes what the disk has under the queue's name.
    private void endPresent(QueueName queue) {
        Replica present = replicaOf.get(queue);
        if (present != null) {
            present.recordChanged(null, null, QueueSettings.NONE);
            present.take().forEach(each -> perform(present, each));
        }
    }

    private void add(Replica replica) {
        broker.started().booting().replicaStarted(replica.queue());
        all.put(replica.id(), replica);
        replicaOf.put(replica.queue(), replica);
        dirty.add(replica);
    }

    // ---- what reaches them

    void deliver(NodeName from, QueueMessage.ToReplica message) {
        Replica replica = all.get(message.to());
        if (replica == null) {
            nobody(from, message.to(), message);
        } else {
            change(replica, each -> each.on(message));
        }
    }

    void deliver(NodeName from, ReplicaMessage message) {
        Replica replica = all.get(message.to());
        if (replica == null) {
            nobody(from, message.to(), message);
        } else {
            change(replica, each -> each.on(message));
        }
    }

    /// Another node can know of a master here before this node has applied that it is one.
    private void nobody(NodeName from, ReplicaId replica, PeerMessage message) {
        if (!unborn.keep(replica, from, message)) {
            broker.send(from, new QueueMessage.ReplicaGone(replica));
        }
    }

    void timer(long number, String name) {
        Replica replica = all.get(new ReplicaId(broker.self(), broker.incarnation(), number));
        if (replica != null) {
            change(replica, each -> each.timer(name));
        }
    }

    void nodeGone(NodeName node, long incarnation) {
        for (Replica each : List.copyOf(all.values())) {
            change(each, its -> its.nodeGone(node, incarnation));
        }
        unborn.channelsGone(node);
    }

    /// Nobody may wait for a mirror there.
    void refused(NodeName node) {
        all.keySet().forEach(each -> broker.send(broker.self(), new QueueMessage.MirrorRefused(each, node)));
    }

    /// A node that had been left out without having been gone runs again: it starts nothing by itself (PO-16).
    void takenBack() {
        for (Replica each : List.copyOf(all.values())) {
            change(each, Replica::placeAgain);
        }
    }

    void recordChanged(QueueName queue, @Nullable QueueRecord record) {
        Replica replica = replicaOf.get(queue);
        if (replica != null && !replica.isAheadOf(broker.state().version())) {
            change(replica, each -> each.recordChanged(record, record == null ? null : mirroring(record),
                    limits(record)));
        }
    }

    /// What a replica proposed is applied.
    void answered(ReplicaId id, MetadataChange change, boolean effective) {
        Replica replica = all.get(id);
        if (replica != null && !effective && change instanceof MetadataChange.MirrorAdded) {
            change(replica, Replica::joinRefused);
        } else if (replica != null && !effective && change instanceof MetadataChange.MasterReplaced) {
            change(replica, Replica::claimRefused);
        }
    }

    // ---- what they ask for

    /// @return whether they asked for anything
    boolean settle() {
        boolean any = false;
        for (Replica each : List.copyOf(dirty)) {
            dirty.remove(each);
            touched.add(each);
            for (ReplicaEffect effect : each.take()) {
                perform(each, effect);
                any = true;
            }
        }
        return any;
    }

    /// Those that may have something for the disk, until {@link #takeHasReport}.
    Collection<Replica> touched() {
        return touched;
    }

    boolean takeHasReport() {
        boolean any = touched.stream().anyMatch(Replica::hasReport);
        touched.clear();
        return any;
    }

    void report() {
        for (Replica each : List.copyOf(all.values())) {
            if (each.hasReport()) {
                change(each, Replica::report);
            }
        }
    }

    private void perform(Replica replica, ReplicaEffect effect) {
        switch (effect) {
            case ReplicaEffect.ToReplica(ReplicaMessage message) -> broker.send(message.to().node(), message);
            case ReplicaEffect.ToChannel(QueueMessage.ToChannel message) ->
                broker.send(message.channel().node(), message);
            case ReplicaEffect.Propose(MetadataChange change) ->
                broker.changes.propose(change, new Proposer.OfReplica(replica.id(), change));
            case ReplicaEffect.StartMirrorOn(NodeName node, QueueName queue) -> {
                QueueRecord record = broker.state().queue(queue);
                if (record != null) {
                    broker.send(node, new QueueMessage.StartMirror(record));
                }
            }
            case ReplicaEffect.Happened(Happening happening) -> broker.happened(happening);
            case ReplicaEffect.Log(String level, String text) -> broker.log(level, text);
            case ReplicaEffect.SetTimer(String name, Duration after) ->
                broker.effects.add(new Effect.SetTimer(timer(replica, name), after));
            case ReplicaEffect.CancelTimer(String name) ->
                broker.effects.add(new Effect.CancelTimer(timer(replica, name)));
            case ReplicaEffect.DeadLetter letter -> broker.started().deadLetters().publish(replica, letter);
            case ReplicaEffect.SyncAnswered(String outcome) -> broker.started().administration().synced(replica.id());
            case ReplicaEffect.Ended(String reason) -> ended(replica, reason);
        }
    }

    private static String timer(Replica replica, String name) {
        String kind = name.startsWith(ReplicaEffect.SetTimer.HOUSEKEEPING) ? ReplicaEffect.SetTimer.HOUSEKEEPING : "";
        return kind + "replica/" + replica.id().serial() + "/" + name;
    }

    // ---- how they end

    void stopAll() {
        for (Replica each : List.copyOf(all.values())) {
            change(each, Replica::stop);
        }
    }

    private void ended(Replica replica, String reason) {
        replica.takeStoreOperations().forEach(broker.writing::later);
        all.remove(replica.id());
        replicaOf.remove(replica.queue(), replica);
        dirty.remove(replica);
        broker.started().administration().synced(replica.id());
        broker.holds.replicaEnded(replica.id(), replica.queue());
        if (!reason.equals("shutdown")) {
            broker.peers.linked().forEach(each -> broker.send(each, new QueueMessage.ReplicaGone(replica.id())));
            broker.send(broker.self(), new QueueMessage.ReplicaGone(replica.id()));
        }
    }

    /// A replica anywhere has ended.
    void over(ReplicaId replica) {
        if (!replica.node().equals(broker.self()) && !broker.peers.replicaEnded(replica)) {
            return;
        }
        for (Replica each : List.copyOf(all.values())) {
            if (each.concerns(replica) && !each.id().equals(replica)) {
                change(each, its -> its.gone(replica, false));
            }
        }
        broker.started().clients().replicaGone(replica);
    }
}
