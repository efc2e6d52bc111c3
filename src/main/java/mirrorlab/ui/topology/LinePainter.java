package mirrorlab.ui.topology;

import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.topology.TopologyLayout.Line;
import mirrorlab.ui.topology.TopologyLayout.Point;

/// Paints lines on a canvas whose left upper corner is somewhere in the drawing.
final class LinePainter {
    private static final double ARROW = 7;
    private final GraphicsContext pen;
    private final Palette palette;
    private final double left;
    private final double top;

    LinePainter(GraphicsContext pen, Palette palette, double left, double top) {
        this.pen = pen;
        this.palette = palette;
        this.left = left;
        this.top = top;
    }

    /// How much a line is to be seen.
    enum Weight {
        QUIET, PLAIN, TOUCHED, WAY
    }

    void line(Line line, Weight weight) {
        Color colour = palette.get(switch (weight) {
            case QUIET -> "line";
            case PLAIN -> "stopped-dash";
            case TOUCHED -> "text";
            case WAY -> "selected-edge";
        });
        boolean dashed = line.edge().kind() == Edge.Kind.ALTERNATE || line.edge().kind() == Edge.Kind.DEAD_LETTER;
        pen.setStroke(colour);
        pen.setLineWidth(weight == Weight.WAY ? 3.5 : 2);
        if (dashed) {
            pen.setLineDashes(6, 5);
        } else {
            pen.setLineDashes();
        }
        path(line);
        pen.stroke();
        pen.setLineDashes();
        arrow(line.points(), colour);
    }

    /// As broad as there is traffic.
    void ribbon(Line line, long perSecond) {
        pen.setStroke(palette.get("selected-edge").deriveColor(0, 1, 1, 0.55));
        pen.setLineWidth(Math.clamp(3 + 3 * Math.log10(perSecond / 10.0), 4, 13));
        pen.setLineDashes();
        path(line);
        pen.stroke();
    }

    private void path(Line line) {
        List<Point> points = line.points();
        pen.beginPath();
        pen.moveTo(points.getFirst().x() - left, points.getFirst().y() - top);
        for (int i = 1; i < points.size(); i++) {
            Point from = points.get(i - 1);
            Point to = points.get(i);
            pen.bezierCurveTo(from.x() + bend(from, to) - left, from.y() - top, to.x() - backBend(from, to) - left,
                    to.y() - top, to.x() - left, to.y() - top);
        }
    }

    /// A line that leads back leaves its box to the side first.
    private static double bend(Point from, Point to) {
        double wide = to.x() - from.x();
        return wide >= 0 ? wide * 0.5 : isBack(from, to) ? 60 : wide * 0.5;
    }

    private static double backBend(Point from, Point to) {
        double wide = to.x() - from.x();
        return wide >= 0 ? wide * 0.5 : isBack(from, to) ? -60 : wide * 0.5;
    }

    private static boolean isBack(Point from, Point to) {
        return Math.abs(to.x() - from.x()) < 40;
    }

    private void arrow(List<Point> points, Color colour) {
        Point end = points.getLast();
        boolean leftward = points.get(points.size() - 2).x() > end.x();
        double back = leftward ? ARROW : -ARROW;
        pen.setFill(colour);
        pen.fillPolygon(
                new double[]{end.x() - left, end.x() + back - left, end.x() + back - left},
                new double[]{end.y() - top, end.y() - ARROW * 0.6 - top, end.y() + ARROW * 0.6 - top}, 3);
    }

    /// @param part 0 at the line's begin, 1 at its end
    static Point at(Line line, double part) {
        List<Point> points = line.points();
        double all = part * (points.size() - 1);
        int piece = Math.clamp((int) all, 0, points.size() - 2);
        double t = all - piece;
        Point from = points.get(piece);
        Point to = points.get(piece + 1);
        double one = from.x() + bend(from, to);
        double two = to.x() - backBend(from, to);
        double s = 1 - t;
        return new Point(
                s * s * s * from.x() + 3 * s * s * t * one + 3 * s * t * t * two + t * t * t * to.x(),
                s * s * s * from.y() + 3 * s * s * t * from.y() + 3 * s * t * t * to.y() + t * t * t * to.y());
    }

    double x(double drawing) {
        return drawing - left;
    }

    double y(double drawing) {
        return drawing - top;
    }
}
