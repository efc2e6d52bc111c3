package mirrorlab.ui.stage;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// One queue where there is no room for its lane: a glyph and a number for each replica.
///
/// @param master
///            where its master is, or was last
/// @param cells
///            one for each node, in the order of the columns
public record Row(QueueName queue, Risk risk, NodeName master, List<Spot> cells) {

    /// @param number
    ///            messages that a master or a lost replica has, or that a mirror lacks; -1 when not known
    /// @param share
    ///            0 to 1: how much of what the master has is here
    public record Spot(Cell.Kind kind, long number, double share, double progress) {
        static final Spot NONE = new Spot(Cell.Kind.NONE, 0, 0, 0);

        /// All that can be seen of it from afar.
        boolean looksLike(Spot other) {
            return kind == other.kind && progress == other.progress;
        }
    }

    /// Only how many messages it has may differ.
    boolean looksLike(Row other) {
        if (risk != other.risk || cells.size() != other.cells.size()) {
            return false;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (!cells.get(i).looksLike(other.cells.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// It stands otherwise than before: not only a synchronisation that went on.
    boolean isNewsAfter(Row before) {
        if (risk != before.risk || !master.equals(before.master)) {
            return true;
        }
        for (int i = 0; i < Math.min(cells.size(), before.cells.size()); i++) {
            if (cells.get(i).kind() != before.cells.get(i).kind()) {
                return true;
            }
        }
        return false;
    }
}
