package mirrorlab.ui.motion;

import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Where things stand on the stage, in the stage's coordinates.
public interface Places {
    /// The place of this replica, whether it is there or not; empty when it is out of sight.
    Optional<Berth> berth(QueueName queue, NodeName node);

    /// It has a lane, however narrow.
    boolean isLane(QueueName queue);

    Optional<Bounds> card(NodeName node);

    Node stage();
}
