package mirrorlab.ui.motion;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.geometry.VPos;
import javafx.scene.Group;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.stage.GlyphPainter;
import mirrorlab.vocabulary.QueueName;

/// The small things that move: each is painted once on a canvas of its own size, and then only moved, so that a frame paints
/// anew what lies under the dots and not the whole stage. Canvases are used again.
final class Movers {
    private static final double DOT = 9;
    private static final double SIDE = 16;
    private static final double CONFIRM_WIDTH = 90;
    private static final double CONFIRM_HEIGHT = 26;
    private static final double CONFIRM_X = 11;
    /// How much larger than a glyph a crown is on its way.
    static final double CROWN = 1.25;
    private final Group layer;
    private IdentityHashMap<Move, Canvas> shown = new IdentityHashMap<>();
    private final Map<Move.Kind, Deque<Canvas>> spare = new EnumMap<>(Move.Kind.class);

    Movers(Group layer) {
        this.layer = layer;
    }

    boolean isEmpty() {
        return shown.isEmpty();
    }

    /// @param moves of kinds that this class paints
    void show(List<Move> moves, long nanos, Spots spots, Palette palette, Font font) {
        IdentityHashMap<Move, Canvas> now = new IdentityHashMap<>();
        List<Canvas> fresh = new ArrayList<>();
        for (Move move : moves) {
            at(move, nanos, spots).ifPresent(at -> {
                Canvas canvas = shown.remove(move);
                if (canvas == null) {
                    canvas = canvas(move, spots, fresh);
                    // a dot looks as the last one did
                    if (move.kind() == Move.Kind.CONFIRM || move.kind() == Move.Kind.PROMOTION
                            || canvas.getUserData() != palette) {
                        canvas.setUserData(palette);
                        paint(canvas, move, palette, font);
                    }
                    canvas.setVisible(true);
                }
                boolean confirm = move.kind() == Move.Kind.CONFIRM;
                boolean scaled = move.kind() != Move.Kind.CONFIRM && move.kind() != Move.Kind.PROMOTION;
                double scale = scaled ? scale(move, spots) : 1;
                if (canvas.getScaleX() != scale) {
                    canvas.setScaleX(scale);
                    canvas.setScaleY(scale);
                }
                canvas.setTranslateX(Math.rint(at.getX() - (confirm ? CONFIRM_X : canvas.getWidth() / 2)));
                canvas.setTranslateY(Math.rint(at.getY() - canvas.getHeight() / 2));
                now.put(move, canvas);
            });
        }
        shown.forEach((move, canvas) -> {
            canvas.setVisible(false);
            spare(move).add(canvas);
        });
        shown = now;
        if (!fresh.isEmpty()) {
            layer.getChildren().addAll(fresh);
        }
    }

    private Deque<Canvas> spare(Move move) {
        return spare.computeIfAbsent(move.kind(), unused -> new ArrayDeque<>());
    }

    private Canvas canvas(Move move, Spots spots, List<Canvas> fresh) {
        Canvas spare = spare(move).poll();
        Canvas canvas = spare == null ? new Canvas(SIDE, SIDE) : spare;
        if (spare == null) {
            fresh.add(canvas);
        }
        if (move.kind() == Move.Kind.CONFIRM) {
            canvas.setWidth(CONFIRM_WIDTH);
            canvas.setHeight(CONFIRM_HEIGHT);
        } else if (move.kind() == Move.Kind.PROMOTION) {
            QueueName queue = move.queue();
            double glyph = queue == null ? SIDE : spots.berth(queue, move.to().node()).map(Berth::glyph).orElse(SIDE);
            canvas.setWidth(glyph * CROWN);
            canvas.setHeight(glyph * CROWN);
        }
        return canvas;
    }

    private static double scale(Move move, Spots spots) {
        QueueName queue = move.queue();
        return queue == null ? 1 : spots.berth(queue, move.to().node()).map(Berth::scale).orElse(1.0);
    }

    /// A confirm rises where it stands.
    private static Optional<Point2D> at(Move move, long nanos, Spots spots) {
        QueueName queue = move.queue();
        if (queue == null) {
            return Optional.empty();
        }
        boolean everywhere = move.kind() == Move.Kind.PROMOTION;
        if (spots.berth(queue, move.to().node()).filter(berth -> everywhere || berth.room() != Berth.Room.MATRIX)
                .isEmpty()) {
            return Optional.empty();
        }
        double progress = move.progress(nanos);
        Optional<Point2D> from = spots.of(queue, move.from());
        if (move.kind() == Move.Kind.CONFIRM) {
            return spots.berth(queue, move.from().node()).flatMap(berth -> berth.isLane()
                    ? from.map(port -> port.add(0, 9 - 10 * progress))
                    : from.filter(port -> berth.column() > CONFIRM_WIDTH)
                            .map(port -> new Point2D(port.getX(), berth.middle().getY() + 2 - 4 * progress)));
        }
        Optional<Point2D> to = spots.of(queue, move.to());
        return from.flatMap(begin -> to.map(end -> move.kind() == Move.Kind.PROMOTION
                ? begin.interpolate(end, progress)
                : Spots.between(begin, end, progress)));
    }

    private static void paint(Canvas canvas, Move move, Palette palette, Font font) {
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        switch (move.kind()) {
            case COPY -> dot(pen, palette, "synchronised", "master");
            case DELIVERY -> dot(pen, palette, "master", "text");
            case REQUEST -> request(pen, palette);
            case CONFIRM -> confirm(pen, palette, font, move.count());
            case PROMOTION -> new GlyphPainter(pen, palette).crown(0, 0, canvas.getWidth());
            case GHOST, DEATH, SUMMARY, LOSS, ARROW -> {
            }
        }
    }

    private static void dot(GraphicsContext pen, Palette palette, String fill, String edge) {
        double corner = (SIDE - DOT) / 2;
        pen.setFill(palette.get(fill));
        pen.fillOval(corner, corner, DOT, DOT);
        pen.setStroke(palette.get(edge));
        pen.setLineWidth(1.5);
        pen.strokeOval(corner, corner, DOT, DOT);
    }

    /// Hollow, for it carries no message.
    private static void request(GraphicsContext pen, Palette palette) {
        double middle = SIDE / 2;
        pen.setStroke(palette.get("text"));
        pen.setLineWidth(2);
        pen.strokePolygon(new double[]{middle - 6, middle, middle + 6, middle},
                new double[]{middle, middle - 6, middle, middle + 6}, 4);
    }

    private static void confirm(GraphicsContext pen, Palette palette, Font font, long count) {
        double x = CONFIRM_X;
        double y = CONFIRM_HEIGHT / 2;
        pen.setStroke(palette.get("good"));
        pen.setLineWidth(3);
        pen.strokePolyline(new double[]{x - 8, x - 3, x + 6}, new double[]{y, y + 6, y - 6}, 3);
        pen.setFont(font);
        pen.setFill(palette.get("text"));
        pen.setTextAlign(TextAlignment.LEFT);
        pen.setTextBaseline(VPos.CENTER);
        pen.fillText(String.format(Locale.ROOT, "%,d", count), x + 12, y);
    }
}
