package mirrorlab.ui.topology;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.topology.TopologyLayout.Box;
import mirrorlab.ui.topology.TopologyLayout.Line;
import mirrorlab.ui.topology.TopologyLayout.Point;
import mirrorlab.ui.topology.Ways.Run;

/// Paints what runs along the lines: the way, a dot for the messages on it, and a cross where there was no way.
final class WayPainter {
    private final GraphicsContext pen;
    private final Palette palette;
    private final TopologyLayout layout;
    private final LinePainter lines;
    private final Font font;
    private final Map<Edge, Line> lineOf;

    WayPainter(GraphicsContext pen, Palette palette, TopologyLayout layout, double left, double top, Font font) {
        this.pen = pen;
        this.palette = palette;
        this.layout = layout;
        this.font = font;
        lines = new LinePainter(pen, palette, left, top);
        lineOf = layout.lines().stream().collect(Collectors.toMap(Line::edge, each -> each, (one, other) -> one));
    }

    void ribbon(Edge edge, long perSecond) {
        Line line = lineOf.get(edge);
        if (line != null) {
            lines.ribbon(line, perSecond);
            Point middle = LinePainter.at(line, 0.3);
            text(String.format(Locale.ROOT, "%,d/s", perSecond), middle.x(), middle.y() - 10, "text");
        }
    }

    /// @param still without motion: the whole way at once
    void run(Run run, long nanos, boolean still, String unroutable) {
        int hop = still ? run.way().hops().size() : run.hop(nanos);
        for (int i = 0; i < run.way().hops().size() && i <= hop; i++) {
            for (Edge each : run.way().hops().get(i)) {
                Line line = lineOf.get(each);
                if (line != null) {
                    lines.line(line, LinePainter.Weight.WAY);
                    if (i == hop) {
                        dot(LinePainter.at(line, run.progress(nanos)), run.count());
                    }
                }
            }
        }
        Spot end = run.way().end();
        if (end != null && hop >= run.way().hops().size()) {
            nowhere(end, run.count(), unroutable);
        }
    }

    private void dot(Point at, long count) {
        double size = 11;
        pen.setFill(palette.get("master"));
        pen.fillOval(lines.x(at.x()) - size / 2, lines.y(at.y()) - size / 2, size, size);
        if (count > 1) {
            text(String.format(Locale.ROOT, "%,d", count), at.x(), at.y() - 13, "text");
        }
    }

    private void nowhere(Spot end, long count, String unroutable) {
        Box box = layout.boxes().get(end);
        if (box == null) {
            return;
        }
        double x = lines.x(box.right() + 16);
        double y = lines.y(box.middle());
        double arm = 7;
        pen.setStroke(palette.get("lost"));
        pen.setLineWidth(3.5);
        pen.strokeLine(x - arm, y - arm, x + arm, y + arm);
        pen.strokeLine(x - arm, y + arm, x + arm, y - arm);
        pen.setTextAlign(TextAlignment.LEFT);
        words(String.format(Locale.ROOT, "%,d %s", count, unroutable), x + arm + 5, y, "text");
    }

    private void text(String text, double x, double y, String colour) {
        pen.setTextAlign(TextAlignment.CENTER);
        words(text, lines.x(x), lines.y(y), colour);
    }

    /// On a ground of their own, so that lines below do not cross them out.
    private void words(String text, double x, double y, String colour) {
        pen.setFont(font);
        pen.setTextBaseline(VPos.CENTER);
        pen.setStroke(palette.get("background"));
        pen.setLineWidth(4);
        pen.strokeText(text, x, y);
        pen.setFill(palette.get(colour));
        pen.fillText(text, x, y);
    }

    static void paint(GraphicsContext pen, List<Run> runs, Map<Edge, Long> ribbons, WayPainter painter, long nanos,
            boolean still, String unroutable) {
        pen.clearRect(0, 0, pen.getCanvas().getWidth(), pen.getCanvas().getHeight());
        ribbons.forEach(painter::ribbon);
        runs.stream().filter(each -> each.way().hops().stream().flatMap(List::stream).noneMatch(ribbons::containsKey))
                .forEach(each -> painter.run(each, nanos, still, unroutable));
    }
}
