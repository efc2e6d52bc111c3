package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;

/// How the past goes on by itself: as it went, slower or faster, except that nobody waits where nothing happened.
final class PastPlay {
    /// Longer silences are left out.
    private static final double LONGEST_SILENCE = 1_000;
    private static final double MILLION = 1e6;
    private final List<Entry> played = new ArrayList<>();
    private boolean on;
    /// In milliseconds of the recording; NaN before the first frame.
    private double head;
    private long lastFrame;

    boolean isOn() {
        return on;
    }

    void start() {
        on = true;
        head = Double.NaN;
    }

    void stop() {
        on = false;
        played.clear();
    }

    /// @param from so many are shown already
    /// @return so many are to be shown now
    int upTo(List<Entry> entries, int from, long nanos, double speed) {
        if (from >= entries.size()) {
            return from;
        }
        if (Double.isNaN(head)) {
            head = entries.get(Math.max(0, from - 1)).millis();
        } else {
            head += (nanos - lastFrame) / MILLION * speed;
        }
        lastFrame = nanos;
        head = Math.max(head, entries.get(from).millis() - LONGEST_SILENCE);
        int size = from;
        while (size < entries.size() && entries.get(size).millis() <= head) {
            played.add(entries.get(size++));
        }
        return size;
    }

    /// What was played since this was asked last.
    List<Entry> take() {
        List<Entry> all = List.copyOf(played);
        played.clear();
        return all;
    }
}
