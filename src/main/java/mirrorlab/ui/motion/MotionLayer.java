package mirrorlab.ui.motion;

import java.util.List;
import javafx.scene.canvas.Canvas;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;

/// What moves over the stage.
public final class MotionLayer {
    private final Desk desk;
    private final Places places;

    public MotionLayer(Desk desk, Places places) {
        this.desk = desk;
        this.places = places;
    }

    public void drawOn(Canvas canvas) {
    }

    public void pulse(long nanos, List<Entry> fresh) {
    }
}
