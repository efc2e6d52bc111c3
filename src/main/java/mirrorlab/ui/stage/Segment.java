package mirrorlab.ui.stage;

/// A stretch of a depth bar, oldest messages first. All bars of a lane share one axis.
///
/// @param count messages; the stretch is as long as they are many
public record Segment(Kind kind, long count) {

    public enum Kind {
        /// Ready on this replica.
        HELD,
        /// Delivered to a client and not yet acknowledged.
        UNACKNOWLEDGED,
        /// The master has them, this mirror does not.
        LACKING,
        /// The master has them, and they are on their way to this mirror: no lack, and gone in a moment.
        COMING,
        /// Gone for good.
        LOST,
        /// Not here, and that is no lack: lost before this replica took over, for instance.
        EMPTY
    }
}
