package mirrorlab.ui.stage;

import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;

/// A depth bar, oldest message at the left: what the replica holds is solid, what it lacks is hatched and numbered, what was
/// lost is crossed out and counted.
public final class DepthBarPainter {
    private static final double RADIUS = 4;
    private static final double HATCH = 7;
    /// Enough room for a number; a stretch that is not empty is never drawn shorter, but what comes in a moment: it would
    /// flicker.
    private static final double SHORTEST = 12;
    private final GraphicsContext pen;
    private final Palette palette;
    private final GlyphPainter glyphs;
    private final Font font;

    public DepthBarPainter(GraphicsContext pen, Palette palette, Font font) {
        this.pen = pen;
        this.palette = palette;
        this.font = font;
        glyphs = new GlyphPainter(pen, palette);
    }

    public void paint(Cell cell, double x, double y, double width, double height) {
        pen.save();
        pen.setFill(palette.get("track"));
        pen.fillRoundRect(x, y, width, height, 2 * RADIUS, 2 * RADIUS);
        double[] widths = widths(cell.segments(), width);
        double at = x;
        for (int i = 0; i < widths.length; i++) {
            segment(cell, cell.segments().get(i), at, y, widths[i], height);
            at += widths[i];
        }
        boolean lacks = cell.kind() == Cell.Kind.UNSYNCHRONISED || cell.kind() == Cell.Kind.SYNCING;
        pen.setStroke(palette.get(lacks ? "unsynchronised" : "line"));
        pen.setLineWidth(lacks ? 1.6 : 1);
        pen.strokeRoundRect(x + 0.5, y + 0.5, width - 1, height - 1, 2 * RADIUS, 2 * RADIUS);
        pen.restore();
    }

    private void segment(Cell cell, Segment segment, double x, double y, double width, double height) {
        Color own = palette.get(cell.kind() == Cell.Kind.MASTER ? "master" : "synchronised");
        switch (segment.kind()) {
            case HELD -> {
                pen.setFill(own);
                pen.fillRoundRect(x, y, width, height, 2 * RADIUS, 2 * RADIUS);
            }
            case UNACKNOWLEDGED -> {
                pen.setFill(own);
                pen.fillRoundRect(x, y, width, height, 2 * RADIUS, 2 * RADIUS);
                pen.setFill(palette.get("background"));
                pen.fillRoundRect(x + 2, y + 2, width - 4, height - 4, RADIUS, RADIUS);
                number(segment.count(), x, y, width, height, palette.get("text"));
            }
            case LACKING -> {
                hatch(x, y, width, height);
                plate(segment.count(), x, y, width, height);
            }
            case LOST -> crosses(segment.count(), x, y, width, height);
            case EMPTY, COMING -> {
            }
        }
    }

    private void hatch(double x, double y, double width, double height) {
        pen.save();
        pen.beginPath();
        pen.rect(x, y, width, height);
        pen.clip();
        pen.setFill(palette.get("background"));
        pen.fillRect(x, y, width, height);
        pen.setStroke(palette.get("unsynchronised"));
        pen.setLineWidth(1.8);
        for (double start = x - height; start < x + width; start += HATCH) {
            pen.strokeLine(start, y + height, start + height, y);
        }
        pen.restore();
    }

    private void plate(long count, double x, double y, double width, double height) {
        double wanted = 10 + digit() * Long.toString(count).length();
        if (width < wanted + 8) {
            return;
        }
        pen.setFill(palette.get("background"));
        pen.fillRoundRect(x + (width - wanted) / 2, y + 2, wanted, height - 4, RADIUS, RADIUS);
        number(count, x, y, width, height, palette.get("text"));
    }

    private void crosses(long count, double x, double y, double width, double height) {
        Color colour = palette.get("lost");
        double size = height * 0.5;
        String text = String.format(java.util.Locale.ROOT, "%,d", count);
        double numberWidth = digit() * text.length() + 8;
        double room = width - numberWidth;
        int shown = (int) Math.clamp(Math.floor(room / (size * 2)), 0, Math.min(4, count));
        double step = shown == 0 ? 0 : Math.min(size * 2.1, room / shown);
        for (int i = 0; i < shown; i++) {
            glyphs.cross(x + 6 + i * step, y + (height - size) / 2, size, colour);
        }
        number(count, x + 4 + shown * step, y, Math.min(numberWidth, width - shown * step), height, colour);
    }

    private void number(long count, double x, double y, double width, double height, Color colour) {
        if (width < digit() * Long.toString(count).length()) {
            return;
        }
        pen.setFill(colour);
        pen.setFont(font);
        pen.setTextAlign(TextAlignment.CENTER);
        pen.setTextBaseline(VPos.CENTER);
        pen.fillText(String.format(java.util.Locale.ROOT, "%,d", count), x + width / 2, y + height / 2);
        pen.setTextAlign(TextAlignment.LEFT);
    }

    /// About the width of a digit.
    private double digit() {
        return font.getSize() * 0.6;
    }

    /// Lengths in proportion to counts, with room for the smallest.
    static double[] widths(List<Segment> segments, double width) {
        double total = segments.stream().mapToLong(Segment::count).sum();
        double[] widths = new double[segments.size()];
        long sure = segments.stream().filter(each -> each.kind() != Segment.Kind.COMING).count();
        double reserved = Math.min(width, SHORTEST * sure);
        for (int i = 0; i < widths.length; i++) {
            double least = segments.get(i).kind() == Segment.Kind.COMING ? 0 : reserved / sure;
            widths[i] = total == 0 ? 0 : least + (width - reserved) * segments.get(i).count() / total;
        }
        return widths;
    }
}
