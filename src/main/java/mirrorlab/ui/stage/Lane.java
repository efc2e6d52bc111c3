package mirrorlab.ui.stage;

import java.util.List;
import mirrorlab.journal.Badge;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// One queue across all node columns.
///
/// @param master where its master is, or was last when it is down
/// @param badges what the management screen shows behind the master's node
/// @param lacks some mirror is not synchronised
/// @param cells one for each node, in the order of the columns
/// @param waitsFor node whose return would bring a queue back that is down, or null
public record Lane(QueueName queue, boolean durable, boolean exclusive, @Nullable String policy, Standing standing,
        NodeName master, List<Badge> badges, boolean lacks, List<Cell> cells, long syncSent, long syncTotal,
        long waitingPublishes, long waitingOther, int consumers, @Nullable NodeName waitsFor, List<Wire> wires) {

    public enum Standing {
        RUNNING, SYNCING,
        /// The master is lost, and nobody follows yet.
        PROMOTING, DOWN
    }

    /// Copies on their way between two columns that have not arrived: held back, or the link is slow.
    ///
    /// @param from column of the channel's node, `to` column of the replica
    public record Wire(int from, int to, long copies) {}

    /// Something of it would be lost, or it is not served: such lanes come first.
    public boolean isAtRisk() {
        return standing != Standing.RUNNING || lacks;
    }

    public int syncPercent() {
        return syncTotal == 0 ? 100 : (int) Math.round(100.0 * syncSent / syncTotal);
    }
}
