package mirrorlab.lab;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.Entry;

/// The growing list of entries in order of arrival, which is the order in which the live picture folds them.
/// Thread-safe. A reader remembers how far it came.
public final class Recording {
    private final List<Entry> entries = new ArrayList<>();

    public synchronized void add(Entry entry) {
        entries.add(entry);
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
}
