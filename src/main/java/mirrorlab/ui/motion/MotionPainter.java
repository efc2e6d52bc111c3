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

/// Paints what is large over the stage: ribbons, and the moves that are not small.
final class MotionPainter {
    private final GraphicsContext pen;
    private final Palette palette;
    private final Places places;
    private final Spots spots;
    private final Font font;

    MotionPainter(GraphicsContext pen, Palette palette, Places places, Spots spots, Font font) {
        this.pen = pen;
        this.palette = palette;
        this.places = places;
        this.spots = spots;
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
        Optional<Point2D> from = spots.of(queue, move.from());
        Optional<Point2D> to = spots.of(queue, move.to());
        if (from.isPresent() && to.isPresent()) {
            draw(move, from.get(), to.get(), move.progress(nanos));
        }
    }

    private void draw(Move move, Point2D from, Point2D to, double progress) {
        switch (move.kind()) {
            case PROMOTION -> crown(from, to, progress);
            case GHOST -> {
                pen.setStroke(palette.get("stopped-dash"));
                pen.setLineWidth(2);
                pen.setLineDashes(3, 3);
                double size = places.glyphSize();
                pen.strokeOval(to.getX() - size / 2 - 3, to.getY() - size / 2 - 3, size + 6, size + 6);
                pen.setLineDashes();
            }
            case COPY, CONFIRM, REQUEST, DELIVERY, DEATH -> {
            }
        }
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
        Optional<Point2D> from = spots.of(link.queue(), new Move.Place(link.from(), Move.Spot.PORT, link.to()));
        Optional<Point2D> to = spots.of(link.queue(), new Move.Place(link.to(), Move.Spot.REPLICA, link.from()));
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        Point2D middle = Spots.between(from.get(), to.get(), 0.5);
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
}
