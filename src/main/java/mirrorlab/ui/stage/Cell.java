package mirrorlab.ui.stage;

import java.util.List;

/// What one node has of one queue.
///
/// @param segments the depth bar, oldest first; empty when nothing is known
/// @param lacking messages of the master that this mirror lacks; -1 when not known (S-03)
/// @param progress 0 to 1 while it is being synchronised
/// @param waitingCopies copies that the replica has from channels without the master's word yet (P-10)
/// @param oldest name of the oldest message held, or empty; `newest` likewise
/// @param lost names of what was lost, or empty
public record Cell(Kind kind, List<Segment> segments, long ready, long unacknowledged, long lacking, double progress,
        long waitingCopies, String oldest, String newest, String lost) {

    public static final Cell NONE = new Cell(Kind.NONE, List.of(), 0, 0, 0, 0, 0, "", "", "");

    /// Shape says the role (`ux.md` 3.1).
    public enum Kind {
        NONE, MASTER, SYNCHRONISED, UNSYNCHRONISED, SYNCING,
        /// A copy on a node that is not running: of the last master, or of a mirror.
        STOPPED_MASTER, STOPPED_MIRROR
    }

    public long axis() {
        return segments.stream().mapToLong(Segment::count).sum();
    }
}
