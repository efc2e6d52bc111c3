package mirrorlab.ui.network;

import javafx.geometry.Point2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;

/// Paints links and rings under the nodes' cards.
final class MapPainter {
    private static final double THIN = 2;
    private static final double WIDEST = 14;
    private final GraphicsContext pen;
    private final Palette palette;
    private final MapLayout layout;
    private final Font font;
    private final double zoom;

    MapPainter(GraphicsContext pen, Palette palette, MapLayout layout, Font font, double zoom) {
        this.pen = pen;
        this.palette = palette;
        this.layout = layout;
        this.font = font;
        this.zoom = zoom;
    }

    /// As wide as the rate has digits, roughly: 10 a second is thin, 10,000 a band.
    static double width(long perSecond) {
        return perSecond <= 0 ? THIN : Math.clamp(2 + 3 * Math.log10(perSecond / 5.0), 3, WIDEST);
    }

    void link(MapLink link, int one, int other) {
        Point2D from = layout.edge(one, other);
        Point2D to = layout.edge(other, one);
        Point2D along = to.subtract(from).normalize();
        Point2D aside = new Point2D(-along.getY(), along.getX()).multiply(9 * zoom);
        MapLink.Standing standing = link.standing();
        strand(link.there(), standing, from.subtract(aside), to.subtract(aside), along, aside.multiply(-1));
        strand(link.back(), standing, to.add(aside), from.add(aside), along.multiply(-1), aside);
    }

    /// @param outwards
    ///            away from the other strand
    private void strand(MapLink.Strand strand, MapLink.Standing standing, Point2D from, Point2D to, Point2D along,
            Point2D outwards) {
        boolean up = strand.way().isUp() && !strand.isCut() && standing != MapLink.Standing.GONE
                && standing != MapLink.Standing.APART;
        double wide = up ? width(strand.rate().total()) * zoom : THIN;
        Stroke stroke = stroke(strand, standing, up);
        stroke.set(pen, palette, wide);
        Point2D neck = to.subtract(along.multiply(8 * zoom));
        pen.strokeLine(from.getX(), from.getY(), neck.getX(), neck.getY());
        pen.setLineDashes();
        if (standing != MapLink.Standing.GONE) {
            head(to, along, Math.max(5 * zoom, wide * 0.9), palette.get(stroke.colour()));
        }
        if (strand.isCut()) {
            cross(from.interpolate(to, 0.8));
        } else if (up && strand.rate().total() > 0) {
            number(LinkWords.perSecond(strand.rate().total()),
                    from.interpolate(to, 0.27).add(outwards.normalize().multiply(wide / 2 + 3 * zoom)), outwards);
        }
    }

    private static Stroke stroke(MapLink.Strand strand, MapLink.Standing standing, boolean up) {
        if (standing == MapLink.Standing.GONE) {
            return Stroke.GONE;
        } else if (strand.isCut()) {
            return Stroke.CUT;
        } else if (!up) {
            return Stroke.APART;
        } else if (strand.way().isSuspected()) {
            return Stroke.SUSPECTED;
        } else if (strand.isSlow()) {
            return Stroke.SLOW;
        }
        return strand.rate().total() > 0 ? Stroke.BUSY : Stroke.IDLE;
    }

    private void head(Point2D tip, Point2D along, double size, Color colour) {
        Point2D across = new Point2D(-along.getY(), along.getX()).multiply(size);
        Point2D back = tip.subtract(along.multiply(9 * zoom));
        pen.setFill(colour);
        pen.fillPolygon(
                new double[]{tip.getX(), back.getX() + across.getX(), back.getX() - across.getX()},
                new double[]{tip.getY(), back.getY() + across.getY(), back.getY() - across.getY()}, 3);
    }

    private void cross(Point2D at) {
        double arm = 7 * zoom;
        pen.setStroke(palette.get("bad"));
        pen.setLineWidth(3 * zoom);
        pen.strokeLine(at.getX() - arm, at.getY() - arm, at.getX() + arm, at.getY() + arm);
        pen.strokeLine(at.getX() + arm, at.getY() - arm, at.getX() - arm, at.getY() + arm);
    }

    /// Beside its strand, never on it.
    private void number(String text, Point2D at, Point2D outwards) {
        Point2D way = outwards.normalize();
        pen.setFont(font);
        pen.setFill(palette.get("text"));
        pen.setTextAlign(way.getX() > 0.35
                ? TextAlignment.LEFT
                : way.getX() < -0.35 ? TextAlignment.RIGHT : TextAlignment.CENTER);
        pen.setTextBaseline(way.getY() > 0.35 ? VPos.TOP : way.getY() < -0.35 ? VPos.BOTTOM : VPos.CENTER);
        pen.fillText(text, at.getX(), at.getY());
    }

    /// A ring around the node whose heartbeats are missing; the words are its card's.
    void ring(int index) {
        Point2D centre = layout.centre(index);
        double gap = 7 * zoom;
        double width = layout.cardWidth() + 2 * gap;
        double height = layout.cardHeight() + 2 * gap;
        Stroke.SUSPECTED.set(pen, palette, 4 * zoom);
        pen.strokeRoundRect(centre.getX() - width / 2, centre.getY() - height / 2, width, height, 26, 26);
        pen.setLineDashes();
    }
}
