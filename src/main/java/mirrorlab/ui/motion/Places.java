package mirrorlab.ui.motion;

import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Where things stand on the stage, in the stage's coordinates.
public interface Places {
    /// Left upper corner of the place of this replica's glyph; empty when it is out of sight.
    Optional<Point2D> glyph(QueueName queue, NodeName node);

    Optional<Bounds> card(NodeName node);

    double columnWidth();

    double glyphSize();

    /// From a glyph's upper edge up to where clients enter the lane.
    double portRise();

    /// From a glyph's upper edge down to the middle of the bar.
    double barDrop();

    Node stage();
}
