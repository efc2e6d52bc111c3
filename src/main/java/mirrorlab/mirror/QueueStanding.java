package mirrorlab.mirror;

import java.util.List;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// A queue at one moment.
///
/// @param settings how the policy in force mirrors it; null when it does not
/// @param replicas those that answered, in any order
public record QueueStanding(QueueRecord record, @Nullable HaSettings settings, List<ReplicaStanding> replicas) {}
