package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// One replica of one queue. Of a stopped one the contents are what it was last known to hold.
///
/// @param wasMaster
///            it said of itself that it is master; with role `MIRROR` this is a master that was lost
/// @param stopReason
///            why it stopped, in the journal's words; null when it runs or died with its node
/// @param ready
///            in queue order, `unacknowledged` too; complete only when `isExact`
/// @param delta
///            as the mirror knows it, -1 when it does not (S-03)
/// @param missing
///            messages of the master that this mirror lacks, as well as they are known; 0 for a master
/// @param fromChannels
///            copies that wait for the master's word (P-10)
/// @param isFrozen
///            it stopped applying a lost master's operations and waits for the comparison
/// @param clock
///            of the entry that told the contents, 0 when nothing was told
public record ReplicaPicture(QueueName queue, ReplicaId id, Role role, Sync sync, boolean wasMaster,
        @Nullable String stopReason, long epoch, List<Interval> ready, List<Interval> unacknowledged, long readyCount,
        long unacknowledgedCount, long delta, long missing, long fromChannels, boolean isFrozen, int consumers,
        long clock) {

    public enum Role {
        MASTER, MIRROR;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// A master counts as `SYNCHRONISED`.
    public enum Sync {
        SYNCHRONISED, UNSYNCHRONISED, SYNCING, STOPPED;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public NodeName node() {
        return id.node();
    }

    public boolean isAlive() {
        return sync != Sync.STOPPED;
    }

    /// Ready and unacknowledged together (S-02).
    public long depth() {
        return readyCount + unacknowledgedCount;
    }

    /// The intervals name every message that is counted.
    public boolean isExact() {
        return count(ready) == readyCount && count(unacknowledged) == unacknowledgedCount;
    }

    /// Everything it holds by name, ready and unacknowledged.
    public MessageSet contents() {
        return MessageSet.of(ready).union(MessageSet.of(unacknowledged));
    }

    private static long count(List<Interval> intervals) {
        return intervals.stream().mapToLong(Interval::count).sum();
    }
}
