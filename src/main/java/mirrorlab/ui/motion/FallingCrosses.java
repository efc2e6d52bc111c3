package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.layout.Pane;
import javafx.scene.shape.SVGPath;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// What a promotion lost falls, as crosses, from the new master into the account; of many promotions only what takes a turn. A
/// handful of scene graph nodes: they leave the stage, where no canvas reaches.
final class FallingCrosses {
    private static final long DURATION = 500_000_000;
    private static final int MOST = 5;
    private final Desk desk;
    private final Places places;
    private final Motions motions;
    private final List<Cross> falling = new ArrayList<>();

    private record Cross(SVGPath shape, Point2D from, Point2D to, long start) {}

    FallingCrosses(Desk desk, Places places, Motions motions) {
        this.motions = motions;
        this.desk = desk;
        this.places = places;
    }

    /// @param slow how much longer they fall than in real time
    void pulse(long nanos, double slow, List<Entry> fresh) {
        // written once for all promotions of a frame: a death promotes hundreds of mirrors at once
        boolean none = fresh.stream().noneMatch(entry -> entry.happening() instanceof Happening.MirrorPromoted);
        List<CauseCard> cards = none ? List.of() : desk.timeline().shown().causes();
        for (Entry entry : fresh) {
            if (entry.happening() instanceof Happening.MirrorPromoted it) {
                long lost = lost(cards, it.queue(), entry.clock());
                if (lost > 0) {
                    motions.lost(it, lost, nanos);
                    if (!desk.reducedMotion().get() && motions.hasTurn(it.queue())) {
                        begin(it.queue(), it.mirror().node(), lost, motions.arrival(it.queue(), nanos));
                    }
                }
            }
        }
        falling.removeIf(cross -> {
            double t = Math.clamp((nanos - cross.start) / (DURATION * slow), 0, 1);
            cross.shape.setVisible(nanos >= cross.start && t < 1);
            cross.shape.setTranslateX(cross.from.getX() + (cross.to.getX() - cross.from.getX()) * t);
            cross.shape.setTranslateY(cross.from.getY() + (cross.to.getY() - cross.from.getY()) * t * t);
            if (t >= 1 && cross.shape.getParent() instanceof Pane layer) {
                layer.getChildren().remove(cross.shape);
            }
            return t >= 1;
        });
    }

    private static long lost(List<CauseCard> cards, QueueName queue, long clock) {
        return cards.stream().filter(card -> card.queue().equals(queue) && card.clock() >= clock)
                .mapToLong(card -> card.lost().count()).max().orElse(0);
    }

    private void begin(QueueName queue, NodeName node, long count, long start) {
        Node stage = places.stage();
        if (stage.getScene() == null || !(stage.getScene().lookup("#fallLayer") instanceof Pane layer)) {
            return;
        }
        Node account = stage.getScene().lookup("#account-lost");
        Optional<Berth> origin = places.berth(queue, node);
        if (account == null || origin.isEmpty()) {
            return;
        }
        Bounds target = account.localToScene(account.getBoundsInLocal());
        double scale = origin.get().scale();
        Point2D from = stage.localToScene(origin.get().corner().add(8 * scale, origin.get().edge() - 6 * scale));
        for (int i = 0; i < Math.min(MOST, count); i++) {
            SVGPath cross = new SVGPath();
            cross.setContent("M0,0 L12,12 M12,0 L0,12");
            cross.setStroke(Palette.of(desk.theme().get()).get("lost"));
            cross.setStrokeWidth(2.5);
            cross.setScaleX(scale);
            cross.setScaleY(scale);
            cross.setVisible(false);
            layer.getChildren().add(cross);
            falling.add(new Cross(cross, from.add(i * 20 * scale, 0), new Point2D(target.getMinX(), target.getMinY()),
                    start + i * 40_000_000L));
        }
    }
}
