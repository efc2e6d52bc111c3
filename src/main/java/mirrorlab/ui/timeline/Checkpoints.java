package mirrorlab.ui.timeline;

import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import mirrorlab.lab.Recording;
import mirrorlab.lab.ledger.Ledger;

/// Copies of the books now and then, so that going back folds few entries again; the longer the recording, the further apart,
/// so that copies cost neither the frames of a large cluster nor memory without end.
final class Checkpoints {
    private static final int CLOSEST = 1000;
    private static final int MOST = 48;
    /// A copy costs about as much as folding so many entries for each queue.
    private static final int PER_QUEUE = 50;
    private final Recording recording;
    /// By the number of entries that were folded; the first of none.
    private final TreeMap<Integer, Ledger> copies = new TreeMap<>();
    private int between = CLOSEST;
    private int next;

    Checkpoints(Recording recording) {
        this.recording = recording;
    }

    /// @param size so many entries are folded in these books
    void offer(int size, Ledger books) {
        if (size < next) {
            return;
        }
        if (copies.size() == MOST) {
            List<Integer> all = List.copyOf(copies.keySet());
            for (int i = 1; i < all.size(); i += 2) {
                copies.remove(all.get(i));
            }
            between *= 2;
        }
        copies.put(size, books.copy());
        between = Math.max(between, books.queues() * PER_QUEUE);
        next = size + between;
    }

    /// The last one of at most so many entries.
    int before(int size) {
        return Objects.requireNonNullElse(copies.floorKey(size), 0);
    }

    /// How far apart they are, in entries.
    int between() {
        return between;
    }

    /// Books of their own after the first `size` entries.
    Ledger after(int size) {
        int from = before(size);
        Ledger copy = copies.get(from);
        Ledger then = copy == null ? new Ledger() : copy.copy();
        fold(from, size, then);
        return then;
    }

    private void fold(int from, int to, Ledger books) {
        recording.since(from).subList(0, to - from).forEach(books::apply);
    }

    /// The first entry after which something holds that once was not so, and is so after the first `until` entries: looked
    /// for by halves.
    Turn turn(int until, Predicate<Ledger> holds) {
        List<Integer> moments = List.copyOf(copies.headMap(until).keySet());
        int low = 0;
        int high = moments.size();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (holds.test(Objects.requireNonNull(copies.get(moments.get(middle))))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        int without = moments.get(low);
        int with = high < moments.size() ? moments.get(high) : until;
        Ledger before = after(without);
        while (with - without > 1) {
            int middle = (without + with) >>> 1;
            Ledger then = before.copy();
            fold(without, middle, then);
            if (holds.test(then)) {
                with = middle;
            } else {
                without = middle;
                before = then;
            }
        }
        return new Turn(without, before);
    }

    /// @param entry index of the entry that turned it
    /// @param before the books before that entry
    record Turn(int entry, Ledger before) {}
}
