package mirrorlab.mirror;

import java.util.List;
import java.util.function.Predicate;
import mirrorlab.policy.HaSettings;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Who follows a lost master, and whether anybody does: the decisions alone, for those who carry them out (`Failover`,
/// `CleanStop`) and for those who only want to know (`DeathForecast`).
final class Election {
    private Election() {}

    /// The mirrors that may stand, eldest first: the first one is the candidate, whether it is synchronised or not (F-01, F-02).
    static List<ReplicaId> electors(QueueRecord record, Predicate<ReplicaId> isAlive) {
        return record.mirrorList().stream().filter(each -> isAlive.test(each) && !record.refused().contains(each))
                .toList();
    }

    /// F-04: only `when-synced`, and only if the record lists no synchronised mirror at all (F-05).
    static boolean mayBePromoted(QueueRecord record, @Nullable HaSettings settings) {
        return settings == null || settings.promoteOnFailure().always() || !record.synchronised().isEmpty();
    }

    /// Whether a master that stops cleanly ends its mirrors before (F-08); otherwise one of them takes over (F-09).
    static boolean endsMirrors(QueueRecord record, @Nullable HaSettings settings) {
        return settings != null && !record.mirrorList().isEmpty() && record.synchronised().isEmpty()
                && !settings.promoteOnShutdown().always();
    }
}
