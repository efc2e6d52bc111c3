package mirrorlab.queue;

import java.util.Iterator;
import java.util.NoSuchElementException;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// The ready messages by position: the long backlog, and before its head the few that came back.
final class Ready implements ReadyMessages {
    private final Scattered returned = new Scattered(); // all below the backlog's head
    private final Backlog backlog;

    /// @param chunk how many messages of a long backlog are packed together
    Ready(int chunk) {
        backlog = new Backlog(chunk);
    }

    @Override
    public int size() {
        return returned.size() + backlog.size();
    }

    @Override
    public void add(long position, Message message, boolean delivered) {
        if (!backlog.isEmpty() && position < backlog.lastPosition()) {
            while (position > backlog.firstPosition()) {
                returned.add(backlog.removeFirst());
            }
            returned.add(new Held(position, message, delivered));
        } else if (backlog.isEmpty() && !returned.isEmpty() && position < returned.lastPosition()) {
            returned.add(new Held(position, message, delivered));
        } else {
            backlog.append(position, message, delivered);
        }
    }

    @Override
    public void add(long position, PackedMessages messages, boolean delivered) {
        backlog.append(position, messages, delivered);
    }

    @Override
    public @Nullable Chunk wholeFrom(long position) {
        return returned.isEmpty() || returned.lastPosition() < position ? backlog.wholeFrom(position) : null;
    }

    @Override
    public long nextChunk(long position) {
        return backlog.nextChunk(position);
    }

    @Override
    public @Nullable Message head() {
        return !returned.isEmpty() ? returned.first().message() : backlog.isEmpty() ? null : backlog.first();
    }

    @Override
    public @Nullable Held remove(MessageId id) {
        throw new IllegalStateException("only the head of a queue without priorities can leave");
    }

    @Override
    public @Nullable Held removeFirst() {
        return !returned.isEmpty() ? returned.removeFirst() : backlog.isEmpty() ? null : backlog.removeFirst();
    }

    @Override
    public boolean contains(long position) {
        return returned.contains(position) || backlog.contains(position);
    }

    @Override
    public void clear() {
        returned.clear();
        backlog.clear();
    }

    @Override
    public void describe(IntervalList intervals) {
        returned.describe(intervals);
        backlog.describe(intervals);
    }

    @Override
    public Iterator<Held> from(long position) {
        Iterator<Held> first = returned.from(position);
        Iterator<Held> second = backlog.from(position);
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
