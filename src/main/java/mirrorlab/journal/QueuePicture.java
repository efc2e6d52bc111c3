package mirrorlab.journal;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// One queue.
///
/// @param record
///            the newest record known (P-01)
/// @param master
///            the newest master known; a promotion counts before the record tells it
/// @param replicas
///            the master first, then mirrors, eldest first, then stopped ones that are in no record, by node
/// @param badges
///            in the order of the management screen
/// @param sync
///            the synchronisation that runs, else null
/// @param waitingChannels
///            channels that wait for this queue (F-21, F-25)
public record QueuePicture(QueueName name, Happening.QueueRecorded record, State state, ReplicaId master,
        List<ReplicaPicture> replicas, List<Badge> badges, @Nullable SyncPicture sync, int waitingChannels) {

    public enum State {
        RUNNING, SYNCING,
        /// Not mirrored, durable, and its node is down (N-06).
        DOWN,
        /// The master is lost and a mirror lives that has neither become master nor refused yet.
        PROMOTING,
        /// Mirrored, and no replica lives (F-04, F-08, F-25).
        UNREACHABLE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Policy-mirrored, with or without mirrors (P-02).
    public boolean isMirrored() {
        return record.mirrors() != null;
    }

    public Optional<ReplicaPicture> replicaOn(NodeName node) {
        return replicas.stream().filter(each -> each.node().equals(node)).findFirst();
    }

    /// The living master.
    public Optional<ReplicaPicture> masterReplica() {
        return replicas.stream().filter(each -> each.role() == ReplicaPicture.Role.MASTER && each.isAlive())
                .findFirst();
    }

    /// Living mirrors, eldest first (F-06).
    public List<ReplicaPicture> livingMirrors() {
        return replicas.stream().filter(each -> each.role() == ReplicaPicture.Role.MIRROR && each.isAlive()).toList();
    }

    /// What the master holds and this mirror does not, by name.
    public MessageSet lackedBy(ReplicaPicture mirror) {
        return masterReplica().map(master -> master.contents().minus(mirror.contents())).orElse(MessageSet.EMPTY);
    }
}
