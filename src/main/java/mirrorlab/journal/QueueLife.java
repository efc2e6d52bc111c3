package mirrorlab.journal;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What all nodes said of one queue's record. Every node repeats a change, so the newest version is kept and, among
/// equal versions, the latest entry: the order of arrival makes no difference.
///
/// @param removedClock
///            of the first node that told the removal
/// @param promotions
///            the last few, by epoch
record QueueLife(Happening.@Nullable QueueRecorded record, long recordClock, long removedVersion, long removedClock,
        String removedReason, Map<Long, Happening.MirrorPromoted> promotions) {
    /// A promotion is of use only until the record has followed it.
    private static final int PROMOTIONS_KEPT = 4;
    static final QueueLife NEW = new QueueLife(null, 0, -1, 0, "", Map.of());

    QueueLife recorded(Happening.QueueRecorded now, long clock) {
        boolean newer = record == null || now.version() > record.version()
                || (now.version() == record.version() && clock > recordClock);
        return newer ? new QueueLife(now, clock, removedVersion, removedClock, removedReason, promotions) : this;
    }

    QueueLife removed(Happening.QueueRemoved now, long clock) {
        boolean newer = now.version() > removedVersion || (now.version() == removedVersion && clock < removedClock);
        return newer ? new QueueLife(record, recordClock, now.version(), clock, now.reason(), promotions) : this;
    }

    QueueLife promoted(Happening.MirrorPromoted now) {
        TreeMap<Long, Happening.MirrorPromoted> more = new TreeMap<>(promotions);
        more.put(now.epoch(), now);
        while (more.size() > PROMOTIONS_KEPT) {
            more.pollFirstEntry();
        }
        return new QueueLife(record, recordClock, removedVersion, removedClock, removedReason,
                Collections.unmodifiableMap(more));
    }

    boolean isThere() {
        return record != null && record.version() > removedVersion;
    }

    /// The master after the promotions that the record has not followed yet.
    ReplicaId master(Happening.QueueRecorded of) {
        ReplicaId master = of.master();
        for (Happening.MirrorPromoted each : promotions.values()) {
            if (each.lostMaster().equals(master)) {
                master = each.mirror();
            }
        }
        return master;
    }
}
