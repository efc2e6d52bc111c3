package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Following.State;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// A mirror: what reaches it goes to the part it concerns. It enqueues on the master's stream only (`Following`,
/// `MirrorContents`; P-09 to P-16), and when the master dies takes part in finding the next one (`Failover`; F-01 to F-05).
final class MirrorRole implements Replica.Role {
    private final ReplicaBody body;
    private final Following following;
    private final MirrorContents contents;
    private final Failover failover;
    private final DeadSenders deadSenders;
    private final List<ReplicaMessage.JoinStream> earlyJoins = new ArrayList<>();
    private final List<QueueMessage.ToReplica> early = new ArrayList<>();

    private MirrorRole(ReplicaBody body, ReplicaId master) {
        this.body = body;
        following = new Following(body, master);
        deadSenders = new DeadSenders(body, following);
        contents = new MirrorContents(body, following, deadSenders);
        failover = new Failover(body, following, contents);
        body.holdsView = (ready, unacknowledged) -> new Happening.ReplicaHolds(body.queue, body.id, "mirror",
                epoch(), ready, unacknowledged, body.contents.readyCount(), body.contents.unacknowledgedCount(),
                contents.delta(), body.views.channelOnlyCount(), 0);
    }

    static MirrorRole joining(ReplicaBody body, ReplicaId master) {
        MirrorRole mirror = new MirrorRole(body, master);
        body.disk.drop(); // N-11: what an earlier life left is never used
        body.happened(new Happening.ReplicaStarted(body.queue, body.id, "mirror", 0));
        body.traffic.touch();
        body.send(new ReplicaMessage.JoinStream(master, body.id));
        return mirror;
    }

    boolean isElected() {
        return following.is(State.CLAIMING) && body.record != null && body.record.master().equals(body.id);
    }

    @Override
    public Replica.Position position() {
        return new Replica.Position(following.leader(), following.state().text(), epoch(), applied(),
                contents.isSynchronised(), contents.delta(), body.contents.depth(),
                body.contents.unacknowledgedCount(), contents.isBeingSynchronised());
    }

    @Override
    public ReplicaStanding standing() {
        return body.standing(position(), body.views.channelOnlyCount(), false, List.of(), List.of());
    }

    // ---- what the coming master takes over

    ReplicaId lostMaster() {
        return failover.lostMaster();
    }

    boolean lostByDrop() {
        return failover.lostByDrop();
    }

    /// How far a survivor was when they were compared.
    long reached(ReplicaId survivor) {
        return failover.reached(survivor);
    }

    long epoch() {
        return following.stream().epoch();
    }

    long applied() {
        return following.stream().applied();
    }

    /// What came for the master before this mirror knew that it is the master.
    List<QueueMessage.ToReplica> early() {
        return early;
    }

    List<ReplicaMessage.JoinStream> earlyJoins() {
        return earlyJoins;
    }

    boolean wasSynchronised() {
        return contents.isSynchronised();
    }

    // ---- from channels

    @Override
    public void on(QueueMessage.ToReplica message) {
        switch (message) {
            case DirectCopy copy -> contents.on(copy);
            case QueueMessage.ChannelGone(ReplicaId to, ChannelId channel) -> channelGone(channel);
            // the channel's node knows already that this mirror will be master
            case QueueMessage.Request request -> early.add(request);
            case QueueMessage.Settle settle -> early.add(settle);
            case QueueMessage.OldTags tags -> early.add(tags);
            case QueueMessage.MirrorRefused _,QueueMessage.ChannelNews _ -> { // for a master that this never was
            }
        }
    }

    @Override
    public void channelGone(ChannelId channel) {
        deadSenders.ended(channel);
        body.credit.forget(channel);
        if (early.stream().anyMatch(each -> channel.equals(each.sender()))) {
            early.add(new QueueMessage.ChannelGone(body.id, channel)); // F-37, once this is the master
        }
    }

    @Override
    public void channelsGone(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>(body.views.channelsOf(node));
        early.stream().map(QueueMessage.ToReplica::sender).filter(each -> each != null && each.node().equals(node))
                .forEach(channels::add);
        channels.forEach(this::channelGone);
    }

    // ---- from other replicas

    @Override
    public void on(ReplicaMessage message) {
        switch (message) {
            case ReplicaMessage.StreamJoined joined -> following.on(joined);
            case ReplicaMessage.Operations operations -> onOperations(operations);
            case ReplicaMessage.Dismiss dismiss -> {
                if (dismiss.from().equals(following.leader())) {
                    body.leave(dismiss.reason());
                }
            }
            case ReplicaMessage.Freeze freeze -> failover.on(freeze);
            case ReplicaMessage.Frozen frozen -> failover.on(frozen);
            case ReplicaMessage.Fetch fetch -> failover.on(fetch);
            case ReplicaMessage.Fill fill -> failover.on(fill);
            case ReplicaMessage.Follow follow -> onFollow(follow);
            case ReplicaMessage.SyncBatch batch -> contents.on(batch);
            case ReplicaMessage.SyncFinished finished -> contents.on(finished);
            // the new mirror's node knows already that this one will be master
            case ReplicaMessage.JoinStream join -> earlyJoins.add(join);
            case ReplicaMessage.ToMaster _ -> {
            }
        }
    }

    private void onOperations(ReplicaMessage.Operations operations) {
        if (!operations.from().equals(following.leader())) {
            return;
        }
        List<ReplicaOperation> fresh = following.accept(operations);
        for (ReplicaOperation each : fresh) {
            contents.apply(each);
            if (body.ended) {
                return;
            }
        }
        if (!fresh.isEmpty()) {
            following.hasApplied();
        }
        following.becomeRecorded(operations.stable());
    }

    private void onFollow(ReplicaMessage.Follow follow) {
        if (following.follow(follow)) {
            failover.over();
            contents.followsAnother();
        }
    }

    // ---- the record

    @Override
    public void recordChanged(QueueRecord record) {
        boolean listed = record.mirrorList().contains(body.id);
        boolean mayBeListedYet = following.isNew() || following.is(State.RECORDING) || failover.isUnrecorded();
        if (following.is(State.RECORDING) && listed) {
            following.becomes(State.FOLLOWING);
            body.send(new ReplicaMessage.RequestDepth(following.leader(), body.id));
        } else if (following.isNew() || (mayBeListedYet && !listed)) {
            if (!record.master().equals(following.leader()) || record.mirrors() == null) {
                body.leave("stale");
            }
        } else if (!record.master().equals(body.id) && !listed) {
            body.leave("dropped"); // P-09
        } else {
            failover.recorded(record);
        }
    }

    @Override
    public Collection<ReplicaId> partners() {
        List<ReplicaId> partners = new ArrayList<>(List.of(following.leader()));
        partners.addAll(failover.asked());
        return partners;
    }

    void claimRefused() {
        failover.claimRefused();
    }

    void joinRefused() {
        if (following.is(State.RECORDING) || failover.isUnrecorded()) {
            body.leave("stale");
        }
    }

    @Override
    public void deleted() {
        body.leave("deleted");
    }

    @Override
    public void gone(ReplicaId replica, boolean nodeDown) {
        failover.gone(replica, nodeDown);
    }

    // ---- the rest

    @Override
    public void goOn(HoldPoint point) {
        failover.goOn(point);
    }

    @Override
    public void timer(String name) {
        deadSenders.timer(name);
    }

    @Override
    public void persisted() {
        following.persisted();
    }

    @Override
    public void stop() {
        body.end("shutdown"); // N-04: the disk keeps what it has
    }

    @Override
    public void report() {
        body.report();
    }

    @Override
    public boolean hasReport() {
        return false;
    }

    @Override
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (contents.isBeingSynchronised()) {
            busy.add(body.id + " is being synchronised");
        }
        boolean waitsForMaster = following.is(State.FROZEN) && !failover.isStuck();
        if (waitsForMaster || following.isNew() || following.is(State.RECORDING) || following.is(State.CLAIMING)) {
            busy.add(body.id + " is " + following.state());
        }
        return busy;
    }

    @Override
    public void flush() {}
}
