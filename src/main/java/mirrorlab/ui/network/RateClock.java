package mirrorlab.ui.network;

import java.util.List;
import java.util.function.BiConsumer;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.timeline.Timeline;

/// When rates are counted anew: four times a second while the present is shown, and at once when another moment of the past is.
/// When nothing is told any more, time goes on nevertheless, and rates fall to nothing.
final class RateClock implements Desk.FrameListener {
    private static final long EVERY_NANOS = 250_000_000;
    private final Desk desk;
    private final BiConsumer<Moment, Rates> view;
    private Rates rates = Rates.NONE;
    private long nanos;
    private long countedNanos = Long.MIN_VALUE / 2;
    private int entries = -1;
    private long heardNanos;

    /// @param view
    ///            told of every moment, and of the shown one again when the rates were counted
    RateClock(Desk desk, BiConsumer<Moment, Rates> view) {
        this.desk = desk;
        this.view = view;
    }

    /// Another moment is shown.
    @Override
    public void moment(Moment moment) {
        if (desk.timeline().isPast()) {
            count();
        }
        view.accept(moment, rates);
    }

    @Override
    public void pulse(long now, List<Entry> fresh) {
        nanos = now;
        int size = desk.timeline().shown().entries();
        if (size != entries) {
            entries = size;
            heardNanos = now;
        }
        if (desk.timeline().isPast() || now - countedNanos < EVERY_NANOS) {
            return;
        }
        count();
        view.accept(desk.timeline().shown(), rates);
    }

    private void count() {
        countedNanos = nanos;
        Timeline timeline = desk.timeline();
        Moment shown = timeline.shown();
        long silent = timeline.isPast() ? 0 : Math.max(0, nanos - heardNanos) / 1_000_000;
        rates = Rates.of(timeline::entry, shown.entries(), shown.millis() + silent, shown.picture());
    }
}
