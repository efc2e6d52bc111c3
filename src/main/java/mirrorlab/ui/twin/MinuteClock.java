package mirrorlab.ui.twin;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.lab.Recording;
import mirrorlab.ui.Desk;
import mirrorlab.ui.timeline.Timeline;
import org.jspecify.annotations.Nullable;

/// Keeps the last minute of what goes on, also while another page is shown; works out the minute before a moment of the past.
final class MinuteClock implements Desk.FrameListener {
    private static final int PER_FRAME = 4000;
    private final Timeline timeline;
    private Minute live = new Minute();
    private int taken;
    private @Nullable Recording followed;
    private Minute past = new Minute();
    private int pastEntries = -1;

    MinuteClock(Timeline timeline) {
        this.timeline = timeline;
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        int size = timeline.size();
        if (timeline.recording() != followed) {
            followed = timeline.recording();
            live = new Minute();
            pastEntries = -1;
            taken = Minute.first(size);
        }
        for (int until = Math.min(size, taken + PER_FRAME); taken < until; taken++) {
            live.take(timeline.entry(taken));
        }
    }

    /// The minute before what is shown.
    Minute minute() {
        if (!timeline.isPast()) {
            return live;
        }
        int entries = timeline.shown().entries();
        if (entries != pastEntries) {
            pastEntries = entries;
            past = Minute.before(timeline, entries);
        }
        return past;
    }
}
