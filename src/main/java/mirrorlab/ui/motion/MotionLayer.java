package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Point2D;
import javafx.scene.Group;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import mirrorlab.journal.Entry;
import mirrorlab.journal.HoldPicture;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What moves over the stage: a canvas for what is large, painted when it changes, and small things that only change their
/// place. Neither is touched while nothing moves.
public final class MotionLayer {
    private final Desk desk;
    private final Places places;
    private final Motions motions = new Motions();
    private final FallingCrosses crosses;
    private @Nullable Canvas canvas;
    private @Nullable Movers movers;
    private List<Object> painted = List.of();

    public MotionLayer(Desk desk, Places places) {
        this.desk = desk;
        this.places = places;
        crosses = new FallingCrosses(desk, places, motions);
        motions.lanes(places::isLane);
    }

    /// @param surface
    ///            for what is large
    /// @param layer
    ///            for what is small
    public void drawOn(Canvas surface, Group layer) {
        canvas = surface;
        canvas.setVisible(false);
        movers = new Movers(layer);
    }

    public void pulse(long nanos, List<Entry> fresh) {
        double slow = 1 / desk.speed().get();
        motions.slow(slow);
        motions.still(desk.reducedMotion().get());
        if (desk.timeline().isPast() && !desk.timeline().isPlaying()) {
            motions.clear();
        } else {
            motions.take(fresh, nanos);
            crosses.pulse(nanos, slow, fresh);
        }
        Canvas surface = canvas;
        Movers small = movers;
        List<HoldPicture> held = desk.timeline().shown().picture().held();
        if (surface == null || small == null
                || (motions.isStill() && painted.isEmpty() && small.isEmpty() && held.isEmpty())) {
            return;
        }
        Spots spots = new Spots(places);
        Palette palette = Palette.of(desk.theme().get());
        Font font = Fonts.bold(desk.language().get(), 12.5 * desk.zoom().get());
        List<Move> active = motions.moves().stream().filter(move -> move.isActive(nanos)).toList();
        small.show(active.stream().filter(Move::isSmall).toList(), nanos, spots, palette, font);
        List<Move> large = active.stream().filter(Move::isLarge).toList();
        List<Object> wanted = wanted(large, held, spots, palette, font, surface);
        if (!wanted.equals(painted)) {
            painted = wanted;
            paint(surface, large, held,
                    new MotionPainter(surface.getGraphicsContext2D(), palette, places, spots, font, desk.texts()));
        }
    }

    /// All that the canvas depends on; empty when nothing is on it.
    private List<Object> wanted(List<Move> large, List<HoldPicture> held, Spots spots, Palette palette,
            Font font, Canvas surface) {
        List<Object> wanted = new ArrayList<>();
        for (HoldPicture each : held) {
            wanted.add(each);
            wanted.add(each.queue() == null ? 0 : spots.of(each.queue(), replica(each.node())));
        }
        motions.ribbons().forEach((link, perSecond) -> {
            wanted.add(perSecond);
            wanted.add(link);
            wanted.add(spots.berth(link.queue(), link.from()));
            wanted.add(spots.berth(link.queue(), link.to()));
        });
        motions.blurs().forEach((queue, perSecond) -> {
            wanted.add(perSecond);
            wanted.add(spots.of(queue, replica(columns().getFirst())));
        });
        for (Move move : large) {
            QueueName queue = move.queue();
            if (queue == null) {
                wanted.addAll(List.of(move, places.card(move.to().node()),
                        move.kind() == Move.Kind.SUMMARY ? motions.lostOn(move.to().node()) : 0));
                continue;
            }
            Optional<Point2D> from = spots.of(queue, move.from());
            Optional<Point2D> to = spots.of(queue, move.to());
            if (from.isPresent() && to.isPresent()) {
                wanted.addAll(List.of(move, from.get(), to.get()));
            }
        }
        if (!wanted.isEmpty()) {
            wanted.addAll(List.of(palette, font, surface.getWidth(), surface.getHeight()));
        }
        return wanted;
    }

    private List<NodeName> columns() {
        return desk.timeline().shown().columns();
    }

    private static Move.Place replica(NodeName node) {
        return new Move.Place(node, Move.Spot.REPLICA, node);
    }

    private void paint(Canvas surface, List<Move> large, List<HoldPicture> held, MotionPainter painter) {
        GraphicsContext pen = surface.getGraphicsContext2D();
        pen.clearRect(0, 0, surface.getWidth(), surface.getHeight());
        surface.setVisible(!painted.isEmpty());
        painter.ribbons(motions.ribbons());
        motions.blurs().forEach((queue, perSecond) -> painter.blur(queue, columns(), perSecond));
        large.forEach(painter::move);
        painter.summaries(large.stream().filter(move -> move.kind() == Move.Kind.SUMMARY).toList(), motions::lostOn);
        held.forEach(painter::hold);
        surface.setAccessibleText(painter.said());
    }
}
