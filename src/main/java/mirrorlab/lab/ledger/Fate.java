package mirrorlab.lab.ledger;

/// What became of a message; each has exactly one (`design.md`, the account).
public enum Fate {
    /// On the master and on every mirror that runs, or on a durable queue's disk without mirrors.
    SAFE,
    /// On the master, but a failure that can be named would lose it.
    AT_RISK, UNACKNOWLEDGED, ACKNOWLEDGED, AUTO_ACKNOWLEDGED, REJECTED, EXPIRED, DROPPED, PURGED, DELETED, DEAD_LETTERED,
    /// Matched no queue.
    UNROUTABLE,
    /// Taken by no living replica (P-24).
    REFUSED,
    /// Published, not yet at the master.
    IN_FLIGHT,
    /// Comes back if a node that is down is started, as things stand.
    UNREACHABLE,
    /// A killed master settled it in its last moments and had not told how.
    NOT_KNOWN, LOST
}
