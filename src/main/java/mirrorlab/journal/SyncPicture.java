package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.ReplicaId;

/// A synchronisation that runs (S-08 to S-14).
///
/// @param mirrors
///            those that take part
/// @param sent
///            messages sent so far, moves by whole batches (S-11)
public record SyncPicture(ReplicaId master, List<ReplicaId> mirrors, long sent, long total, int batchSize,
        boolean automatic,
        long waitingPublishes, long waitingOther) {

    /// As the management screen rounds it: 100 when there is nothing to send (S-14).
    public int percent() {
        return total == 0 ? 100 : (int) Math.round(100.0 * sent / total);
    }

    SyncPicture progressed(Happening.SyncProgressed now) {
        return new SyncPicture(master, mirrors, now.sent(), now.total(), batchSize, automatic, now.waitingPublishes(),
                now.waitingOther());
    }
}
