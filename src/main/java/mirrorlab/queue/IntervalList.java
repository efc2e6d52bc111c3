package mirrorlab.queue;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.vocabulary.Interval;

/// Collects intervals in queue order and joins neighbours; full at a given number.
final class IntervalList {
    private final List<Interval> intervals = new ArrayList<>();
    private final int most;
    private boolean full;

    IntervalList(int most) {
        this.most = most;
    }

    /// Whether there was room; what comes later in the queue has none either.
    boolean add(Interval next) {
        if (full) {
            return false;
        }
        Interval last = intervals.isEmpty() ? null : intervals.getLast();
        if (last != null && last.channel().equals(next.channel()) && last.last() + 1 == next.first()) {
            intervals.set(intervals.size() - 1, new Interval(last.channel(), last.first(), next.last()));
            return true;
        }
        full = intervals.size() == most;
        return !full && intervals.add(next);
    }

    List<Interval> intervals() {
        return List.copyOf(intervals);
    }
}
