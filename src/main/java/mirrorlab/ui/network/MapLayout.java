package mirrorlab.ui.network;

import javafx.geometry.Point2D;

/// Where nodes stand: on an ellipse, the first at its top and on clockwise; two stand side by side. A place depends on nothing
/// but the number of nodes and the room there is.
///
/// @param cardWidth
///            of a node's card, `cardHeight` likewise
record MapLayout(int count, double width, double height, double cardWidth, double cardHeight) {
    private static final double MARGIN = 12;
    /// Above and below a card, for its ring and the words that say who misses it.
    private static final double RING = 30;
    /// Narrower than the room, so that all three sides have room for their numbers.
    private static final double TRIANGLE = 0.85;

    Point2D centre(int index) {
        double x = width / 2;
        double y = height / 2;
        if (count <= 1) {
            return new Point2D(x, y);
        }
        double acrossRadius = Math.max(0, x - cardWidth / 2 - MARGIN);
        double downRadius = Math.max(0, y - cardHeight / 2 - RING);
        if (count == 2) {
            return new Point2D(x + (index == 0 ? -acrossRadius : acrossRadius), y);
        }
        double angle = Math.toRadians(-90 + 360.0 * index / count);
        if (count == 3) { // a triangle that fills the room
            return new Point2D(x + (index == 0 ? 0 : index == 1 ? acrossRadius : -acrossRadius) * TRIANGLE,
                    index == 0 ? y - downRadius : y + downRadius);
        }
        return new Point2D(x + acrossRadius * Math.cos(angle), y + downRadius * Math.sin(angle));
    }

    /// Where the way from one card to another leaves the first.
    Point2D edge(int from, int to) {
        Point2D here = centre(from);
        Point2D there = centre(to);
        double across = there.getX() - here.getX();
        double down = there.getY() - here.getY();
        double halfWidth = cardWidth / 2 + 6;
        double halfHeight = cardHeight / 2 + 6;
        double share = Math.min(across == 0 ? Double.MAX_VALUE : halfWidth / Math.abs(across),
                down == 0 ? Double.MAX_VALUE : halfHeight / Math.abs(down));
        return here.add(across * Math.min(share, 0.5), down * Math.min(share, 0.5));
    }
}
