package mirrorlab.vocabulary.forecast;

import java.util.Locale;

/// Why a forecast cannot say everything.
public enum Doubt {
    /// Which node gets a mirror is drawn by chance (PO-10, F-16). Everything else is sure.
    RANDOM_PLACEMENT,
    /// Something about this queue is under way between nodes.
    IN_FLIGHT,
    /// The master is not wanted where it is, and stays until a mirror lacks nothing (PO-13). What clients on the ending nodes
    /// hold returns (F-37): when others take it, or it expires, a mirror may lack nothing any more (S-05), and the master moves.
    RETURNED_MESSAGES,
    /// A node that holds a replica does not answer.
    SILENT_NODE;

    /// `random-placement`, and so on.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
