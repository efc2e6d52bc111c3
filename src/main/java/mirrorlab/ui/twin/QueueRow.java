package mirrorlab.ui.twin;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.Badge;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// One line of the list of queues.
///
/// @param node
///            of the master, as the record has it
/// @param badges
///            behind the node's name
/// @param idleSinceMillis
///            0 when it is not idle
/// @param counts
///            null when nobody can tell them: `NaN`
public record QueueRow(QueueName queue, NodeName node, List<Badge> badges, List<Feature> features,
        @Nullable String policy, @Nullable String operatorPolicy, QueueState state, long idleSinceMillis,
        @Nullable Counts counts, QueueRate rate, int consumers) {

    public record Counts(long ready, long unacknowledged) {
        public long total() {
            return ready + unacknowledged;
        }
    }

    public String name() {
        return queue.name();
    }

    public Optional<Counts> known() {
        return Optional.ofNullable(counts);
    }

    /// Sorts what is not known before zero.
    public long ready() {
        return counts == null ? -1 : counts.ready();
    }

    public long unacknowledged() {
        return counts == null ? -1 : counts.unacknowledged();
    }

    public long total() {
        return counts == null ? -1 : counts.total();
    }
}
