package mirrorlab.ui.motion;

import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Where things stand on the stage.
public interface Places {
    /// Left upper corner of the place of this replica's glyph, in the stage's coordinates; empty when it is out of sight.
    Optional<Point2D> glyph(QueueName queue, NodeName node);

    double columnWidth();

    Node stage();
}
