package mirrorlab.lab;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.lab.ledger.Ledger;

/// The ledger of entries in order of time instead of arrival: the same happenings give the same words, whichever node's
/// journal came first. One that comes later than {@value #WINDOW} others that were after it is folded when it comes.
/// Confined to one thread.
final class LedgerInOrder {
    static final int WINDOW = 30_000;
    private final Ledger settled = new Ledger();
    private final List<Entry> waiting = new ArrayList<>();

    void take(Entry entry) {
        waiting.add(entry);
        if (waiting.size() >= 2 * WINDOW) {
            waiting.sort(Comparator.comparingLong(Entry::clock));
            List<Entry> ready = waiting.subList(0, waiting.size() - WINDOW);
            ready.forEach(settled::apply);
            ready.clear();
        }
    }

    /// A ledger of its own of what was taken so far.
    Ledger now() {
        Ledger now = settled.copy();
        waiting.stream().sorted(Comparator.comparingLong(Entry::clock)).forEach(now::apply);
        return now;
    }
}
