package mirrorlab.queue;

import java.util.Iterator;
import java.util.NoSuchElementException;
import mirrorlab.vocabulary.Message;
import org.jspecify.annotations.Nullable;

/// The ready messages by position: the long tail, and before its head the few that came back.
final class Ready {
    private final Scattered returned = new Scattered(); // all below the tail's head
    private final Tail tail = new Tail();

    int size() {
        return returned.size() + tail.size();
    }

    void add(long position, Message message, boolean delivered) {
        if (!tail.isEmpty() && position < tail.lastPosition()) {
            while (position > tail.firstPosition()) {
                returned.add(tail.removeFirst());
            }
            returned.add(new Held(position, message, delivered));
        } else if (tail.isEmpty() && !returned.isEmpty() && position < returned.lastPosition()) {
            returned.add(new Held(position, message, delivered));
        } else {
            tail.append(position, message, delivered);
        }
    }

    @Nullable
    Held removeFirst() {
        return !returned.isEmpty() ? returned.removeFirst() : tail.isEmpty() ? null : tail.removeFirst();
    }

    boolean contains(long position) {
        return returned.contains(position) || tail.contains(position);
    }

    void clear() {
        returned.clear();
        tail.clear();
    }

    void describe(IntervalList intervals) {
        returned.describe(intervals);
        tail.describe(intervals);
    }

    Iterator<Held> from(long position) {
        Iterator<Held> first = returned.from(position);
        Iterator<Held> second = tail.from(position);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return first.hasNext() || second.hasNext();
            }

            @Override
            public Held next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return first.hasNext() ? first.next() : second.next();
            }
        };
    }
}
