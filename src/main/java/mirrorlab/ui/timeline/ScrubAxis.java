package mirrorlab.ui.timeline;

import java.util.Arrays;

/// Where entries stand on the scrub bar: by time, but a pause longer than {@value #LONGEST_GAP} ms counts as one of that length,
/// so that an hour of talking does not squeeze what happened into a corner. Grows with the recording, its memory does not:
/// of a long one only every so many-th entry is remembered, and every mark; those between stand evenly.
public final class ScrubAxis {
    private static final long LONGEST_GAP = 1200;
    /// Room between the last entry and now.
    private static final double TAIL = 150;
    /// No screen is so wide.
    static final int MOST = 65_536;
    private int[] entries = new int[1024];
    private double[] at = new double[1024];
    private boolean[] marked = new boolean[1024];
    private int known;
    private int size;
    private int stride = 1;
    private double end;
    private long last;

    /// @param weight extra room after this entry, in milliseconds, so that marks of one instant stand side by side; 0: no mark
    void add(long millis, long weight) {
        if (weight > 0 && size > 0) {
            know(size - 1, true);
        }
        end = (size == 0 ? 0 : end + Math.clamp(millis - last, 0, LONGEST_GAP) + 1) + weight;
        last = Math.max(last, millis);
        size++;
        if (weight > 0 || (size - 1) % stride == 0) {
            know(size - 1, weight > 0);
        }
    }

    private void know(int entry, boolean mark) {
        if (known > 0 && entries[known - 1] == entry) {
            marked[known - 1] |= mark;
            return;
        }
        if (known >= MOST) {
            forget();
        }
        if (known == entries.length) {
            entries = Arrays.copyOf(entries, known * 2);
            at = Arrays.copyOf(at, known * 2);
            marked = Arrays.copyOf(marked, known * 2);
        }
        entries[known] = entry;
        at[known] = end;
        marked[known++] = mark;
    }

    /// Every other one that is no mark.
    private void forget() {
        int left = 0;
        stride *= 2;
        for (int i = 0; i < known; i++) {
            if (marked[i] || entries[i] % stride == 0) {
                entries[left] = entries[i];
                at[left] = at[i];
                marked[left++] = marked[i];
            }
        }
        known = left;
    }

    void clear() {
        known = 0;
        size = 0;
        stride = 1;
        end = 0;
        last = 0;
    }

    /// 0 to 1: where the moment after the first `entries` entries stands.
    double fraction(int count) {
        return size < 2 || count <= 0 ? 0 : count >= size ? 1 : position(count - 1) / (end + TAIL);
    }

    private double position(int entry) {
        int found = Arrays.binarySearch(entries, 0, known, entry);
        if (found >= 0) {
            return at[found];
        }
        int next = -found - 1;
        int from = entries[next - 1];
        int to = next == known ? size - 1 : entries[next];
        double until = next == known ? end : at[next];
        return at[next - 1] + (until - at[next - 1]) * (entry - from) / (to - from);
    }

    /// The moment at this fraction, as a number of entries.
    int entries(double fraction) {
        if (size == 0 || fraction >= 1) {
            return size;
        }
        double wanted = Math.max(0, fraction) * (end + TAIL);
        int found = Arrays.binarySearch(at, 0, known, wanted);
        if (found >= 0) {
            return entries[found] + 1;
        }
        int next = -found - 1;
        if (next == 0) {
            return 0;
        }
        int from = entries[next - 1];
        int to = next == known ? size - 1 : entries[next];
        double until = next == known ? end : at[next];
        double part = until > at[next - 1] ? Math.min(1, (wanted - at[next - 1]) / (until - at[next - 1])) : 1;
        return from + (int) (part * (to - from)) + 1;
    }
}
