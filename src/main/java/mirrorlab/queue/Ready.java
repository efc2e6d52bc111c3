package mirrorlab.queue;

import java.util.Iterator;
import java.util.NoSuchElementException;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// The ready messages by position: the long tail, and before its head the few that came back.
final class Ready implements ReadyMessages {
    private final Scattered returned = new Scattered(); // all below the tail's head
    private final Tail tail = new Tail();

    @Override
    public int size() {
        return returned.size() + tail.size();
    }

    @Override
    public void add(long position, Message message, boolean delivered) {
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

    @Override
    public @Nullable Message head() {
        return !returned.isEmpty() ? returned.first().message() : tail.isEmpty() ? null : tail.first();
    }

    @Override
    public @Nullable Held remove(MessageId id) {
        throw new IllegalStateException("only the head of a queue without priorities can leave");
    }

    @Override
    public @Nullable Held removeFirst() {
        return !returned.isEmpty() ? returned.removeFirst() : tail.isEmpty() ? null : tail.removeFirst();
    }

    @Override
    public boolean contains(long position) {
        return returned.contains(position) || tail.contains(position);
    }

    @Override
    public void clear() {
        returned.clear();
        tail.clear();
    }

    @Override
    public void describe(IntervalList intervals) {
        returned.describe(intervals);
        tail.describe(intervals);
    }

    @Override
    public Iterator<Held> from(long position) {
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
