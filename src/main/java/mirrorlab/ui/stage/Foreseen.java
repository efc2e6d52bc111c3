package mirrorlab.ui.stage;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import mirrorlab.vocabulary.forecast.QueueForecast;

/// What a lane shows of a forecast while somebody points at Kill or Stop, or writes a policy.
///
/// @param dying nodes that would end
/// @param columns the nodes of the lane's cells
/// @param lost names of the messages that would be lost, empty when they are not known or none is
/// @param said what the lane says of it; empty for the forecast's own sentence
public record Foreseen(QueueForecast queue, List<NodeName> dying, List<NodeName> columns, String lost, String said) {

    /// What a policy would change, as a lane draws it: replicas that would go, come, or lead.
    static Foreseen of(PolicyPreview.Queue queue, List<NodeName> columns, String said) {
        QueueForecast forecast = new QueueForecast(queue.queue(), QueueForecast.Outcome.MIRROR_LOST, queue.master(),
                queue.movesMaster() ? queue.masterThen() : null, queue.mirrorsThen(), queue.drawn(), 0,
                QueueForecast.Lost.NOTHING, null,
                new QueueForecast.Reason(queue.rule(), queue.policy(), null, null, false), List.of());
        return new Foreseen(forecast, queue.removed(), columns, "", said);
    }

    /// Where it would get a mirror for sure that it has not now.
    boolean isNewMirror(NodeName node, Cell cell) {
        return queue.mirrors().contains(node) && isFree(cell.kind());
    }

    /// Where chance may put one.
    boolean isPerhaps(NodeName node, Cell cell) {
        return queue.drawn().among().contains(node) && isFree(cell.kind());
    }

    /// It has a living replica now that ends.
    boolean ends(NodeName node, Cell.Kind kind) {
        return dying.contains(node) && !isFree(kind);
    }

    private static boolean isFree(Cell.Kind kind) {
        return switch (kind) {
            case NONE, STOPPED_MASTER, STOPPED_MIRROR -> true;
            case MASTER, SYNCHRONISED, UNSYNCHRONISED, SYNCING -> false;
        };
    }
}
