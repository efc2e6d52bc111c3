package mirrorlab.queue;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Walks through ready and unacknowledged messages together, by position.
final class InOrder implements Iterator<Standing> {
    private final Iterator<Held> ready;
    private final Iterator<Held> unacknowledged;
    private @Nullable Held nextReady;
    private @Nullable Held nextUnacknowledged;

    InOrder(Iterator<Held> ready, Iterator<Held> unacknowledged) {
        this.ready = ready;
        this.unacknowledged = unacknowledged;
        nextReady = after(ready);
        nextUnacknowledged = after(unacknowledged);
    }

    @Override
    public boolean hasNext() {
        return nextReady != null || nextUnacknowledged != null;
    }

    @Override
    public Standing next() {
        Held one = nextReady;
        Held other = nextUnacknowledged;
        if (one != null && (other == null || one.position() < other.position())) {
            nextReady = after(ready);
            return new Standing(one, false);
        }
        if (other == null) {
            throw new NoSuchElementException();
        }
        nextUnacknowledged = after(unacknowledged);
        return new Standing(other, true);
    }

    private static @Nullable Held after(Iterator<Held> iterator) {
        return iterator.hasNext() ? iterator.next() : null;
    }
}
