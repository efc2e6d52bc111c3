package mirrorlab.lab.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// All reasons, oldest first. Cards are written when somebody asks, so that a name, a confirm or a death that is told late still
/// gets into them; the oldest are written for good.
final class Reasons {
    /// How many of the newest cards may still change. A late entry comes within the journal's 50 ms.
    private static final int OPEN = 24;
    private final List<CauseCard> written = new ArrayList<>();
    private final Deque<Reason> open = new ArrayDeque<>();

    void add(Reason reason, Ledger ledger) {
        open.add(reason);
        if (open.size() > OPEN) {
            written.addAll(open.removeFirst().cards(ledger));
        }
    }

    /// The newest of this kind that may still change.
    <T extends Reason> Optional<T> find(Class<T> kind, Predicate<T> which) {
        for (Reason each : (Iterable<Reason>) open::descendingIterator) {
            if (kind.isInstance(each) && which.test(kind.cast(each))) {
                return Optional.of(kind.cast(each));
            }
        }
        return Optional.empty();
    }

    void replace(Reason old, Reason with) {
        List<Reason> changed = open.stream().map(each -> each.equals(old) ? with : each).toList();
        open.clear();
        open.addAll(changed);
    }

    void remove(Reason reason) {
        open.removeIf(each -> each.equals(reason));
    }

    List<CauseCard> cards(Ledger ledger) {
        List<CauseCard> cards = new ArrayList<>(written);
        open.forEach(each -> cards.addAll(each.cards(ledger)));
        return List.copyOf(cards);
    }

    Reasons copy() {
        Reasons copy = new Reasons();
        copy.written.addAll(written);
        copy.open.addAll(open);
        return copy;
    }
}
