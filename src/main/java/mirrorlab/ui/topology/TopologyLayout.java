package mirrorlab.ui.topology;

import java.util.List;
import java.util.Map;

/// Where everything stands, in pixels from the upper left corner of the drawing.
///
/// @param boxes exchanges and queues, columns from left to right and each from above
/// @param tags what stands at a line's end: keys of bindings, or what kind of way it is
/// @param lines as far as they do not start or end in what is not drawn
public record TopologyLayout(double width, double height, Map<Spot, Box> boxes, List<Tag> tags, List<Line> lines) {
    static final TopologyLayout EMPTY = new TopologyLayout(0, 0, Map.of(), List.of(), List.of());

    public record Box(double x, double y, double width, double height) {
        double right() {
            return x + width;
        }

        double middle() {
            return y + height / 2;
        }

        boolean meets(double top, double bottom) {
            return y < bottom && y + height > top;
        }
    }

    /// The little box at the end of a line.
    public record Tag(Edge edge, Box box) {}

    public record Point(double x, double y) {}

    /// @param points the line goes through; between two of them it is level at both ends
    public record Line(Edge edge, List<Point> points) {
        double top() {
            return points.stream().mapToDouble(Point::y).min().orElse(0);
        }

        double bottom() {
            return points.stream().mapToDouble(Point::y).max().orElse(0);
        }
    }

    /// What things measure, in pixels.
    ///
    /// @param exchange width of its box, `queue` likewise, `tag` likewise
    /// @param gap between a box and the tags right of it, in which lines cross
    /// @param boxHeight of an exchange; of a queue `queueHeight`
    public record Measure(double exchange, double queue, double tag, double gap, double boxHeight, double queueHeight,
            double tagHeight, double space, double margin) {

        /// @param width of the window's middle: everything is as wide as there is room, within limits
        /// @param compact queues have one line
        static Measure of(double zoom, double width, int columns, boolean compact) {
            double em = 13.5 * zoom;
            double spare = (width / em - NARROWEST_REST - columns * NARROWEST) / columns;
            double more = Math.clamp(spare, 0, WIDEST - NARROWEST);
            return new Measure((10.3 + more * 0.2) * em, (11 + Math.min(3, more * 0.2)) * em, (7.2 + more * 0.2) * em,
                    (3.1 + more * 0.5) * em, 3.05 * em, (compact ? 1.75 : 3.05) * em, 1.6 * em, 0.45 * em, 0.7 * em);
        }

        /// In em: a column of exchanges with the tags that follow, at least and at most; and what is beside all columns.
        private static final double NARROWEST = 20.6;
        private static final double WIDEST = 36;
        private static final double NARROWEST_REST = 13.5;
    }

    static TopologyLayout of(TopologyModel model, double zoom, double width) {
        return new LayoutMaker(model, zoom, width).layout();
    }
}
