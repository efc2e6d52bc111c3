package mirrorlab.ui.stage;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.ArcType;
import mirrorlab.ui.look.Palette;

/// The glyphs of replicas (`ux.md` 3.1): a notched square is the master, a disc a synchronised mirror, a ring with a gap one
/// that lacks messages, a clock one that is being synchronised, dashes a replica whose node is not running.
public final class GlyphPainter {
    private static final double LINE = 3;
    private final GraphicsContext pen;
    private final Palette palette;
    private final double line;

    public GlyphPainter(GraphicsContext pen, Palette palette) {
        this(pen, palette, LINE);
    }

    /// @param line
    ///            how thick rings are
    GlyphPainter(GraphicsContext pen, Palette palette, double line) {
        this.pen = pen;
        this.palette = palette;
        this.line = line;
    }

    /// Draws into the square with this left upper corner.
    public void paint(Cell.Kind kind, double progress, double x, double y, double size) {
        pen.setLineDashes();
        pen.setLineWidth(line);
        switch (kind) {
            case NONE -> {
            }
            case MASTER -> crown(x, y, size);
            case SYNCHRONISED -> disc(x, y, size);
            case UNSYNCHRONISED -> gappedRing(x, y, size);
            case SYNCING -> clock(progress, x, y, size);
            case STOPPED_MASTER -> dashed(x, y, size, true);
            case STOPPED_MIRROR -> dashed(x, y, size, false);
        }
    }

    public void crown(double x, double y, double size) {
        pen.setFill(palette.get("master"));
        pen.fillPolygon(crownX(x, size), crownY(y, size), 7);
    }

    /// In the pen's stroke, as a ghost.
    void crownOutline(double x, double y, double size) {
        pen.strokePolygon(crownX(x, size), crownY(y, size), 7);
    }

    private static double[] crownX(double x, double size) {
        return new double[]{x, x + size * 0.22, x + size / 2, x + size * 0.78, x + size, x + size, x};
    }

    private static double[] crownY(double y, double size) {
        return new double[]{y, y, y + size * 0.34, y, y, y + size, y + size};
    }

    private void disc(double x, double y, double size) {
        pen.setFill(palette.get("synchronised"));
        pen.fillOval(x, y, size, size);
    }

    private void gappedRing(double x, double y, double size) {
        pen.setStroke(palette.get("unsynchronised"));
        double inset = line / 2;
        pen.strokeArc(x + inset, y + inset, size - line, size - line, 120, 300, ArcType.OPEN);
    }

    private void clock(double progress, double x, double y, double size) {
        pen.setFill(palette.get("synchronised"));
        pen.fillArc(x, y, size, size, 90, -360 * Math.clamp(progress, 0, 1), ArcType.ROUND);
        pen.setStroke(palette.get("unsynchronised"));
        double inset = line / 2;
        pen.strokeOval(x + inset, y + inset, size - line, size - line);
    }

    private void dashed(double x, double y, double size, boolean square) {
        pen.setStroke(palette.get("stopped-dash"));
        pen.setLineWidth(2);
        pen.setLineDashes(4, 3);
        if (square) {
            pen.strokeRect(x + 1, y + 1, size - 2, size - 2);
        } else {
            pen.strokeOval(x + 1, y + 1, size - 2, size - 2);
        }
        pen.setLineDashes();
    }

    /// A cross: one lost message, or with a number beside it many.
    public void cross(double x, double y, double size, Color colour) {
        pen.setStroke(colour);
        pen.setLineWidth(2.4);
        pen.strokeLine(x, y, x + size, y + size);
        pen.strokeLine(x + size, y, x, y + size);
    }
}
