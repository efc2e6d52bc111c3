package mirrorlab.mirror;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.SyncMode;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// When a master synchronises its mirrors explicitly, and what has to wait meanwhile (S-08 to S-23).
final class Synchronising {
    private final ReplicaBody body;
    private final MasterStream stream;
    private final CleanStop cleanStop;
    private final Consumer<QueueMessage.ToReplica> serve;
    private final Runnable goOn;
    private final ArrayDeque<QueueMessage.ToReplica> parked = new ArrayDeque<>();
    private @Nullable SyncSession session;
    private long sessions;
    private long toldWaiting = -1;
    private boolean depthAsked;
    /// Requests that came meanwhile.
    private int again;
    private boolean againAutomatic;

    /// @param serve does afterwards what had to wait (S-13)
    /// @param goOn delivers then what consumers got room for meanwhile
    Synchronising(ReplicaBody body, MasterStream stream, CleanStop cleanStop,
            Consumer<QueueMessage.ToReplica> serve, Runnable goOn) {
        this.body = body;
        this.stream = stream;
        this.cleanStop = cleanStop;
        this.serve = serve;
        this.goOn = goOn;
    }

    boolean isOn() {
        return session != null;
    }

    /// Messages sent, as told at most once a second (S-14); null when nothing is being sent.
    @Nullable
    Long told() {
        return session != null && session.started() ? session.told() : null;
    }

    // ---- what waits

    void park(QueueMessage.ToReplica message) {
        parked.add(message); // S-13
    }

    /// Channels of a node that something waits for.
    Set<ChannelId> channelsOf(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>();
        for (QueueMessage.ToReplica each : parked) {
            ChannelId channel = each.sender();
            if (channel != null && channel.node().equals(node)) {
                channels.add(channel);
            }
        }
        return channels;
    }

    // ---- beginning

    /// S-03: a mirror asked how much there is.
    ///
    /// @param placedAtOnce
    ///            nodes whose mirrors were placed with it
    void depthAsked(List<NodeName> placedAtOnce) {
        if (session != null) {
            depthAsked = true;
            return;
        }
        stream.append(new ReplicaOperation.Depth(body.contents.depth(), placedAtOnce));
        if (body.contents.depth() > 0) {
            ifAutomatic(); // S-21
        }
    }

    void ifAutomatic() {
        QueueRecord record = body.record;
        if (body.settings != null && body.settings.sync() == SyncMode.AUTOMATIC && record != null
                && record.synchronised().size() < record.mirrorList().size()) {
            begin(true);
        }
    }

    void begin(boolean automatic) {
        if (session != null) {
            again += automatic ? 0 : 1; // S-23
            againAutomatic |= automatic;
            return;
        }
        QueueRecord record = body.record;
        List<ReplicaId> mirrors = record == null
                ? List.of()
                : record.mirrorList().stream().filter(stream.members()::contains).toList();
        if (mirrors.isEmpty() || cleanStop.hasBegun()) {
            answer("nobody", automatic);
            return;
        }
        int batch = body.settings == null ? HaSettings.DEFAULT_BATCH_SIZE : body.settings.batchSize();
        session = new SyncSession(body, ++sessions, automatic, batch, mirrors, this::progressed);
        stream.append(new ReplicaOperation.SyncStart(sessions, mirrors));
        stream.flush();
    }

    // ---- under way

    void on(ReplicaMessage.SyncAnswer answer) {
        if (session != null && session.number() == answer.session()) {
            after(session.answered(answer.from(), answer.ready()));
        }
    }

    void on(ReplicaMessage.SyncTaken taken) {
        if (session != null && session.number() == taken.session()) {
            after(session.taken(taken.from(), taken.number()));
        }
    }

    /// What held up the next batch may be over (S-12).
    void sendOn() {
        if (session != null) {
            after(session.goOn());
        }
    }

    /// S-18.
    void gone(ReplicaId mirror) {
        if (session != null) {
            after(session.gone(mirror));
        }
    }

    void timer(String name) {
        if (name.equals(SyncSession.TIMER) && session != null) {
            session.tell();
        }
    }

    boolean hasReport() {
        return session != null && session.started() && parked.size() != toldWaiting;
    }

    void report() {
        if (hasReport()) {
            progressed();
        }
    }

    private void progressed() {
        SyncSession present = session;
        if (present != null) {
            long publishes = parked.stream().filter(DirectCopy.class::isInstance).count();
            toldWaiting = parked.size();
            body.happened(new Happening.SyncProgressed(body.queue, body.id, present.sent(), present.total(), publishes,
                    parked.size() - publishes));
        }
    }

    // ---- ending

    /// S-16.
    boolean cancel() {
        SyncSession present = session;
        if (present == null || !present.started()) {
            return false;
        }
        present.finish(false);
        body.log("info", "Synchronising:  synchronisation cancelled ");
        after("cancelled");
        return true;
    }

    /// The master stops: nothing is copied any more, and what waits is done.
    void stop() {
        if (session != null) {
            session.finish(false);
            after("cancelled");
        }
    }

    /// The master leaves; what waits is lost with it.
    void abandon() {
        if (session != null) {
            session.finish(false);
            session = null;
        }
    }

    private void after(String outcome) {
        SyncSession ended = session;
        if (outcome.isEmpty() || ended == null) {
            return;
        }
        session = null;
        body.surroundings.passed(HoldPoint.BETWEEN_BATCHES, body.queue);
        body.emit(new ReplicaEffect.CancelTimer(SyncSession.TIMER));
        if (outcome.equals("nobody")) {
            body.log("info", "Synchronising: all mirrors already synced"); // S-10
        } else {
            body.happened(new Happening.SyncEnded(body.queue, body.id, outcome, ended.sent()));
            if (!outcome.equals("cancelled")) {
                body.log("info", "Synchronising: " + outcome); // S-24
            }
        }
        answer(outcome, ended.automatic());
        goOn(!outcome.equals("cancelled"));
    }

    private void answer(String outcome, boolean automatic) {
        if (!automatic) {
            body.emit(new ReplicaEffect.SyncAnswered(outcome));
        }
    }

    private void goOn(boolean mayAutomatic) {
        if (depthAsked) {
            depthAsked = false;
            depthAsked(List.of());
        }
        while (session == null && again > 0) {
            again--;
            begin(false);
        }
        if (session == null && againAutomatic) {
            againAutomatic = false;
            if (mayAutomatic) {
                ifAutomatic();
            }
        }
        while (session == null && !parked.isEmpty() && !body.ended) {
            serve.accept(parked.remove());
        }
        if (session == null && !body.ended) {
            goOn.run();
        }
    }
}
