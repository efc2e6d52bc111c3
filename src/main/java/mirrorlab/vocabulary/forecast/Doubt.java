package mirrorlab.vocabulary.forecast;

import java.util.Locale;

/// Why a forecast cannot say everything.
public enum Doubt {
    /// Which node gets a mirror is drawn by chance (PO-10, F-16). Everything else is sure.
    RANDOM_PLACEMENT,
    /// Something about this queue is under way between nodes.
    IN_FLIGHT,
    /// A node that holds a replica does not answer.
    SILENT_NODE;

    /// `random-placement`, and so on.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
