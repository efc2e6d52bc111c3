package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// A mark beside the master's node on the management screen: `+2`, red `+1`, `+0`, or `Syncing: 37%`.
///
/// @param nodes
///            whose mirrors are counted, for the tooltip
public record Badge(String text, Kind kind, List<NodeName> nodes) {

    public enum Kind {
        /// Light blue: synchronised mirrors.
        SYNCHRONISED,
        /// Light blue `+0`: there are mirrors, none of them is synchronised.
        NONE_SYNCHRONISED,
        /// Red: unsynchronised mirrors.
        UNSYNCHRONISED,
        /// Plain: `Syncing: 37%`.
        SYNCING
    }
}
