package mirrorlab.ui.motion;

import javafx.geometry.Point2D;

/// Where one replica stands on the stage, and how large things are there. What moves in a lane has room for words; in a compact
/// lane it keeps to the strip between glyph and bar; in the matrix only what happens to a whole queue is shown.
///
/// @param corner left upper corner of its glyph, in the stage's coordinates
/// @param glyph width and height of the glyph
/// @param column width of its column
/// @param port from the corner to where clients enter the row
/// @param edge from the glyph's upper edge down to where a copy waits that is held back
public record Berth(Room room, Point2D corner, double glyph, double column, Point2D port, double edge) {

    public enum Room {
        LANE, COMPACT, MATRIX
    }

    boolean isLane() {
        return room == Room.LANE;
    }

    public Point2D middle() {
        return corner.add(glyph / 2, glyph / 2);
    }

    Point2D portAt() {
        return corner.add(port);
    }

    /// At the side that looks to where copies come from.
    Point2D edgeAt(boolean left) {
        return corner.add(left ? -7 : column + 7, edge);
    }

    /// How large what is small is drawn, 1 in a lane.
    double scale() {
        return switch (room) {
            case LANE -> 1;
            case COMPACT -> 0.75;
            case MATRIX -> 0.55;
        };
    }
}
