package mirrorlab.mirror;

import java.util.List;
import java.util.Locale;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.multicast.OrderedReceiver;
import mirrorlab.vocabulary.ReplicaId;

/// Whose stream a mirror follows, how far it is, and whether the record knows of it (G-11).
final class Following {
    private final ReplicaBody body;
    private ReplicaId leader;
    private OrderedReceiver<ReplicaOperation> stream = new OrderedReceiver<>(0, 0);
    private State state = State.JOINING;
    /// The operation after which this mirror's part of the stream begins.
    private long base;
    /// Operations were applied that the master was not told of.
    private boolean untold;

    enum State {
        /// Asked the master for its stream.
        JOINING,
        /// Gets the stream; an elder mirror still lacks some of what came before it.
        LEVELLING,
        /// Gets the stream, not in the record yet (G-11).
        RECORDING, FOLLOWING,
        /// The master is lost; nothing of its epoch is applied any more.
        FROZEN,
        /// All survivors are level; asked the metadata to be master (F-03).
        CLAIMING;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Following(ReplicaBody body, ReplicaId master) {
        this.body = body;
        leader = master;
    }

    ReplicaId leader() {
        return leader;
    }

    OrderedReceiver<ReplicaOperation> stream() {
        return stream;
    }

    State state() {
        return state;
    }

    boolean is(State one) {
        return state == one;
    }

    void becomes(State next) {
        state = next;
    }

    /// Not even on its way into the record.
    boolean isNew() {
        return state == State.JOINING || state == State.LEVELLING;
    }

    /// In the stream of a master that is not known to be lost.
    boolean follows() {
        return state == State.FOLLOWING || state == State.RECORDING;
    }

    // ---- joining

    void on(ReplicaMessage.StreamJoined joined) {
        if (state == State.JOINING && joined.from().equals(leader)) {
            stream = new OrderedReceiver<>(joined.epoch(), joined.sequence());
            base = joined.sequence();
            state = State.LEVELLING;
            becomeRecorded(joined.stable());
        }
    }

    /// @param stable what every elder mirror has
    void becomeRecorded(long stable) {
        if (state == State.LEVELLING && stable >= base) {
            state = State.RECORDING;
            body.propose(new MetadataChange.MirrorAdded(body.queue, leader, body.id));
        }
    }

    // ---- following

    /// What is new, in order.
    List<ReplicaOperation> accept(ReplicaMessage.Operations operations) {
        return stream.accept(operations.epoch(), operations.first(), operations.operations(), operations.stable());
    }

    /// Told at once, or together with the confirms that come when the disk has answered: one packet instead of two.
    void hasApplied() {
        if (body.disk.isBusy()) {
            untold = true;
        } else {
            sayApplied();
        }
    }

    void persisted() {
        if (untold && state != State.FROZEN && state != State.CLAIMING) {
            sayApplied();
        }
    }

    private void sayApplied() {
        untold = false;
        body.send(new ReplicaMessage.Applied(leader, body.id, stream.epoch(), stream.applied()));
    }

    /// Another one is master now.
    ///
    /// @return false when it is not newer than the present one
    boolean follow(ReplicaMessage.Follow follow) {
        if (!stream.follow(follow.epoch(), follow.sequence())) {
            return false;
        }
        leader = follow.from();
        state = State.FOLLOWING;
        sayApplied();
        return true;
    }
}
