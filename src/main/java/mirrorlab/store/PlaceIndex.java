package mirrorlab.store;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The places of one table's entries in ascending order of keys, about 20 bytes an entry: sorted runs of at most 512
/// keys. Made for queues, whose keys mostly come at the end and leave at the front.
final class PlaceIndex {
    private static final int FULL = 512;

    /// The runs by a lower bound of their keys; a run's keys are below the next run's bound.
    private final TreeMap<Long, Run> runs = new TreeMap<>();

    boolean isEmpty() {
        return runs.isEmpty();
    }

    @Nullable
    Place get(long key) {
        Map.Entry<Long, Run> found = runs.floorEntry(key);
        return found == null ? null : found.getValue().get(key);
    }

    /// Returns the place that the key had before.
    @Nullable
    Place put(long key, Place place) {
        Map.Entry<Long, Run> found = runs.floorEntry(key);
        if (found == null) {
            found = runs.pollFirstEntry();
            Run run = found == null ? new Run() : found.getValue();
            runs.put(key, run);
            run.insert(0, key, place);
            splitIfFull(run);
            return null;
        }
        Run run = found.getValue();
        int at = run.search(key);
        if (at >= 0) {
            Place before = run.place(at);
            run.set(at, key, place);
            return before;
        }
        run.insert(-at - 1, key, place);
        splitIfFull(run);
        return null;
    }

    /// Returns the place that the key had.
    @Nullable
    Place remove(long key) {
        Map.Entry<Long, Run> found = runs.floorEntry(key);
        int at = found == null ? -1 : found.getValue().search(key);
        if (found == null || at < 0) {
            return null;
        }
        Place before = found.getValue().place(at);
        found.getValue().delete(at);
        if (found.getValue().count == 0) {
            runs.remove(found.getKey());
        }
        return before;
    }

    <E extends Exception> void forEach(Visitor<E> visitor) throws E {
        for (Run run : runs.values()) {
            for (int at = 0; at < run.count; at++) {
                visitor.visit(run.keys[at], run.place(at));
            }
        }
    }

    /// Splits unevenly at the end of the last run, so that keys that only grow leave full runs behind.
    private void splitIfFull(Run run) {
        if (run.count == FULL) {
            boolean atTheEnd = run == runs.lastEntry().getValue();
            Run upper = run.split(atTheEnd ? FULL - 1 : FULL / 2);
            runs.put(upper.keys[0], upper);
        }
    }

    interface Visitor<E extends Exception> {
        void visit(long key, Place place) throws E;
    }

    private static final class Run {
        private int count;
        private long[] keys = new long[4];
        private int[] places = new int[12];

        int search(long key) {
            if (count > 0 && key > keys[count - 1]) {
                return -count - 1;
            }
            return Arrays.binarySearch(keys, 0, count, key);
        }

        @Nullable
        Place get(long key) {
            int at = search(key);
            return at < 0 ? null : place(at);
        }

        Place place(int at) {
            return new Place(places[3 * at], places[3 * at + 1], places[3 * at + 2]);
        }

        void set(int at, long key, Place place) {
            keys[at] = key;
            places[3 * at] = place.segment();
            places[3 * at + 1] = place.offset();
            places[3 * at + 2] = place.size();
        }

        void insert(int at, long key, Place place) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
                places = Arrays.copyOf(places, 6 * count);
            }
            move(at, at + 1);
            count++;
            set(at, key, place);
        }

        void delete(int at) {
            move(at + 1, at);
            count--;
        }

        private void move(int from, int to) {
            System.arraycopy(keys, from, keys, to, count - from);
            System.arraycopy(places, 3 * from, places, 3 * to, 3 * (count - from));
        }

        Run split(int from) {
            Run upper = new Run();
            upper.count = count - from;
            upper.keys = Arrays.copyOfRange(keys, from, Math.max(count, from + 4));
            upper.places = Arrays.copyOfRange(places, 3 * from, 3 * Math.max(count, from + 4));
            count = from;
            return upper;
        }
    }
}
