package mirrorlab.mirror;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.mirror.Replica.Recovered;
import mirrorlab.multicast.OrderedSender;
import mirrorlab.policy.HaMode;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.Placement;
import mirrorlab.policy.RunningOrder;
import mirrorlab.policy.Suggestion;
import mirrorlab.policy.SyncMode;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The master: serves clients, sends every effect down its ordered stream before it applies it (P-06, P-07), keeps the mirrors
/// the policy wants (PO-09 to PO-16), and synchronises them on demand.
final class MasterRole implements Replica.Role {
    /// `slave_wait_timeout` of the constants in section 0.
    private static final Duration MIRRORS_END_WITHIN = Duration.ofSeconds(15);
    private static final String TERMINATING = "terminating";
    private final ReplicaBody body;
    private final OrderedSender<ReplicaId, ReplicaOperation> stream;
    private final Serving serving;
    private final LinkedHashSet<NodeName> adding = new LinkedHashSet<>();
    /// As recorded when this was looked at last.
    private final Set<ReplicaId> mirrors = new LinkedHashSet<>();
    private final ArrayDeque<QueueMessage.ToReplica> parked = new ArrayDeque<>();
    private final ArrayDeque<ReplicaMessage.RequestDepth> parkedDepths = new ArrayDeque<>();
    /// By node, who asked for the stream last.
    private final Map<NodeName, ReplicaId> joiners = new TreeMap<>();
    private final List<ReplicaId> earlyJoiners = new ArrayList<>();
    /// Joiners that may not be recorded yet, and the operation that the elder mirrors have to reach before.
    private final Map<ReplicaId, Long> levelling = new LinkedHashMap<>();
    private @Nullable NodeName starting;
    private @Nullable HaSettings placedBy;
    private @Nullable SyncSession sync;
    private long sessions;
    private long toldWaiting = -1;
    private boolean syncAgain;
    private boolean syncAgainAutomatic;
    private boolean dropsPending;
    private boolean turnedDown;
    private boolean missing;
    private boolean placeOnRecord;
    private final Set<ReplicaId> dismissed = new LinkedHashSet<>();
    private boolean terminating;
    private boolean stopping;

    private MasterRole(ReplicaBody body, OrderedSender<ReplicaId, ReplicaOperation> stream) {
        this.body = body;
        this.stream = stream;
        serving = new Serving(body, stream);
        body.holdsView = (ready, unacknowledged) -> new Happening.ReplicaHolds(body.queue, body.id, "master",
                stream.epoch(), ready, unacknowledged, body.contents.readyCount(), body.contents.unacknowledgedCount(),
                0, 0,
                serving.consumerCount());
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
        return master;
    }

    /// F-11, in its order.
    static MasterRole promoted(ReplicaBody body, MirrorRole mirror) {
        QueueRecord record = body.record;
        long epoch = record == null ? mirror.epoch() + 1 : record.epoch();
        MasterRole master = new MasterRole(body, new OrderedSender<>(epoch, mirror.applied()));
        List<ReplicaId> mirrors = record == null ? List.of() : record.mirrorList();
        for (ReplicaId each : mirrors) {
            body.send(new ReplicaMessage.Follow(each, body.id, epoch, mirror.applied()));
            master.stream.join(each, Math.max(0, mirror.reached(each)));
        }
        MessageSet.Builder ids = new MessageSet.Builder();
        List<Held> requeued = body.contents.requeueAll();
        requeued.forEach(each -> ids.add(each.message().id()));
        requeued.forEach(each -> body.traffic.requeued(each.message().id()));
        if (!requeued.isEmpty()) {
            master.stream.append(new ReplicaOperation.Requeue(ids.build()));
        }
        master.stream.append(new ReplicaOperation.Depth(body.contents.depth()));
        List<DirectCopy> fromChannels = body.views.takeChannelOnly();
        fromChannels.forEach(master.serving::publish);
        body.views.down().forEach(master.serving::channelGone);
        boolean isDefault = body.settings == null || body.settings.promoteOnFailure().isDefault();
        String value = body.settings == null ? "always" : body.settings.promoteOnFailure().text();
        body.happened(new Happening.MirrorPromoted(body.queue, body.id, mirror.lostMaster(), master.stream.epoch(),
                mirror.wasSynchronised(), record == null ? List.of() : record.synchronised(),
                record == null ? null : record.policy(), "ha-promote-on-failure", value, isDefault,
                body.contents.readyCount(), requeued.size(), fromChannels.size(),
                mirror.lostByDrop() ? "master-dropped" : "master-lost"));
        body.log("info", "Promoting mirror " + body.id + " to leader"); // F-15
        master.mirrors.addAll(mirrors);
        if (record != null && record.mirrors() != null && body.settings == null) {
            master.policyChanged(record); // mirroring ended while there was no master
        } else {
            master.placedBy = body.settings;
            master.place(true);
        }
        mirrors.stream().filter(each -> !body.isAlive(each)).forEach(master::ended);
        mirror.early().forEach(master::on);
        mirror.earlyJoins().forEach(master::on);
        return master;
    }

    Replica.Counters counters() {
        return new Replica.Counters(body.contents.readyCount(), body.contents.unacknowledgedCount(),
                serving.consumerCount(), sync != null && sync.started() ? sync.told() : null);
    }

    @Override
    public Replica.Position position() {
        return new Replica.Position(body.id, "master", stream.epoch(), stream.sequence(), true, 0,
                body.contents.depth(), body.contents.unacknowledgedCount(), sync != null);
    }

    @Nullable
    ChannelId holderOf(long position) {
        return serving.holderOf(position);
    }

    boolean isPlacing() {
        return !adding.isEmpty();
    }

    // ---- clients

    @Override
    public void on(QueueMessage.ToReplica message) {
        if (message instanceof QueueMessage.MirrorRefused(ReplicaId to, NodeName node)) {
            notAdded(node);
        } else if (sync != null) {
            parked.add(message); // S-13
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
            case QueueMessage.ChannelGone(ReplicaId to, ChannelId channel) -> serving.channelGone(channel);
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
        for (QueueMessage.ToReplica each : parked) {
            ChannelId channel = each.sender();
            if (channel != null && channel.node().equals(node)) {
                channels.add(channel);
            }
        }
        channels.forEach(this::channelGone);
    }

    // ---- mirrors

    @Override
    public void on(ReplicaMessage message) {
        switch (message) {
            case ReplicaMessage.JoinStream(ReplicaId to, ReplicaId from) -> onJoin(from);
            case ReplicaMessage.Applied(ReplicaId to, ReplicaId from, long epoch, long upTo) -> {
                if (epoch == stream.epoch()) {
                    stream.acknowledged(from, upTo);
                    tellLevel();
                }
            }
            case ReplicaMessage.RequestDepth request -> {
                if (sync != null) {
                    parkedDepths.add(request);
                } else {
                    onRequestDepth();
                }
            }
            case ReplicaMessage.SyncAnswer(ReplicaId to, ReplicaId from, long session, boolean ready) -> {
                if (sync != null && sync.number() == session) {
                    after(sync.answered(from, ready));
                }
            }
            case ReplicaMessage.SyncTaken(ReplicaId to, ReplicaId from, long session, long number) -> {
                if (sync != null && sync.number() == session) {
                    after(sync.taken(from, number));
                }
            }
            // answers and questions of a failover that is over
            case ReplicaMessage.ToMirror _ -> {
            }
        }
    }

    private void onJoin(ReplicaId mirror) {
        if (!body.isAlive(mirror)) {
            return; // it was early and ended meanwhile
        }
        joiners.put(mirror.node(), mirror);
        if (body.record != null && body.record.mirrors() == null && body.settings != null && !stopping) {
            earlyJoiners.add(mirror); // its node knows already that this queue is mirrored now
            return;
        }
        QueueRecord record = body.record;
        if (record == null || record.mirrors() == null || body.settings == null || terminating || stopping) {
            body.send(new ReplicaMessage.Dismiss(mirror, body.id, "stale"));
            return;
        }
        flush();
        body.send(new ReplicaMessage.StreamJoined(mirror, body.id, stream.epoch(), stream.sequence(), stream.stable()));
        stream.join(mirror);
        if (stream.stable() < stream.sequence()) {
            levelling.put(mirror, stream.sequence());
        }
    }

    /// Tells joiners that the elder mirrors have what they began after.
    private void tellLevel() {
        List<ReplicaId> level = levelling.entrySet().stream().filter(each -> each.getValue() <= stream.stable())
                .map(Map.Entry::getKey).toList();
        level.forEach(levelling::remove);
        level.forEach(each -> body.send(new ReplicaMessage.Operations(each, body.id, stream.epoch(),
                stream.sequence() + 1, List.of(), stream.stable())));
    }

    private void onRequestDepth() {
        stream.append(new ReplicaOperation.Depth(body.contents.depth()));
        if (body.contents.depth() > 0) {
            synchroniseIfAutomatic(); // S-21
        }
    }

    private void synchroniseIfAutomatic() {
        QueueRecord record = body.record;
        if (body.settings != null && body.settings.sync() == SyncMode.AUTOMATIC && record != null
                && record.synchronised().size() < record.mirrorList().size()) {
            synchronise(true);
        }
    }

    @Override
    public void recordChanged(QueueRecord record) {
        if (!record.master().equals(body.id)) {
            body.contents.clear();
            body.disk.drop();
            body.end("dropped");
            return;
        }
        if (record.mirrors() != null) {
            List<ReplicaId> early = List.copyOf(earlyJoiners);
            earlyJoiners.clear();
            early.forEach(this::onJoin);
        }
        List<ReplicaId> dead = new ArrayList<>();
        for (ReplicaId each : record.mirrorList()) {
            boolean asked = adding.remove(each.node());
            boolean isNew = mirrors.add(each);
            dropsPending |= isNew && !asked; // by its own node's decision (PO-16): perhaps one too many
            if (isNew && !body.isAlive(each)) {
                dead.add(each); // it ended while it was being recorded
            }
        }
        dead.forEach(this::ended);
        mirrors.retainAll(record.mirrorList());
        startNext();
        if (terminating && record.mirrorList().isEmpty()) {
            finishStop();
            return;
        }
        if (stopping) {
            return;
        }
        boolean policyChanged = placedBy == null ? body.settings != null : !placedBy.equals(body.settings);
        if (policyChanged || (record.mirrors() == null) != (body.settings == null)) {
            policyChanged(record);
        } else if (placeOnRecord && record.mirrorList().stream().allMatch(body::isAlive)) {
            placeOnRecord = false;
            place(true); // F-16
        } else if (!dismissed.isEmpty() && record.mirrorList().stream().noneMatch(dismissed::contains)) {
            dismissed.clear();
            place(true); // meanwhile the policy may have come to want them again
        } else if (replaceMissing()) {
            return;
        } else if (dropsPending && adding.isEmpty()) {
            place(false);
        } else if (body.settings != null && body.settings.mode() instanceof HaMode.Nodes
                && !record.synchronised().isEmpty()) {
            place(false); // PO-13
        }
    }

    /// It ended before this master could be told.
    private void ended(ReplicaId mirror) {
        gone(mirror, !body.running().contains(mirror.node()));
    }

    private void policyChanged(QueueRecord record) {
        if (body.settings == null && record.mirrors() != null) {
            for (ReplicaId each : List.copyOf(stream.members())) { // PO-15
                dismiss(each, "not-mirrored");
            }
            adding.clear();
            starting = null;
            dropsPending = false;
            placedBy = null;
            body.propose(new MetadataChange.MirroringChanged(body.queue, body.id, false));
        } else if (body.settings != null && record.mirrors() == null) {
            adding.clear();
            starting = null;
            placedBy = null; // mirrors are placed when that is recorded
            body.propose(new MetadataChange.MirroringChanged(body.queue, body.id, true));
        } else {
            placedBy = body.settings;
            place(true);
        }
    }

    /// PO-12: add what is missing, then, when that is recorded, drop what is too much.
    ///
    /// @param mayAdd false when only the drops of an earlier decision are due
    private void place(boolean mayAdd) {
        QueueRecord record = body.record;
        HaSettings settings = body.settings;
        if (record == null || settings == null || record.mirrors() == null) {
            return;
        }
        List<NodeName> present = new ArrayList<>(record.mirrorList().stream().map(ReplicaId::node).toList());
        present.addAll(adding);
        Suggestion wanted = Placement.suggest(settings.mode(), body.id.node(), present,
                record.synchronised().stream().map(ReplicaId::node).toList(),
                RunningOrder.seenFrom(body.id.node(), body.running()), body.chance);
        boolean leaves = !wanted.master().equals(body.id.node());
        if (mayAdd) {
            for (NodeName each : wanted.mirrors()) {
                if (!present.contains(each) && !each.equals(body.id.node())) {
                    adding.add(each);
                    ReplicaId joined = joiners.get(each);
                    if (joined != null && !stream.members().contains(joined)) {
                        joiners.remove(each); // of an earlier time; one that still joins is taken for the one asked for now
                    }
                }
            }
            startNext();
        }
        if (!adding.isEmpty()) {
            dropsPending = true;
            return;
        }
        dropsPending = false;
        List<ReplicaId> surplus = record.mirrorList().stream().filter(
                each -> !wanted.mirrors().contains(each.node()) && !each.node().equals(wanted.master())).toList();
        if (!surplus.isEmpty()) {
            surplus.forEach(each -> dismiss(each, "dropped"));
            dismissed.addAll(surplus);
            body.propose(new MetadataChange.MirrorsRemoved(body.queue, body.id, surplus, false));
        }
        if (leaves && record.mirrorList().size() > surplus.size()) {
            leave(); // F-32
            return;
        }
        synchroniseIfAutomatic();
    }

    /// One after the other: the order in which they are wanted becomes their order of age (PO-21).
    private void startNext() {
        if (adding.isEmpty()) {
            starting = null;
        } else if (!adding.getFirst().equals(starting)) {
            starting = adding.getFirst();
            body.emit(new ReplicaEffect.StartMirrorOn(starting, body.queue));
        }
    }

    private void notAdded(NodeName node) {
        if (adding.remove(node)) {
            turnedDown = true;
            startNext();
            if (dropsPending && adding.isEmpty()) {
                place(false);
            }
        }
    }

    private void leave() {
        if (sync != null) {
            sync.finish(false);
            sync = null;
        }
        flush();
        body.disk.drop();
        body.end("dropped");
    }

    private void dismiss(ReplicaId mirror, String reason) {
        flush();
        body.send(new ReplicaMessage.Dismiss(mirror, body.id, reason));
        stream.leave(mirror);
        levelling.remove(mirror);
        tellLevel();
        if (sync != null) {
            after(sync.gone(mirror));
        }
    }

    @Override
    public void gone(ReplicaId replica, boolean nodeDown) {
        QueueRecord record = body.record;
        stream.leave(replica);
        levelling.remove(replica);
        tellLevel();
        if (sync != null) {
            after(sync.gone(replica));
        }
        if (record == null || body.ended || !record.mirrorList().contains(replica)) {
            if (waitsFor(replica)) { // it ended before it was recorded: by a record that has changed since
                joiners.remove(replica.node());
                starting = null;
                startNext();
            }
            return;
        }
        if (terminating) {
            if (stream.members().isEmpty()) {
                body.propose(new MetadataChange.MirrorsTerminated(body.queue, body.id));
            }
            return;
        }
        body.log("info", "Primary replica of " + body.queue + " detected replica " + replica + " to be down"); // F-15
        placeOnRecord = true;
        body.propose(new MetadataChange.MirrorsRemoved(body.queue, body.id, List.of(replica), nodeDown));
    }

    /// A mirror that it asked for and that is not recorded yet.
    boolean waitsFor(ReplicaId mirror) {
        return mirror.node().equals(starting) && adding.contains(starting) && mirror.equals(joiners.get(starting));
    }

    void nodeGone(NodeName node) {
        missing |= turnedDown || adding.contains(node); // another one has to be asked instead
        turnedDown = false;
        notAdded(node);
        turnedDown = false;
        replaceMissing();
    }

    private boolean replaceMissing() {
        if (!missing || !adding.isEmpty() || stopping || terminating) {
            return false;
        }
        missing = false;
        place(true);
        return true;
    }

    @Override
    public Collection<ReplicaId> partners() {
        return List.copyOf(stream.members());
    }

    // ---- explicit synchronisation

    void synchronise(boolean automatic) {
        if (sync != null) {
            syncAgain |= !automatic;
            syncAgainAutomatic |= automatic; // S-23
            return;
        }
        QueueRecord record = body.record;
        List<ReplicaId> mirrors = record == null
                ? List.of()
                : record.mirrorList().stream().filter(stream.members()::contains).toList();
        if (mirrors.isEmpty() || stopping) {
            answerSync("nobody", automatic);
            return;
        }
        int batch = body.settings == null ? HaSettings.DEFAULT_BATCH_SIZE : body.settings.batchSize();
        sync = new SyncSession(body, ++sessions, automatic, batch, mirrors, this::syncProgressed);
        stream.append(new ReplicaOperation.SyncStart(sessions, mirrors));
        flush();
    }

    private void answerSync(String outcome, boolean automatic) {
        if (!automatic) {
            body.emit(new ReplicaEffect.SyncAnswered(outcome));
        }
    }

    private void syncProgressed() {
        SyncSession session = sync;
        if (session != null) {
            long publishes = parked.stream().filter(DirectCopy.class::isInstance).count();
            toldWaiting = parked.size();
            body.happened(new Happening.SyncProgressed(body.queue, body.id, session.sent(), session.total(), publishes,
                    parked.size() - publishes));
        }
    }

    boolean cancelSync() {
        SyncSession session = sync;
        if (session == null || !session.started()) {
            return false;
        }
        session.finish(false);
        body.log("info", "Synchronising:  synchronisation cancelled ");
        after("cancelled");
        return true;
    }

    private void after(String outcome) {
        SyncSession session = sync;
        if (outcome.isEmpty() || session == null) {
            return;
        }
        sync = null;
        body.emit(new ReplicaEffect.CancelTimer(SyncSession.TIMER));
        if (outcome.equals("nobody")) {
            body.log("info", "Synchronising: all mirrors already synced"); // S-10
        } else {
            body.happened(new Happening.SyncEnded(body.queue, body.id, outcome, session.sent()));
            body.log("info", "Synchronising: " + (outcome.equals("complete") ? "complete" : outcome));
        }
        answerSync(outcome, session.automatic());
        boolean again = syncAgain;
        boolean againAutomatic = syncAgainAutomatic;
        syncAgain = false;
        syncAgainAutomatic = false;
        if (!parkedDepths.isEmpty()) {
            parkedDepths.clear();
            onRequestDepth();
        }
        if (sync == null && again) {
            synchronise(false);
        } else if (sync == null && againAutomatic && !outcome.equals("cancelled")) {
            synchroniseIfAutomatic();
        }
        while (sync == null && !parked.isEmpty() && !body.ended) {
            serve(parked.remove());
        }
    }

    // ---- the end

    @Override
    public void deleted() {
        serving.deleted();
        body.contents.clear();
        body.disk.drop();
        body.end("deleted");
    }

    @Override
    public void stop() {
        stopping = true;
        if (sync != null) {
            sync.finish(false);
            after("cancelled");
        }
        QueueRecord record = body.record;
        HaSettings settings = body.settings;
        if (record == null || settings == null || record.mirrorList().isEmpty() || !record.synchronised().isEmpty()
                || settings.promoteOnShutdown().always()) {
            finishStop(); // F-09
            return;
        }
        terminating = true; // F-08
        body.happened(new Happening.MirrorsTerminated(body.queue, body.id, record.mirrorList(), record.policy(),
                "ha-promote-on-shutdown", "when-synced", settings.promoteOnShutdown().isDefault(),
                body.contents.depth()));
        body.log("warning",
                "Stopping all nodes on master shutdown since no synchronised mirror (replica) is available");
        stream.append(new ReplicaOperation.Terminate());
        flush();
        if (stream.members().isEmpty()) {
            body.propose(new MetadataChange.MirrorsTerminated(body.queue, body.id));
        }
        body.setTimer(TERMINATING, MIRRORS_END_WITHIN);
    }

    private void finishStop() {
        body.emit(new ReplicaEffect.CancelTimer(TERMINATING));
        serving.keepDelivered();
        body.end("shutdown");
    }

    @Override
    public void timer(String name) {
        if (name.equals(TERMINATING)) {
            body.propose(new MetadataChange.MirrorsTerminated(body.queue, body.id));
        } else if (name.equals(SyncSession.TIMER) && sync != null) {
            sync.tell();
        }
    }

    @Override
    public void report() {
        if (hasReport()) {
            syncProgressed();
        }
        body.report();
    }

    @Override
    public boolean hasReport() {
        return sync != null && sync.started() && parked.size() != toldWaiting;
    }

    @Override
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (sync != null) {
            busy.add(body.queue + " is syncing");
        }
        if (!adding.isEmpty()) {
            busy.add(body.queue + " waits for mirrors on " + adding);
        }
        if (stream.stable() < stream.sequence()) {
            busy.add(body.queue + " waits for its mirrors");
        }
        if (body.disk.isBusy()) {
            busy.add(body.queue + " waits for the disk");
        }
        return busy;
    }

    @Override
    public void flush() {
        OrderedSender.Batch<ReplicaOperation> batch = stream.flush();
        if (batch != null) {
            for (ReplicaId each : stream.members()) {
                body.send(
                        new ReplicaMessage.Operations(each, body.id, stream.epoch(), batch.first(), batch.operations(),
                                stream.stable()));
            }
        }
    }

}
