package mirrorlab.ui.motion;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Point2D;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Where the spots of moves are in one frame. A replica's place is looked for once a frame, however many dots go there.
final class Spots {
    private final Places places;
    private final Map<Replica, Optional<Berth>> berths = new HashMap<>();

    private record Replica(QueueName queue, NodeName node) {}

    Spots(Places places) {
        this.places = places;
    }

    /// Empty when it is out of sight.
    Optional<Berth> berth(QueueName queue, NodeName node) {
        return berths.computeIfAbsent(new Replica(queue, node), at -> places.berth(at.queue(), at.node()));
    }

    /// Empty when it is out of sight.
    Optional<Point2D> of(QueueName queue, Move.Place place) {
        return berth(queue, place.node()).map(berth -> switch (place.spot()) {
            case REPLICA -> berth.middle();
            case PORT -> berth.portAt();
            case EDGE -> berth.edgeAt(place.other().compareTo(place.node()) <= 0);
        });
    }

    /// A hop bends: it leaves along the top of the lane.
    static Point2D between(Point2D from, Point2D to, double progress) {
        double x = from.getX() + (to.getX() - from.getX()) * progress;
        double bend = progress * progress;
        return new Point2D(x, from.getY() + (to.getY() - from.getY()) * bend);
    }
}
