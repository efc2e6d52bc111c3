package mirrorlab.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.Entry;

/// The growing list of entries in order of arrival, which is the order in which the live picture folds them.
/// Thread-safe. A reader remembers how far it came.
public final class Recording {
    private final List<Entry> entries = new ArrayList<>();

    public synchronized void add(Entry entry) {
        entries.add(entry);
        notifyAll();
    }

    public synchronized int size() {
        return entries.size();
    }

    public synchronized Entry get(int index) {
        return entries.get(index);
    }

    /// A copy of what arrived since `index`.
    public synchronized List<Entry> since(int index) {
        return List.copyOf(entries.subList(Math.min(index, entries.size()), entries.size()));
    }

    /// Waits until there are more than `size` entries, at most so long.
    public synchronized boolean awaitMoreThan(int size, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (entries.size() <= size) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
        }
        return true;
    }
}
