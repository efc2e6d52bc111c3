package mirrorlab.metadata;

import mirrorlab.vocabulary.QueueRecord;

/// What the loss of its master's node makes of a queue's record.
public enum NodeLoss {
    /// A mirrored queue keeps its record as it is; its mirrors decide (F-25).
    KEPT,
    /// N-06.
    DOWN,
    /// N-05, P-03.
    REMOVED;

    /// @param mirrored
    ///            by the policy in force now
    public static NodeLoss of(QueueRecord record, boolean mirrored) {
        if (mirrored) {
            return KEPT;
        }
        return record.durable() && !record.exclusive() ? DOWN : REMOVED;
    }
}
