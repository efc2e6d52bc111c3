package mirrorlab.ui.motion;

import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.vocabulary.QueueName;

/// Paints moves and ribbons over the stage.
final class MotionPainter {
    private static final double DOT = 9;
    private final GraphicsContext pen;
    private final Palette palette;
    private final Places places;
    private final Font font;

    MotionPainter(GraphicsContext pen, Palette palette, Places places, Font font) {
        this.pen = pen;
        this.palette = palette;
        this.places = places;
        this.font = font;
    }

    void move(Move move, long nanos) {
        QueueName queue = move.queue();
        if (queue == null) {
            places.card(move.from().node()).ifPresent(card -> {
                pen.setStroke(palette.get("lost"));
                pen.setLineWidth(4);
                pen.strokeRoundRect(card.getMinX() - 5, card.getMinY() - 5, card.getWidth() + 10, card.getHeight() + 10,
                        16, 16);
            });
            return;
        }
        Optional<Point2D> from = point(queue, move.from());
        Optional<Point2D> to = point(queue, move.to());
        if (from.isPresent() && to.isPresent()) {
            draw(move, from.get(), to.get(), move.progress(nanos));
        }
    }

    private void draw(Move move, Point2D from, Point2D to, double progress) {
        Point2D at = between(from, to, progress);
        switch (move.kind()) {
            case COPY -> dot(at, palette.get("synchronised"), palette.get("master"));
            case DELIVERY -> dot(at, palette.get("master"), palette.get("text"));
            case REQUEST -> request(at);
            case CONFIRM -> confirm(at, move.count(), progress);
            case PROMOTION -> crown(from, to, progress);
            case GHOST -> {
                pen.setStroke(palette.get("stopped-dash"));
                pen.setLineWidth(2);
                pen.setLineDashes(3, 3);
                double size = places.glyphSize();
                pen.strokeOval(at.getX() - size / 2 - 3, at.getY() - size / 2 - 3, size + 6, size + 6);
                pen.setLineDashes();
            }
            case DEATH -> {
            }
        }
    }

    private void dot(Point2D at, Color fill, Color edge) {
        pen.setFill(fill);
        pen.fillOval(at.getX() - DOT / 2, at.getY() - DOT / 2, DOT, DOT);
        pen.setStroke(edge);
        pen.setLineWidth(1.5);
        pen.strokeOval(at.getX() - DOT / 2, at.getY() - DOT / 2, DOT, DOT);
    }

    /// Hollow, for it carries no message.
    private void request(Point2D at) {
        pen.setStroke(palette.get("text"));
        pen.setLineWidth(2);
        pen.strokePolygon(new double[]{at.getX() - 6, at.getX(), at.getX() + 6, at.getX()},
                new double[]{at.getY(), at.getY() - 6, at.getY(), at.getY() + 6}, 4);
    }

    private void confirm(Point2D at, long count, double progress) {
        double y = at.getY() + 9 - 10 * progress;
        pen.setStroke(palette.get("good"));
        pen.setLineWidth(3);
        pen.strokePolyline(new double[]{at.getX() - 8, at.getX() - 3, at.getX() + 6}, new double[]{y, y + 6, y - 6}, 3);
        text(String.format(Locale.ROOT, "%,d", count), at.getX() + 12, y, palette.get("text"), TextAlignment.LEFT);
    }

    /// The place where it will stand is empty until it has arrived.
    private void crown(Point2D from, Point2D to, double progress) {
        double size = places.glyphSize();
        pen.setFill(palette.get("background"));
        pen.fillOval(to.getX() - size / 2 - 2, to.getY() - size / 2 - 2, size + 4, size + 4);
        pen.setStroke(palette.get("master"));
        pen.setLineWidth(2);
        pen.setLineDashes(4, 4);
        pen.strokeLine(from.getX(), from.getY(), to.getX(), to.getY());
        pen.setLineDashes();
        double x = from.getX() + (to.getX() - from.getX()) * progress;
        double y = from.getY() + (to.getY() - from.getY()) * progress;
        double larger = size * 1.25;
        new GlyphPainter(pen, palette).crown(x - larger / 2, y - larger / 2, larger);
    }

    void ribbon(Motions.Link link, long perSecond) {
        Optional<Point2D> from = point(link.queue(), new Move.Place(link.from(), Move.Spot.PORT, link.to()));
        Optional<Point2D> to = point(link.queue(), new Move.Place(link.to(), Move.Spot.REPLICA, link.from()));
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        Point2D middle = between(from.get(), to.get(), 0.5);
        double width = Math.clamp(2 + 3 * Math.log10(perSecond / 10.0), 3, 12);
        Color colour = palette.get("synchronised");
        pen.setStroke(Color.color(colour.getRed(), colour.getGreen(), colour.getBlue(), 0.75));
        pen.setLineWidth(width);
        pen.beginPath();
        pen.moveTo(from.get().getX(), from.get().getY());
        pen.quadraticCurveTo(middle.getX(), from.get().getY(), to.get().getX(), to.get().getY());
        pen.stroke();
        text(String.format(Locale.ROOT, "%,d/s", perSecond), middle.getX(), middle.getY() - width, palette.get("text"),
                TextAlignment.CENTER);
    }

    private void text(String text, double x, double y, Color colour, TextAlignment align) {
        pen.setFont(font);
        pen.setFill(colour);
        pen.setTextAlign(align);
        pen.setTextBaseline(VPos.CENTER);
        pen.fillText(text, x, y);
    }

    /// A hop bends: it leaves along the top of the lane.
    private static Point2D between(Point2D from, Point2D to, double progress) {
        double x = from.getX() + (to.getX() - from.getX()) * progress;
        double bend = progress * progress;
        return new Point2D(x, from.getY() + (to.getY() - from.getY()) * bend);
    }

    private Optional<Point2D> point(QueueName queue, Move.Place place) {
        double half = places.glyphSize() / 2;
        return places.glyph(queue, place.node()).map(corner -> switch (place.spot()) {
            case REPLICA -> corner.add(half, half);
            case PORT -> corner.add(places.columnWidth() * 0.62, -places.portRise());
            case EDGE -> place.other().compareTo(place.node()) <= 0
                    ? corner.add(-7, places.barDrop())
                    : corner.add(places.columnWidth() + 7, places.barDrop());
        });
    }
}
