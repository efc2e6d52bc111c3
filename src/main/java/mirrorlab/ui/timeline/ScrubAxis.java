package mirrorlab.ui.timeline;

import java.util.Arrays;

/// Where entries stand on the scrub bar: by time, but a pause longer than {@value #LONGEST_GAP} ms counts as one of that length,
/// so that an hour of talking does not squeeze what happened into a corner. Grows with the recording.
public final class ScrubAxis {
    private static final long LONGEST_GAP = 1200;
    /// Room between the last entry and now.
    private static final double TAIL = 150;
    private double[] at = new double[1024];
    private int size;
    private long last;

    /// @param weight extra room after this entry, in milliseconds, so that marks of one instant stand side by side
    void add(long millis, long weight) {
        if (size == at.length) {
            at = Arrays.copyOf(at, size * 2);
        }
        double gap = size == 0 ? 0 : Math.clamp(millis - last, 0, LONGEST_GAP) + 1;
        at[size] = (size == 0 ? 0 : at[size - 1] + gap) + weight;
        size++;
        last = Math.max(last, millis);
    }

    void clear() {
        size = 0;
        last = 0;
    }

    /// 0 to 1: where the moment after the first `entries` entries stands.
    double fraction(int entries) {
        return size < 2 || entries <= 0 ? 0 : entries >= size ? 1 : at[entries - 1] / (at[size - 1] + TAIL);
    }

    /// The moment at this fraction, as a number of entries.
    int entries(double fraction) {
        if (size == 0 || fraction >= 1) {
            return size;
        }
        int found = Arrays.binarySearch(at, 0, size, Math.max(0, fraction) * (at[size - 1] + TAIL));
        return found >= 0 ? found + 1 : -found - 1;
    }
}
