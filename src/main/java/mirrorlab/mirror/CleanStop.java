package mirrorlab.mirror;

import java.time.Duration;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.QueueRecord;

/// The clean stop of a master (F-07): at once when another may take over (F-09), otherwise after its mirrors have ended (F-08).
final class CleanStop {
    /// `slave_wait_timeout` of the constants in section 0.
    private static final Duration MIRRORS_END_WITHIN = Duration.ofSeconds(15);
    private static final String TIMER = "terminating";
    private final ReplicaBody body;
    private final MasterStream stream;
    private final Serving serving;
    private boolean begun;
    private boolean terminating;

    CleanStop(ReplicaBody body, MasterStream stream, Serving serving) {
        this.body = body;
        this.stream = stream;
        this.serving = serving;
    }

    boolean hasBegun() {
        return begun;
    }

    /// The mirrors were told to end, and the record still lists some.
    boolean isTerminating() {
        return terminating;
    }

    /// From now on no mirror is added and nothing is synchronised.
    void begin() {
        begun = true;
    }

    void stop() {
        QueueRecord record = body.record;
        HaSettings settings = body.settings;
        if (record == null || settings == null || !Election.endsMirrors(record, settings)) {
            finish(); // F-09
            return;
        }
        terminating = true; // F-08
        body.happened(new Happening.MirrorsTerminated(body.queue, body.id, record.mirrorList(), record.policy(),
                "ha-promote-on-shutdown", "when-synced", settings.promoteOnShutdown().isDefault(),
                body.contents.depth()));
        body.log("warning",
                "Stopping all nodes on master shutdown since no synchronised mirror (replica) is available");
        stream.append(new ReplicaOperation.Terminate());
        stream.flush();
        mirrorEnded();
        body.setTimer(TIMER, MIRRORS_END_WITHIN);
    }

    /// The last one's end ends the wait.
    void mirrorEnded() {
        if (stream.members().isEmpty()) {
            proposeTerminated();
        }
    }

    private void proposeTerminated() {
        body.propose(new MetadataChange.MirrorsTerminated(body.queue, body.id));
    }

    void finish() {
        body.emit(new ReplicaEffect.CancelTimer(TIMER));
        serving.keepDelivered();
        body.end("shutdown");
    }

    void timer(String name) {
        if (name.equals(TIMER)) {
            proposeTerminated();
        }
    }
}
