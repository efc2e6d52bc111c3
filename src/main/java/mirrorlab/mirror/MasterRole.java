package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Replica.Recovered;
import mirrorlab.multicast.OrderedSender;
import mirrorlab.queue.Consumer;
import mirrorlab.queue.Consumers;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The master: what reaches it goes to the part it concerns. It serves clients (`Serving`), sends every effect down its ordered
/// stream before it applies it (`MasterStream`; P-06, P-07), keeps the mirrors the policy wants (`MirrorPlacement`), copies to
/// them on demand (`Synchronising`), and ends (`CleanStop`).
final class MasterRole implements Replica.Role {
    private final ReplicaBody body;
    private final MasterStream stream;
    private final Serving serving;
    private final CleanStop cleanStop;
    private final Synchronising synchronising;
    private final MirrorPlacement placement;

    private MasterRole(ReplicaBody body, OrderedSender<ReplicaId, ReplicaOperation> sender) {
        this.body = body;
        stream = new MasterStream(body, sender);
        serving = new Serving(body, stream);
        cleanStop = new CleanStop(body, stream, serving);
        synchronising = new Synchronising(body, stream, cleanStop, this::serve, this::goOn);
        placement = new MirrorPlacement(body, stream, cleanStop, synchronising);
        body.holdsView = (ready, unacknowledged) -> new Happening.ReplicaHolds(body.queue, body.id, "master",
                stream.epoch(), ready, unacknowledged, body.contents.readyCount(), body.contents.unacknowledgedCount(),
                0, 0,
                serving.dispatch.consumerCount());
    }

    /// A new queue's master, or one that comes back from its disk (N-09): persistent messages only, all redelivered after a
    /// kill.
    static MasterRole recovered(ReplicaBody body, Recovered recovered) {
        for (Recovered.Entry each : recovered.entries()) {
            boolean delivered = each.stored().delivered() || !recovered.cleanlyStopped();
            body.contents.enqueueAt(each.position(), each.stored().message(), delivered);
        }
        MasterRole master = new MasterRole(body,
                new OrderedSender<>(body.record == null ? 1 : body.record.epoch(), 0));
        if (!recovered.cleanlyStopped()) {
            master.serving.recoveredAfterKill();
        }
        body.happened(new Happening.ReplicaStarted(body.queue, body.id, "master", recovered.entries().size()));
        // named as a set, because a snapshot of what several publishers sent in turns does not name everything
        recovered.entries().forEach(each -> body.traffic.enqueued(each.stored().message().id()));
        body.traffic.touch();
        master.serving.limits.apply();
        return master;
    }

    /// F-11, in its order.
    static MasterRole promoted(ReplicaBody body, MirrorRole mirror) {
        QueueRecord record = body.record;
        long epoch = record == null ? mirror.epoch() + 1 : record.epoch();
        MasterRole master = new MasterRole(body, new OrderedSender<>(epoch, mirror.applied()));
        List<ReplicaId> mirrors = record == null ? List.of() : record.mirrorList();
        mirrors.forEach(each -> master.stream.takeOver(each, mirror.reached(each)));
        List<Held> requeued = master.requeueAll();
        master.stream.append(new ReplicaOperation.Depth(body.contents.depth(), List.of()));
        master.serving.limits.apply();
        List<DirectCopy> fromChannels = body.views.takeChannelOnly();
        fromChannels.forEach(master.serving::fromChannel);
        body.views.down().forEach(master.serving::channelGone);
        body.happened(master.promotion(mirror, requeued.size(), fromChannels.size()));
        body.log("info", "Promoting mirror " + body.id + " to leader"); // F-15
        master.placement.takeOver(record, mirrors);
        mirror.early().forEach(master::on);
        mirror.earlyJoins().forEach(master::on);
        return master;
    }

    private List<Held> requeueAll() {
        MessageSet.Builder ids = new MessageSet.Builder();
        List<Held> requeued = body.contents.requeueAll();
        requeued.forEach(each -> ids.add(each.message().id()));
        requeued.forEach(each -> body.traffic.requeued(each.message().id()));
        if (!requeued.isEmpty()) {
            stream.append(new ReplicaOperation.Requeue(ids.build()));
        }
        return requeued;
    }

    private Happening promotion(MirrorRole mirror, int requeued, int fromChannels) {
        QueueRecord record = body.record;
        boolean isDefault = body.settings == null || body.settings.promoteOnFailure().isDefault();
        String value = body.settings == null ? "always" : body.settings.promoteOnFailure().text();
        return new Happening.MirrorPromoted(body.queue, body.id, mirror.lostMaster(), stream.epoch(),
                mirror.wasSynchronised(), record == null ? List.of() : record.synchronised(),
                record == null ? null : record.policy(), "ha-promote-on-failure", value, isDefault,
                body.contents.readyCount(), requeued, fromChannels,
                mirror.lostByDrop() ? "master-dropped" : "master-lost");
    }

    Replica.Counters counters() {
        return new Replica.Counters(body.contents.readyCount(), body.contents.unacknowledgedCount(),
                serving.dispatch.consumerCount(), synchronising.told(), serving.dispatch.activeConsumer(),
                serving.dispatch.consumerStates().stream().map(Consumers.State::consumer).filter(Consumer::exclusive)
                        .findFirst().orElse(null),
                body.contents.readyBodyBytes(), body.contents.persistentCount());
    }

    @Override
    public Replica.Position position() {
        return new Replica.Position(body.id, "master", stream.epoch(), stream.sequence(), true, 0,
                body.contents.depth(), body.contents.unacknowledgedCount(), synchronising.isOn());
    }

    @Override
    public ReplicaStanding standing() {
        List<NodeName> consumers = serving.dispatch.consumerStates().stream()
                .map(each -> each.consumer().channel().node()).distinct().toList();
        boolean busy = isPlacing() || (!synchronising.isOn() && !stream.isStable()) || body.disk.isBusy();
        return body.standing(position(), 0, busy, consumers, serving.dispatch.holders());
    }

    @Nullable
    ChannelId holderOf(long position) {
        return serving.dispatch.holderOf(position);
    }

    List<Consumers.State> consumers() {
        return serving.dispatch.consumerStates();
    }

    boolean isPlacing() {
        return !placement.adding().isEmpty();
    }

    /// After a synchronisation.
    private void goOn() {
        serving.limits.apply();
        serving.dispatch.deliverReady();
    }

    // ---- clients

    @Override
    public void on(QueueMessage.ToReplica message) {
        if (message instanceof QueueMessage.MirrorRefused(ReplicaId to, NodeName node)) {
            placement.notAdded(node);
        } else if (synchronising.isOn() && !(message instanceof QueueMessage.ChannelNews)) {
            synchronising.park(message); // S-13
        } else {
            serve(message);
        }
    }

    private void serve(QueueMessage.ToReplica message) {
        switch (message) {
            case DirectCopy copy -> {
                body.traffic.received(copy.message().id());
                serving.copy(copy);
            }
            case QueueMessage.Request request -> serving.request(request);
            case QueueMessage.Settle settle -> serving.settle(settle);
            case QueueMessage.OldTags tags -> serving.dispatch.on(tags);
            case QueueMessage.ChannelGone(ReplicaId to, ChannelId channel) -> serving.channelGone(channel);
            case QueueMessage.ChannelNews news -> serving.dispatch.on(news, !synchronising.isOn());
            case QueueMessage.MirrorRefused _ -> {
            }
        }
    }

    @Override
    public void channelGone(ChannelId channel) {
        on(new QueueMessage.ChannelGone(body.id, channel));
    }

    @Override
    public void channelsGone(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>(serving.channelsOf(node));
        channels.addAll(synchronising.channelsOf(node));
        channels.forEach(this::channelGone);
    }

    // ---- mirrors

    @Override
    public void on(ReplicaMessage message) {
        switch (message) {
            case ReplicaMessage.JoinStream(ReplicaId to, ReplicaId from) -> placement.onJoin(from);
            case ReplicaMessage.Applied applied -> stream.on(applied);
            case ReplicaMessage.RequestDepth _ -> synchronising.depthAsked(placement.placedAtOnce());
            case ReplicaMessage.SendersDown down -> down.channels().forEach(this::senderDown);
            case ReplicaMessage.SyncAnswer answer -> synchronising.on(answer);
            case ReplicaMessage.SyncTaken taken -> synchronising.on(taken);
            // answers and questions of a failover that is over
            case ReplicaMessage.ToMirror _ -> {
            }
        }
    }

    /// P-17. The end of a channel that something here is known of comes here by itself, while its node is there.
    private void senderDown(ChannelId channel) {
        if (!body.hasItsNode(channel)) {
            channelGone(channel);
        } else if (!serving.channelsOf(channel.node()).contains(channel)
                && !synchronising.channelsOf(channel.node()).contains(channel)) {
            stream.append(new ReplicaOperation.SenderDeath(channel));
        }
    }

    @Override
    public void recordChanged(QueueRecord record) {
        if (!record.master().equals(body.id)) {
            body.leave("dropped");
            return;
        }
        placement.noticed(record);
        if (cleanStop.isTerminating() && record.mirrorList().isEmpty()) {
            cleanStop.finish();
        } else if (!cleanStop.hasBegun()) {
            placement.adjust(record);
            if (!synchronising.isOn() && !body.ended) {
                serving.limits.apply();
            }
        }
    }

    @Override
    public void gone(ReplicaId replica, boolean nodeDown) {
        placement.gone(replica, nodeDown);
    }

    boolean waitsFor(ReplicaId mirror) {
        return placement.waitsFor(mirror);
    }

    void nodeGone(NodeName node) {
        placement.nodeGone(node);
    }

    void placeAgain() {
        placement.placeAgain();
    }

    @Override
    public Collection<ReplicaId> partners() {
        return List.copyOf(stream.members());
    }

    void synchronise(boolean automatic) {
        synchronising.begin(automatic);
    }

    void moveTo(NodeName destination) {
        placement.moveTo(destination);
    }

    void memoryChanged() {
        synchronising.sendOn();
    }

    boolean cancelSync() {
        return synchronising.cancel();
    }

    // ---- the end

    @Override
    public void deleted() {
        serving.deleted();
        body.leave("deleted");
    }

    @Override
    public void persisted() {}

    @Override
    public void stop() {
        cleanStop.begin();
        synchronising.stop();
        cleanStop.stop();
    }

    @Override
    public void goOn(HoldPoint point) {
        if (point == HoldPoint.BETWEEN_BATCHES) {
            synchronising.sendOn();
        }
    }

    @Override
    public void timer(String name) {
        cleanStop.timer(name);
        synchronising.timer(name);
        if (!cleanStop.hasBegun()) {
            serving.limits.timer(name, synchronising.isOn());
        }
    }

    // ---- telling

    @Override
    public void report() {
        synchronising.report();
        body.report();
    }

    @Override
    public boolean hasReport() {
        return synchronising.hasReport();
    }

    @Override
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (synchronising.isOn()) {
            busy.add(body.queue + " is syncing");
        }
        if (isPlacing()) {
            busy.add(body.queue + " waits for mirrors on " + placement.adding());
        }
        if (!stream.isStable()) {
            busy.add(body.queue + " waits for its mirrors");
        }
        if (body.disk.isBusy()) {
            busy.add(body.queue + " waits for the disk");
        }
        return busy;
    }

    @Override
    public void flush() {
        stream.flush();
    }
}
