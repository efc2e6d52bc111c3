package mirrorlab.journal;

import java.util.Comparator;
import java.util.List;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What one replica said of itself so far. All of it comes from one origin, in order.
///
/// @param begun
///            clock of the first entry about it
record ReplicaLife(ReplicaId id, long begun, boolean isMaster, boolean synchronised, @Nullable String stopReason,
        boolean frozen,
        long epoch, List<Interval> ready, List<Interval> unacknowledged, long readyCount, long unacknowledgedCount,
        long delta,
        long fromChannels, int consumers, long clock, @Nullable SyncPicture sync) {
    /// Older lives first; only replicas of one queue on one node are compared.
    static final Comparator<ReplicaId> AGE = Comparator.comparingLong(ReplicaId::incarnation)
            .thenComparingLong(ReplicaId::serial);

    static ReplicaLife begin(ReplicaId id, long clock) {
        return new ReplicaLife(id, clock, false, false, null, false, 0, List.of(), List.of(), 0, 0, -1, 0, 0, 0, null);
    }

    ReplicaLife holds(Happening.ReplicaHolds now, long at) {
        return new ReplicaLife(id, begun, isMaster || now.role().equals("master"), synchronised, stopReason, frozen,
                now.epoch(),
                now.ready(), now.unacknowledged(), now.readyCount(), now.unacknowledgedCount(), now.delta(),
                now.fromChannels(), now.consumers(), at, sync);
    }

    ReplicaLife started(boolean asMaster, long recovered) {
        return new ReplicaLife(id, begun, asMaster, synchronised, stopReason, frozen, epoch, ready, unacknowledged,
                asMaster && clock == 0 ? recovered : readyCount, unacknowledgedCount, delta, fromChannels, consumers,
                clock,
                sync);
    }

    /// The counts may be newer than the names until the next snapshot.
    ReplicaLife promoted(long newEpoch) {
        return new ReplicaLife(id, begun, true, true, stopReason, false, newEpoch, ready, unacknowledged, readyCount,
                unacknowledgedCount, 0, fromChannels, consumers, clock, null);
    }

    ReplicaLife stopped(String reason, boolean erased) {
        return new ReplicaLife(id, begun, isMaster, synchronised, reason, frozen, epoch, erased ? List.of() : ready,
                erased ? List.of() : unacknowledged, erased ? 0 : readyCount, erased ? 0 : unacknowledgedCount, delta,
                0, 0,
                clock, null);
    }

    ReplicaLife froze() {
        return new ReplicaLife(id, begun, isMaster, synchronised, stopReason, true, epoch, ready, unacknowledged,
                readyCount,
                unacknowledgedCount, delta, fromChannels, consumers, clock, sync);
    }

    ReplicaLife becameSynchronised() {
        return new ReplicaLife(id, begun, isMaster, true, stopReason, frozen, epoch, ready, unacknowledged, readyCount,
                unacknowledgedCount, 0, fromChannels, consumers, clock, sync);
    }

    ReplicaLife synchronising(@Nullable SyncPicture now) {
        return new ReplicaLife(id, begun, isMaster, synchronised, stopReason, frozen, epoch, ready, unacknowledged,
                readyCount,
                unacknowledgedCount, delta, fromChannels, consumers, clock, now);
    }
}
