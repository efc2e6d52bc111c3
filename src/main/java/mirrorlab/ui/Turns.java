package mirrorlab.ui;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mirrorlab.ui.timeline.Moment;

/// Which view learns of a new moment in which frame. What happens seldom every view learns in the same frame. Under a stream of
/// messages something is new in each frame, faster than anybody reads: then the views take turns, each learns every
/// {@value #TURN}th frame, and no frame carries the work of all.
final class Turns {
    private static final int TURN = 4;
    private final List<Desk.FrameListener> listeners = new ArrayList<>();
    /// Views that did not see the newest moment.
    private final BitSet behind = new BitSet();
    private int frame;
    private int lastChange = -TURN;

    void add(Desk.FrameListener listener) {
        listeners.add(listener);
    }

    void clear() {
        listeners.clear();
        behind.clear();
    }

    List<Desk.FrameListener> listeners() {
        return List.copyOf(listeners);
    }

    /// One frame.
    ///
    /// @param atOnce something changed that is more than traffic
    void tell(Moment moment, boolean changed, boolean atOnce) {
        frame++;
        boolean quiet = frame - lastChange >= TURN;
        if (changed) {
            lastChange = frame;
            behind.set(0, listeners.size());
        }
        if (behind.isEmpty()) {
            return;
        }
        List<Desk.FrameListener> all = listeners();
        for (int view = behind.nextSetBit(0); view >= 0 && view < all.size(); view = behind.nextSetBit(view + 1)) {
            if (atOnce || quiet || (frame + view) % TURN == 0) {
                behind.clear(view);
                all.get(view).moment(moment);
            }
        }
    }
}
