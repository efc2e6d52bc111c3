package mirrorlab.mirror;

import java.util.List;
import mirrorlab.queue.Stretch;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.ReplicaId;

/// What the replicas of one queue say to each other. A message for a replica's earlier life finds nobody.
public sealed interface ReplicaMessage extends PeerMessage {
    ReplicaId to();

    ReplicaId from();

    /// What only mirrors deal with.
    sealed interface ToMirror extends ReplicaMessage {}

    /// What only masters deal with.
    sealed interface ToMaster extends ReplicaMessage {}

    /// A piece of the master's stream; `first` is the number of the first operation.
    record Operations(ReplicaId to, ReplicaId from, long epoch, long first, List<ReplicaOperation> operations,
            long stable)
            implements
                ToMirror {}

    record Applied(ReplicaId to, ReplicaId from, long epoch, long upTo) implements ToMaster {}

    /// A new mirror wants the stream (G-11).
    record JoinStream(ReplicaId to, ReplicaId from) implements ReplicaMessage {}

    /// From now on the mirror gets everything after `sequence`. Once every elder mirror has everything up to there (`stable` says
    /// so, here or later) it may be recorded: whoever is recorded can fill the others up.
    record StreamJoined(ReplicaId to, ReplicaId from, long epoch, long sequence, long stable) implements ToMirror {}

    /// The mirror is recorded and wants to know the depth (S-03).
    record RequestDepth(ReplicaId to, ReplicaId from) implements ToMaster {}

    /// The mirror saw these channels end, and the stream has not said so (P-17).
    record SendersDown(ReplicaId to, ReplicaId from, List<ChannelId> channels) implements ToMaster {}

    /// The mirror's placement was withdrawn (PO-12), or mirroring ended (PO-15): delete everything and end.
    record Dismiss(ReplicaId to, ReplicaId from, String reason) implements ToMirror {}

    // ---- the master died

    record Freeze(ReplicaId to, ReplicaId from, ReplicaId lost, long epoch) implements ToMirror {}

    record Frozen(ReplicaId to, ReplicaId from, long epoch, long applied) implements ToMirror {}

    record Fetch(ReplicaId to, ReplicaId from, long epoch, long first) implements ToMirror {}

    record Fill(ReplicaId to, ReplicaId from, long epoch, long first, List<ReplicaOperation> operations)
            implements
                ToMirror {}

    /// The fence: the sender is master of the new epoch.
    record Follow(ReplicaId to, ReplicaId from, long epoch, long sequence) implements ToMirror {}

    // ---- explicit synchronisation

    /// @param ready false: synchronised already (S-08)
    record SyncAnswer(ReplicaId to, ReplicaId from, long session, boolean ready) implements ToMaster {}

    /// Some of the master's contents in queue order (S-11).
    record SyncBatch(ReplicaId to, ReplicaId from, long session, long number, List<Stretch> stretches)
            implements
                ToMirror {}

    /// Everything up to this batch is in the mirror, and on its disk where it belongs there.
    record SyncTaken(ReplicaId to, ReplicaId from, long session, long number) implements ToMaster {}

    /// @param complete false: cancelled (S-16)
    /// @param batches were sent; the mirror is synchronised when it has all of them
    record SyncFinished(ReplicaId to, ReplicaId from, long session, boolean complete, long batches)
            implements
                ToMirror {}
}
