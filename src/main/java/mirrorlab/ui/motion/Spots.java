package mirrorlab.ui.motion;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Point2D;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Where the spots of moves are in one frame. A replica's glyph is looked for once a frame, however many dots go there.
final class Spots {
    private final Places places;
    private final Map<Replica, Optional<Point2D>> glyphs = new HashMap<>();

    private record Replica(QueueName queue, NodeName node) {}

    Spots(Places places) {
        this.places = places;
    }

    /// Empty when it is out of sight.
    Optional<Point2D> of(QueueName queue, Move.Place place) {
        double half = places.glyphSize() / 2;
        return glyphs.computeIfAbsent(new Replica(queue, place.node()), at -> places.glyph(at.queue(), at.node()))
                .map(corner -> switch (place.spot()) {
                    case REPLICA -> corner.add(half, half);
                    case PORT -> corner.add(places.columnWidth() * 0.62, -places.portRise());
                    case EDGE -> place.other().compareTo(place.node()) <= 0
                            ? corner.add(-7, places.barDrop())
                            : corner.add(places.columnWidth() + 7, places.barDrop());
                });
    }

    /// A hop bends: it leaves along the top of the lane.
    static Point2D between(Point2D from, Point2D to, double progress) {
        double x = from.getX() + (to.getX() - from.getX()) * progress;
        double bend = progress * progress;
        return new Point2D(x, from.getY() + (to.getY() - from.getY()) * bend);
    }
}
