package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
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

/// Paints what is large over the stage: ribbons, and what stands of moves while they last.
final class MotionPainter {
    private final GraphicsContext pen;
    private final Palette palette;
    private final Places places;
    private final Spots spots;
    private final Font font;
    private final Texts texts;
    private final List<String> said = new ArrayList<>();

    MotionPainter(GraphicsContext pen, Palette palette, Places places, Spots spots, Font font, Texts texts) {
        this.texts = texts;
        this.pen = pen;
        this.palette = palette;
        this.places = places;
        this.spots = spots;
        this.font = font;
    }

    void move(Move move) {
        QueueName queue = move.queue();
        if (move.kind() == Move.Kind.SUMMARY) {
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
        Optional<Berth> berth = spots.berth(queue, move.to().node());
        if (from.isPresent() && to.isPresent() && berth.isPresent()) {
            draw(move, from.get(), to.get(), berth.get());
        }
    }

    private void draw(Move move, Point2D from, Point2D to, Berth berth) {
        switch (move.kind()) {
            case PROMOTION -> way(from, to, berth.glyph(), move.still());
            case ARROW -> arrow(move, from, to, berth);
            case LOSS -> loss(berth, move.count());
            case GHOST -> {
                pen.setStroke(palette.get("stopped-dash"));
                pen.setLineWidth(2);
                pen.setLineDashes(3, 3);
                double size = berth.glyph() + (berth.isLane() ? 6 : 3);
                pen.strokeOval(to.getX() - size / 2, to.getY() - size / 2, size, size);
                pen.setLineDashes();
            }
            case COPY, CONFIRM, REQUEST, DELIVERY, DEATH, SUMMARY -> {
            }
        }
    }

    /// The place where it will stand is empty until it has arrived.
    ///
    /// @param still
    ///            the crown stands at its new place; else it is on its way ({@link Movers})
    private void way(Point2D from, Point2D to, double size, boolean still) {
        pen.setFill(palette.get("background"));
        pen.fillOval(to.getX() - size / 2 - 2, to.getY() - size / 2 - 2, size + 4, size + 4);
        pen.setStroke(palette.get("master"));
        pen.setLineWidth(2);
        pen.setLineDashes(4, 4);
        pen.strokeLine(from.getX(), from.getY(), to.getX(), to.getY());
        pen.setLineDashes();
        if (still) {
            head(from, before(from, to, size), palette.get("master"));
            double larger = size * Movers.CROWN;
            new GlyphPainter(pen, palette).crown(to.getX() - larger / 2, to.getY() - larger / 2, larger);
        }
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
    private void arrow(Move move, Point2D from, Point2D to, Berth berth) {
        if (berth.room() == Berth.Room.MATRIX) {
            return;
        }
        boolean lane = berth.isLane();
        Point2D begin = lane ? from : new Point2D(from.getX(), berth.portAt().getY());
        Point2D tip = lane ? before(from, to, berth.glyph() * 0.7) : new Point2D(to.getX(), begin.getY());
        pen.setStroke(palette.get("selected-edge"));
        pen.setLineWidth(2.5);
        pen.strokeLine(begin.getX(), begin.getY(), tip.getX(), tip.getY());
        head(begin, tip, palette.get("selected-edge"));
        Point2D middle = begin.midpoint(tip);
        label(String.format(Locale.ROOT, "%,d", move.count()), middle.getX(), middle.getY());
    }

    /// A lane has crosses of its own. In a compact lane there is room below the old master's glyph, in the matrix only over it.
    private void loss(Berth berth, long count) {
        if (berth.isLane()) {
            return;
        }
        GlyphPainter glyphs = new GlyphPainter(pen, palette);
        Point2D corner = berth.corner();
        if (berth.room() == Berth.Room.MATRIX) {
            glyphs.cross(corner.getX() + 1, corner.getY() + 1, berth.glyph() - 2, palette.get("lost"));
            return;
        }
        double y = corner.getY() + berth.edge() + font.getSize() / 2;
        glyphs.cross(corner.getX() + 2, y - 4, 8, palette.get("lost"));
        text(String.format(Locale.ROOT, "%,d", count), corner.getX() + berth.glyph() + 5, y, palette.get("text"),
                TextAlignment.LEFT);
    }

    /// One sentence at the lower edge of the node's card; one for all when there are several nodes.
    ///
    /// @param lost
    ///            messages lost by the promotions on a node
    void summaries(List<Move> moves, ToLongFunction<NodeName> lost) {
        if (moves.isEmpty()) {
            return;
        }
        NodeName node = moves.getFirst().to().node();
        boolean one = moves.size() == 1;
        long gone = moves.stream().mapToLong(each -> lost.applyAsLong(each.to().node())).sum();
        String key = (one ? "motion.promoted" : "motion.promoted.nodes") + (gone == 0 ? "" : ".lost");
        String words = texts.say(key, moves.stream().mapToLong(Move::count).sum(),
                one ? node.shortName() : moves.size(), gone);
        double width = pen.getCanvas().getWidth();
        places.card(node).ifPresent(card -> label(words,
                one ? Math.clamp(card.getCenterX(), 170, Math.max(170, width - 170)) : width / 2, card.getMaxY()));
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
        Optional<Berth> left = spots.berth(queue, columns.getFirst());
        Optional<Berth> right = spots.berth(queue, columns.getLast());
        if (left.isEmpty() || right.isEmpty() || left.get().room() == Berth.Room.MATRIX) {
            return;
        }
        double margin = left.get().isLane() ? 4 : 1;
        double x = left.get().corner().getX() - 6;
        double y = left.get().corner().getY() - margin;
        double width = right.get().corner().getX() + right.get().column() + 6 - x;
        double height = left.get().edge() + (left.get().isLane() ? left.get().glyph() / 2 : 8) + 3 * margin;
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
        spots.berth(queue, hold.node()).ifPresent(berth -> {
            double unit = berth.scale();
            double x = berth.corner().getX() - 9 * unit;
            double y = berth.corner().getY() - (berth.isLane() ? 9 : 3) * unit;
            pen.setFill(palette.get("text"));
            pen.fillRoundRect(x, y, 18 * unit, 18 * unit, 6 * unit, 6 * unit);
            pen.setFill(palette.get("background"));
            pen.fillRect(x + 5 * unit, y + 4 * unit, 3 * unit, 10 * unit);
            pen.fillRect(x + 10 * unit, y + 4 * unit, 3 * unit, 10 * unit);
        });
    }

    /// In a lane each link has its own; in a compact lane those of one node lie in the same strip, and one number stands for all.
    void ribbons(Map<Motions.Link, Long> ribbons) {
        Map<Source, Long> strips = new LinkedHashMap<>();
        ribbons.forEach((link, perSecond) -> {
            Berth.Room room = spots.berth(link.queue(), link.from()).map(Berth::room).orElse(Berth.Room.MATRIX);
            switch (room) {
                case LANE -> ribbon(link, perSecond);
                case COMPACT -> {
                    strip(link, perSecond);
                    strips.merge(new Source(link.queue(), link.delivers() ? link.to() : link.from()), perSecond,
                            Math::max);
                }
                case MATRIX -> {
                }
            }
        });
        strips.forEach((source, perSecond) -> spots.berth(source.queue(), source.node()).ifPresent(berth -> {
            Point2D port = berth.portAt();
            text(String.format(Locale.ROOT, "%,d/s", perSecond), berth.corner().getX() + berth.column(),
                    port.getY() - 3 - font.getSize() / 2, palette.get("text"), TextAlignment.RIGHT);
        }));
    }

    private record Source(QueueName queue, NodeName node) {}

    private void strip(Motions.Link link, long perSecond) {
        Optional<Berth> from = spots.berth(link.queue(), link.from());
        Optional<Berth> to = spots.berth(link.queue(), link.to());
        if (from.isEmpty() || to.isEmpty() || link.from().equals(link.to())) {
            return;
        }
        double y = from.get().portAt().getY();
        Point2D port = (link.delivers() ? to : from).get().portAt();
        Point2D glyph = new Point2D((link.delivers() ? from : to).get().middle().getX(), y);
        Color colour = palette.get(link.delivers() ? "master" : "synchronised");
        pen.setStroke(colour);
        pen.setLineWidth(Math.clamp(ribbonWidth(perSecond) / 2, 2, 4));
        pen.strokeLine(port.getX(), y, glyph.getX(), y);
        head(link.delivers() ? glyph : port, link.delivers() ? port : glyph, colour);
    }

    private static double ribbonWidth(long perSecond) {
        return Math.clamp(2 + 3 * Math.log10(perSecond / 10.0), 3, 12);
    }

    private void ribbon(Motions.Link link, long perSecond) {
        NodeName clients = link.delivers() ? link.to() : link.from();
        NodeName replica = link.delivers() ? link.from() : link.to();
        Optional<Point2D> from = spots.of(link.queue(), new Move.Place(clients, Move.Spot.PORT, replica));
        Optional<Point2D> to = spots.of(link.queue(), new Move.Place(replica, Move.Spot.REPLICA, clients));
        if (from.isEmpty() || to.isEmpty()) {
            return;
        }
        Point2D middle = Spots.between(from.get(), to.get(), 0.5);
        double width = ribbonWidth(perSecond);
        Color colour = palette.get(link.delivers() ? "master" : "synchronised");
        pen.setStroke(Color.color(colour.getRed(), colour.getGreen(), colour.getBlue(), 0.75));
        pen.setLineWidth(width);
        pen.beginPath();
        pen.moveTo(from.get().getX(), from.get().getY());
        pen.quadraticCurveTo(middle.getX(), from.get().getY(), to.get().getX(), to.get().getY());
        pen.stroke();
        text(String.format(Locale.ROOT, "%,d/s", perSecond), middle.getX(),
                middle.getY() + (link.delivers() ? width + 2 : -width), palette.get("text"),
                TextAlignment.CENTER);
    }

    private void text(String text, double x, double y, Color colour, TextAlignment align) {
        said.add(text);
        pen.setFont(font);
        pen.setFill(colour);
        pen.setTextAlign(align);
        pen.setTextBaseline(VPos.CENTER);
        pen.fillText(text, x, y);
    }

    /// Every word that was painted, one a line.
    String said() {
        return String.join("\n", said);
    }
}
