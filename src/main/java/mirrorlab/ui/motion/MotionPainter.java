package mirrorlab.ui.motion;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;
import mirrorlab.journal.HoldPicture;
import mirrorlab.lab.Texts;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// Paints what is large over the stage: ribbons, and the moves that are not small.
final class MotionPainter {
    private final GraphicsContext pen;
    private final Palette palette;
    private final Places places;
    private final Spots spots;
    private final Font font;
    private final Texts texts;

    MotionPainter(GraphicsContext pen, Palette palette, Places places, Spots spots, Font font, Texts texts) {
        this.texts = texts;
        this.pen = pen;
        this.palette = palette;
        this.places = places;
        this.spots = spots;
        this.font = font;
    }

    void move(Move move, long nanos) {
        QueueName queue = move.queue();
        if (move.kind() == Move.Kind.SUMMARY) {
            summary(move);
            return;
        }
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
            case PROMOTION -> crown(from, to, progress, move.still());
            case ARROW -> arrow(move, from, to);
            case GHOST -> {
                pen.setStroke(palette.get("stopped-dash"));
                pen.setLineWidth(2);
                pen.setLineDashes(3, 3);
                double size = places.glyphSize();
                pen.strokeOval(to.getX() - size / 2 - 3, to.getY() - size / 2 - 3, size + 6, size + 6);
                pen.setLineDashes();
            }
            case COPY, CONFIRM, REQUEST, DELIVERY, DEATH, SUMMARY -> {
            }
        }
    }

    /// The place where it will stand is empty until it has arrived.
    private void crown(Point2D from, Point2D to, double progress, boolean still) {
        double size = places.glyphSize();
        pen.setFill(palette.get("background"));
        pen.fillOval(to.getX() - size / 2 - 2, to.getY() - size / 2 - 2, size + 4, size + 4);
        pen.setStroke(palette.get("master"));
        pen.setLineWidth(2);
        pen.setLineDashes(4, 4);
        pen.strokeLine(from.getX(), from.getY(), to.getX(), to.getY());
        pen.setLineDashes();
        if (still) {
            head(from, before(from, to, size), palette.get("master"));
        }
        double x = from.getX() + (to.getX() - from.getX()) * progress;
        double y = from.getY() + (to.getY() - from.getY()) * progress;
        double larger = size * 1.25;
        new GlyphPainter(pen, palette).crown(x - larger / 2, y - larger / 2, larger);
    }

    private static Point2D before(Point2D from, Point2D to, double distance) {
        double length = Math.max(1, from.distance(to));
        return to.add(from.subtract(to).multiply(Math.min(1, distance / length)));
    }

    /// The head of an arrow that comes from `from` and ends at `tip`.
    private void head(Point2D from, Point2D tip, Color colour) {
        double length = Math.max(1, from.distance(tip));
        Point2D back = from.subtract(tip).multiply(11 / length);
        Point2D aside = new Point2D(-back.getY(), back.getX()).multiply(0.5);
        pen.setFill(colour);
        pen.fillPolygon(
                new double[]{tip.getX(), tip.getX() + back.getX() + aside.getX(),
                        tip.getX() + back.getX() - aside.getX()},
                new double[]{tip.getY(), tip.getY() + back.getY() + aside.getY(),
                        tip.getY() + back.getY() - aside.getY()},
                3);
    }

    /// From where to where, and how many, without moving.
    private void arrow(Move move, Point2D from, Point2D to) {
        Point2D tip = before(from, to, places.glyphSize() * 0.7);
        pen.setStroke(palette.get("selected-edge"));
        pen.setLineWidth(2.5);
        pen.strokeLine(from.getX(), from.getY(), tip.getX(), tip.getY());
        head(from, tip, palette.get("selected-edge"));
        Point2D middle = from.midpoint(tip);
        label(String.format(Locale.ROOT, "%,d", move.count()), middle.getX(), middle.getY());
    }

    /// One sentence at the lower edge of the node's card.
    private void summary(Move move) {
        places.card(move.to().node()).ifPresent(card -> label(
                texts.say("motion.promoted", move.count(), move.to().node().shortName()),
                Math.clamp(card.getCenterX(), 130, Math.max(130, pen.getCanvas().getWidth() - 130)), card.getMaxY()));
    }

    /// Words on a plate, so that they can be read over anything.
    private void label(String words, double x, double y) {
        Text measured = new Text(words);
        measured.setFont(font);
        double width = measured.getLayoutBounds().getWidth() + 16;
        double height = measured.getLayoutBounds().getHeight() + 6;
        pen.setFill(palette.get("background"));
        pen.fillRoundRect(x - width / 2, y - height / 2, width, height, 8, 8);
        pen.setStroke(palette.get("selected-edge"));
        pen.setLineWidth(2);
        pen.strokeRoundRect(x - width / 2, y - height / 2, width, height, 8, 8);
        text(words, x, y, palette.get("text"), TextAlignment.CENTER);
    }

    /// Over a row that changes too fast to be followed.
    void blur(QueueName queue, List<NodeName> columns, long perSecond) {
        Optional<Point2D> left = spots.of(queue, replica(columns.getFirst()));
        Optional<Point2D> right = spots.of(queue, replica(columns.getLast()));
        if (left.isEmpty() || right.isEmpty()) {
            return;
        }
        double half = places.glyphSize() / 2;
        double x = left.get().getX() - half - 6;
        double y = left.get().getY() - half - 4;
        double width = right.get().getX() - half + places.columnWidth() + 6 - x;
        double height = places.barDrop() + half + 12;
        Color ground = palette.get("background");
        pen.setFill(Color.color(ground.getRed(), ground.getGreen(), ground.getBlue(), 0.8));
        pen.fillRoundRect(x, y, width, height, 8, 8);
        pen.setStroke(palette.get("line"));
        pen.setLineWidth(2);
        for (double stripe = y + 6; stripe < y + height - 3; stripe += 6) {
            pen.strokeLine(x + 6, stripe, x + width - 6, stripe);
        }
        label(texts.say("motion.blur", perSecond), x + width / 2, y + height / 2);
    }

    /// Two bars at the place where a queue stands still: what would come next does not come.
    void hold(HoldPicture hold) {
        QueueName queue = hold.queue();
        if (queue == null) {
            return;
        }
        spots.of(queue, replica(hold.node())).ifPresent(glyph -> {
            double half = places.glyphSize() / 2;
            double x = glyph.getX() - half - 9;
            double y = glyph.getY() - half - 9;
            pen.setFill(palette.get("text"));
            pen.fillRoundRect(x, y, 18, 18, 6, 6);
            pen.setFill(palette.get("background"));
            pen.fillRect(x + 5, y + 4, 3, 10);
            pen.fillRect(x + 10, y + 4, 3, 10);
        });
    }

    private static Move.Place replica(NodeName node) {
        return new Move.Place(node, Move.Spot.REPLICA, node);
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
