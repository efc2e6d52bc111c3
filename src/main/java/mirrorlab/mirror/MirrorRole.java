package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.multicast.OrderedReceiver;
import mirrorlab.multicast.Survivors;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A mirror: enqueues on the master's stream only (P-09 to P-16), and when the master dies takes part in finding the next one
/// (F-01 to F-05).
final class MirrorRole implements Replica.Role {
    private final ReplicaBody body;
    private ReplicaId leader;
    private OrderedReceiver<ReplicaOperation> stream = new OrderedReceiver<>(0, 0);
    private State state = State.JOINING;
    private @Nullable Survivors<ReplicaId> survivors;
    private @Nullable ReplicaId lost;
    private @Nullable Long delta;
    private boolean synchronised;
    private @Nullable Long session;
    /// The operation after which this mirror's part of the stream begins.
    private long base;
    private boolean lostByDrop;
    private boolean followedAnother;
    /// The master died before this node knew whether the record lists this mirror: that decides.
    private boolean unrecorded;
    private final Map<ReplicaId, Long> reached = new LinkedHashMap<>();
    private final List<ReplicaMessage.Freeze> askedEarly = new ArrayList<>();
    private final List<ReplicaMessage.JoinStream> earlyJoins = new ArrayList<>();
    private final List<QueueMessage.ToReplica> early = new ArrayList<>();

    private enum State {
        /// Asked the master for its stream.
        JOINING,
        /// Gets the stream; an elder mirror still lacks some of what came before it.
        LEVELLING,
        /// Gets the stream, not in the record yet (G-11).
        RECORDING, FOLLOWING,
        /// The master is lost; nothing of its epoch is applied any more.
        FROZEN,
        /// All survivors are level; asked the metadata to be master (F-03).
        CLAIMING
    }

    private MirrorRole(ReplicaBody body, ReplicaId master) {
        this.body = body;
        leader = master;
        body.holdsView = (ready, unacknowledged) -> new Happening.ReplicaHolds(body.queue, body.id, "mirror",
                stream.epoch(), ready, unacknowledged, body.contents.readyCount(), body.contents.unacknowledgedCount(),
                delta == null ? -1 : delta, body.views.channelOnlyCount(), 0);
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
        return state == State.CLAIMING && body.record != null && body.record.master().equals(body.id);
    }

    @Override
    public Replica.Position position() {
        return new Replica.Position(leader, state.name().toLowerCase(java.util.Locale.ROOT), stream.epoch(),
                stream.applied(), synchronised, delta == null ? -1 : delta, body.contents.depth(),
                body.contents.unacknowledgedCount(), session != null);
    }

    ReplicaId lostMaster() {
        return lost == null ? leader : lost;
    }

    boolean lostByDrop() {
        return lostByDrop;
    }

    long epoch() {
        return stream.epoch();
    }

    long applied() {
        return stream.applied();
    }

    /// What came for the master before this mirror knew that it is the master.
    List<QueueMessage.ToReplica> early() {
        return early;
    }

    List<ReplicaMessage.JoinStream> earlyJoins() {
        return earlyJoins;
    }

    boolean wasSynchronised() {
        return synchronised;
    }

    // ---- from channels

    @Override
    public void on(QueueMessage.ToReplica message) {
        switch (message) {
            case DirectCopy copy -> onCopy(copy);
            case QueueMessage.ChannelGone(ReplicaId to, ChannelId channel) -> channelGone(channel);
            // the channel's node knows already that this mirror will be master
            case QueueMessage.Request request -> early.add(request);
            case QueueMessage.Settle settle -> early.add(settle);
            case QueueMessage.MirrorRefused unused -> {
            }
        }
    }

    private void onCopy(DirectCopy copy) {
        MessageId id = copy.message().id();
        body.traffic.received(id);
        if (body.views.copyArrived(copy) && copy.confirm()) {
            confirm(copy.message());
        }
    }

    /// P-20: both streams seen, then the disk.
    private void confirm(Message message) {
        if (body.disk.keeps(message)) {
            body.confirmWhenDurable(message.id());
        } else {
            body.confirm(message.id());
        }
    }

    @Override
    public void channelGone(ChannelId channel) {
        body.views.channelDown(channel);
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
            case ReplicaMessage.StreamJoined joined -> onStreamJoined(joined);
            case ReplicaMessage.Operations operations -> onOperations(operations);
            case ReplicaMessage.Dismiss dismiss -> {
                if (dismiss.from().equals(leader)) {
                    leave(dismiss.reason());
                }
            }
            case ReplicaMessage.Freeze freeze -> onFreeze(freeze);
            case ReplicaMessage.Frozen(ReplicaId to, ReplicaId from, long epoch, long applied) -> {
                if (survivors != null && epoch == lostEpoch()) {
                    survivors.report(from, applied);
                    compare();
                }
            }
            case ReplicaMessage.Fetch(ReplicaId to, ReplicaId from, long epoch, long first) -> body
                    .send(new ReplicaMessage.Fill(from, body.id, epoch, first,
                            stream.between(first, stream.applied())));
            case ReplicaMessage.Fill fill -> onFill(fill);
            case ReplicaMessage.Follow follow -> onFollow(follow);
            case ReplicaMessage.SyncBatch batch -> onBatch(batch);
            case ReplicaMessage.SyncFinished(ReplicaId to, ReplicaId from, long number, boolean complete) -> {
                if (session != null && session == number && from.equals(leader)) {
                    syncFinished(complete);
                }
            }
            case ReplicaMessage.Applied unused -> {
            }
            // the new mirror's node knows already that this one will be master
            case ReplicaMessage.JoinStream join -> earlyJoins.add(join);
            case ReplicaMessage.RequestDepth unused -> {
            }
            case ReplicaMessage.SyncAnswer unused -> {
            }
            case ReplicaMessage.SyncTaken unused -> {
            }
        }
    }

    private void onStreamJoined(ReplicaMessage.StreamJoined joined) {
        if (state == State.JOINING && joined.from().equals(leader)) {
            stream = new OrderedReceiver<>(joined.epoch(), joined.sequence());
            base = joined.sequence();
            state = State.LEVELLING;
            becomeRecorded(joined.stable());
        }
    }

    /// Not even on its way into the record.
    private boolean isNew() {
        return state == State.JOINING || state == State.LEVELLING;
    }

    private void becomeRecorded(long stable) {
        if (state == State.LEVELLING && stable >= base) {
            state = State.RECORDING;
            body.propose(new MetadataChange.MirrorAdded(body.queue, leader, body.id));
        }
    }

    private void onOperations(ReplicaMessage.Operations operations) {
        if (!operations.from().equals(leader)) {
            return;
        }
        List<ReplicaOperation> fresh = stream.accept(operations.epoch(), operations.first(), operations.operations(),
                operations.stable());
        for (ReplicaOperation each : fresh) {
            apply(each);
            if (body.ended) {
                return;
            }
        }
        if (!fresh.isEmpty()) {
            body.send(new ReplicaMessage.Applied(leader, body.id, stream.epoch(), stream.applied()));
        }
        becomeRecorded(operations.stable());
    }

    private void apply(ReplicaOperation operation) {
        if (body.ended) {
            return;
        }
        switch (operation) {
            case ReplicaOperation.Publish(Message message) -> {
                long position = body.contents.enqueue(message, true); // P-14
                body.disk.put(position, message, true);
                body.traffic.enqueued(message.id());
                meet(message);
            }
            case ReplicaOperation.PublishDelivered(Message message) -> {
                long position = body.contents.publishDelivered(message, true);
                body.disk.put(position, message, true);
                body.traffic.enqueued(message.id());
                meet(message);
            }
            case ReplicaOperation.Discard(MessageId id) -> {
                body.traffic.touch();
                if (body.views.published(id) == ChannelViews.Meeting.COPY_FIRST) {
                    body.confirm(id);
                }
            }
            case ReplicaOperation.Drop(long lengthAfter, long dropped, boolean ackRequired) ->
                onDrop(lengthAfter, dropped, ackRequired);
            case ReplicaOperation.Acknowledge acknowledge -> onAcknowledge(acknowledge);
            case ReplicaOperation.Requeue requeue -> {
                List<Long> positions = new ArrayList<>();
                Ids.forEach(requeue.messages(), id -> {
                    Long position = body.contents.positionOf(id);
                    if (position != null) {
                        positions.add(position); // P-16: never one it did not hold
                    }
                });
                body.contents.requeue(positions);
                body.traffic.touch();
            }
            case ReplicaOperation.Depth(long depth) -> onDepth(depth);
            case ReplicaOperation.SenderDeath(ChannelId channel) -> body.views.senderDead(channel);
            case ReplicaOperation.SyncStart(long number, List<ReplicaId> mirrors) -> onSyncStart(number, mirrors);
            case ReplicaOperation.Terminate() -> leave("terminated");
        }
    }

    /// S-02, S-03. An emptied elder (S-16) may have been promoted and hold less than this mirror; RabbitMQ's then fails on
    /// its assertion that nobody is ahead of the master, and starts again empty.
    private void onDepth(long depth) {
        if (depth < body.contents.depth()) {
            body.log("warning", "ahead of its master, starts again");
            leave("dropped");
            return;
        }
        boolean fresh = depth == 0;
        delta = Math.max(0, depth - body.contents.depth()); // S-02, S-03
        body.traffic.touch();
        checkSynchronised(fresh ? "empty" : followedAnother ? "promotion" : "natural");
    }

    private void meet(Message message) {
        if (body.views.published(message.id()) == ChannelViews.Meeting.COPY_FIRST) {
            confirm(message);
        }
    }

    /// S-05.
    private void onDrop(long lengthAfter, long dropped, boolean ackRequired) {
        long mine = Math.max(0, body.contents.readyCount() - lengthAfter);
        for (long i = 0; i < mine; i++) {
            Held held = body.contents.fetch(ackRequired);
            if (held != null && !ackRequired) {
                body.disk.remove(held);
            }
        }
        body.traffic.touch();
        if (!ackRequired) {
            changeDelta(mine - dropped);
        }
    }

    private void onAcknowledge(ReplicaOperation.Acknowledge acknowledge) {
        long[] had = {0};
        Ids.forEach(acknowledge.messages(), id -> {
            Held held = body.contents.acknowledge(id);
            if (held != null) {
                had[0]++;
                body.disk.remove(held);
            }
        });
        body.traffic.touch();
        changeDelta(had[0] - acknowledge.messages().count());
    }

    private void changeDelta(long by) {
        if (delta != null && by != 0) {
            delta = Math.max(0, delta + by);
            checkSynchronised("natural");
        }
    }

    private void checkSynchronised(String how) {
        if (delta != null && delta == 0 && !synchronised && !isNew()) {
            synchronised = true; // S-01: once per life
            body.happened(new Happening.MirrorSynchronised(body.queue, body.id, how));
            body.propose(new MetadataChange.MirrorSynchronised(body.queue, body.id));
        }
    }

    // ---- explicit synchronisation

    private void onSyncStart(long number, List<ReplicaId> mirrors) {
        if (!mirrors.contains(body.id)) {
            return;
        }
        boolean ready = !synchronised;
        if (ready) {
            empty(); // S-09
        }
        if (stream.frozen()) {
            return; // filled in after the master's death: nothing follows (S-17)
        }
        if (ready) {
            session = number;
        }
        body.send(new ReplicaMessage.SyncAnswer(leader, body.id, number, ready));
    }

    private void onBatch(ReplicaMessage.SyncBatch batch) {
        if (session == null || session != batch.session() || !batch.from().equals(leader)) {
            return;
        }
        for (ReplicaMessage.SyncEntry each : batch.entries()) {
            long position = body.contents.nextPosition();
            if (each.unacknowledged()) {
                body.contents.holdAt(position, each.message());
            } else {
                body.contents.enqueueAt(position, each.message(), true);
            }
            body.disk.put(position, each.message(), true);
            body.traffic.enqueued(each.message().id());
        }
        body.send(new ReplicaMessage.SyncTaken(leader, body.id, batch.session(), batch.number()));
    }

    private void syncFinished(boolean complete) {
        session = null;
        if (complete) {
            delta = 0L; // S-15
            body.traffic.touch();
            checkSynchronised("explicit");
        } else {
            empty(); // S-16
        }
    }

    /// Deletes all contents; how far behind the master this is stays unknown until the next depth (S-19).
    private void empty() {
        body.contents.clear();
        body.disk.drop();
        delta = null;
        body.traffic.touch();
    }

    // ---- the record

    @Override
    public void recordChanged(QueueRecord record) {
        boolean listed = record.mirrorList().contains(body.id);
        if (state == State.RECORDING && listed) {
            state = State.FOLLOWING;
            body.send(new ReplicaMessage.RequestDepth(leader, body.id));
        } else if (isNew() || state == State.RECORDING || (unrecorded && !listed)) {
            if (!record.master().equals(leader) || record.mirrors() == null) {
                leave("stale");
            }
        } else if (!record.master().equals(body.id) && !listed) {
            leave("dropped"); // P-09
        } else if (state == State.FROZEN && survivors == null && !body.isAlive(record.master())) {
            unrecorded = false;
            elect(); // those before this one may have gone
        } else {
            unrecorded = false;
        }
    }

    @Override
    public Collection<ReplicaId> partners() {
        List<ReplicaId> partners = new ArrayList<>(List.of(leader));
        if (survivors != null) {
            partners.addAll(survivors.members());
        }
        return partners;
    }

    /// F-03: another one was first. It will say that it is master, or it is dead, too.
    void claimRefused() {
        if (state == State.CLAIMING) {
            state = State.FROZEN;
            if (body.record != null && !body.isAlive(body.record.master())) {
                elect();
            }
        }
    }

    void joinRefused() {
        if (state == State.RECORDING || unrecorded) {
            leave("stale");
        }
    }

    @Override
    public void deleted() {
        leave("deleted");
    }

    private void leave(String reason) {
        body.contents.clear();
        body.disk.drop(); // N-04
        body.end(reason);
    }

    // ---- failover

    @Override
    public void gone(ReplicaId replica, boolean nodeDown) {
        if (replica.equals(leader) && isNew()) {
            leave("stale");
        } else if (replica.equals(leader) && (state == State.FOLLOWING || state == State.RECORDING)) {
            lostByDrop = !nodeDown;
            unrecorded = state == State.RECORDING;
            freeze(replica);
            askedEarly.forEach(this::onFreeze);
            askedEarly.clear();
            elect();
        } else if (survivors != null) {
            survivors.leave(replica);
            compare();
        } else if (state == State.FROZEN) {
            elect(); // it may have been the candidate
        }
    }

    private void freeze(ReplicaId lostMaster) {
        state = State.FROZEN;
        lost = lostMaster;
        stream.freeze();
        if (session != null) {
            session = null;
            empty(); // S-17
            body.happened(new Happening.SyncEnded(body.queue, body.id, "master-lost", 0));
        }
        body.happened(new Happening.ReplicaFroze(body.queue, body.id, lostMaster, stream.epoch(), stream.applied()));
        body.log("info", "Secondary replica of " + body.queue + " detected replica " + lostMaster + " to be down");
    }

    /// F-01: the eldest mirror alive is the candidate; its own state of synchronisation does not matter (F-02).
    private void elect() {
        QueueRecord record = body.record;
        if (record == null || unrecorded) {
            return;
        }
        List<ReplicaId> others = new ArrayList<>();
        boolean eldest = true;
        for (ReplicaId each : record.mirrorList()) {
            if (each.equals(body.id)) {
                continue;
            }
            if (body.isAlive(each) && !record.refused().contains(each)) {
                if (eldest && record.mirrorList().indexOf(each) < record.mirrorList().indexOf(body.id)) {
                    eldest = false;
                }
                others.add(each);
            }
        }
        if (eldest) {
            survivors = new Survivors<>(others);
            others.forEach(each -> body.send(new ReplicaMessage.Freeze(each, body.id, lostMaster(), lostEpoch())));
            compare();
        }
    }

    private void onFreeze(ReplicaMessage.Freeze freeze) {
        if (isNew()) {
            body.send(new ReplicaMessage.Frozen(freeze.from(), body.id, freeze.epoch(), -1));
            return;
        }
        boolean follows = state == State.FOLLOWING || state == State.RECORDING;
        if (follows && body.isAlive(leader)) {
            askedEarly.add(freeze); // answered when the master is gone for this node, too
            return;
        }
        if (follows) {
            unrecorded = state == State.RECORDING;
            freeze(freeze.lost());
        }
        body.send(new ReplicaMessage.Frozen(freeze.from(), body.id, freeze.epoch(), stream.applied()));
    }

    /// Whose loss is being dealt with: the recorded master's. It may be a promoted one that this mirror never heard of.
    private long lostEpoch() {
        return body.record == null ? stream.epoch() : body.record.epoch();
    }

    private void onFill(ReplicaMessage.Fill fill) {
        List<ReplicaOperation> fresh = stream.fill(fill.first(), fill.operations());
        fresh.forEach(this::apply);
        if (fresh.isEmpty() && survivors != null && fill.from().equals(survivors.ahead(stream.applied()))) {
            leave("dropped"); // the lost master had let go of this mirror, and nobody keeps what it lacks
        } else if (!body.ended) {
            compare();
        }
    }

    /// Whether this mirror still has everything that the survivor lacks.
    private boolean canFill(long upTo) {
        return upTo >= 0 && stream.between(upTo + 1, stream.applied()).size() >= stream.applied() - upTo;
    }

    /// How far a survivor was when they were compared.
    long reached(ReplicaId survivor) {
        return reached.getOrDefault(survivor, 0L);
    }

    private void compare() {
        Survivors<ReplicaId> asked = survivors;
        QueueRecord record = body.record;
        if (asked == null || record == null || !asked.complete()) {
            return;
        }
        ReplicaId ahead = asked.ahead(stream.applied());
        if (ahead != null) {
            body.send(new ReplicaMessage.Fetch(ahead, body.id, stream.epoch(), stream.applied() + 1));
            return;
        }
        survivors = null;
        List<ReplicaId> level = asked.members().stream().filter(each -> canFill(asked.of(each))).toList();
        long filled = 0;
        reached.clear();
        for (ReplicaId each : level) {
            reached.put(each, asked.of(each));
            List<ReplicaOperation> lacking = stream.between(asked.of(each) + 1, stream.applied());
            if (!lacking.isEmpty()) {
                filled += lacking.size();
                body.send(new ReplicaMessage.Fill(each, body.id, stream.epoch(), asked.of(each) + 1, lacking));
            }
        }
        body.happened(new Happening.SurvivorsCompared(body.queue, body.id, stream.epoch(), level,
                level.stream().map(asked::of).toList(), filled));
        if (mayBePromoted(record)) {
            state = State.CLAIMING;
            body.propose(new MetadataChange.MasterReplaced(body.queue, record.master(), body.id, level));
        } else {
            refuse(record);
        }
    }

    /// F-04: only `when-synced`, and only if the record lists no synchronised mirror at all (F-05).
    private boolean mayBePromoted(QueueRecord record) {
        return body.settings == null || body.settings.promoteOnFailure().always() || !record.synchronised().isEmpty();
    }

    private void refuse(QueueRecord record) {
        boolean isDefault = body.settings != null && body.settings.promoteOnFailure().isDefault();
        body.happened(new Happening.PromotionRefused(body.queue, body.id, lostMaster(), record.policy(),
                "ha-promote-on-failure", "when-synced", isDefault, body.contents.depth()));
        body.log("warning", "not promoted: no synchronised mirror, and ha-promote-on-failure is when-synced");
        body.propose(new MetadataChange.MirrorRefused(body.queue, body.id));
        leave("refused");
    }

    private void onFollow(ReplicaMessage.Follow follow) {
        if (!stream.follow(follow.epoch(), follow.sequence())) {
            return;
        }
        leader = follow.from();
        lost = null;
        lostByDrop = false;
        survivors = null;
        followedAnother = true;
        state = State.FOLLOWING;
        body.send(new ReplicaMessage.Applied(leader, body.id, stream.epoch(), stream.applied()));
    }

    // ---- the rest

    @Override
    public void timer(String name) {}

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
        if (session != null) {
            busy.add(body.id + " is being synchronised");
        }
        boolean waitsForMaster = state == State.FROZEN && !isStuck();
        if (waitsForMaster || isNew() || state == State.RECORDING || state == State.CLAIMING) {
            busy.add(body.id + " is " + state);
        }
        return busy;
    }

    /// Frozen, and nobody is left who could ask.
    private boolean isStuck() {
        return body.record == null || body.record.mirrorList().stream()
                .noneMatch(each -> !each.equals(body.id) && body.isAlive(each));
    }

    @Override
    public void flush() {}
}
