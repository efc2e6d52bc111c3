package mirrorlab.ui.motion;

import java.util.List;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import org.jspecify.annotations.Nullable;

/// The canvas over the stage. It is touched only while something moves.
public final class MotionLayer {
    private final Desk desk;
    private final Places places;
    private final Motions motions = new Motions();
    private final FallingCrosses crosses;
    private @Nullable Canvas canvas;
    private boolean drawn;

    public MotionLayer(Desk desk, Places places) {
        this.desk = desk;
        this.places = places;
        crosses = new FallingCrosses(desk, places);
    }

    public void drawOn(Canvas surface) {
        canvas = surface;
    }

    public void pulse(long nanos, List<Entry> fresh) {
        if (desk.reducedMotion().get() || desk.timeline().isPast()) {
            motions.clear();
        } else {
            motions.take(fresh, nanos);
            crosses.pulse(nanos, fresh);
        }
        if (canvas == null || (motions.isStill() && !drawn)) {
            return;
        }
        GraphicsContext pen = canvas.getGraphicsContext2D();
        pen.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        drawn = !motions.isStill();
        if (drawn) {
            MotionPainter painter = new MotionPainter(pen, Palette.of(desk.theme().get()), places,
                    Fonts.bold(desk.language().get(), 12.5 * desk.zoom().get()));
            motions.ribbons().forEach(painter::ribbon);
            motions.moves().stream().filter(move -> move.isActive(nanos)).forEach(move -> painter.move(move, nanos));
        }
    }
}
