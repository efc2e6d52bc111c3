package mirrorlab.queue;

import java.util.Iterator;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// What is ready, and which of it is next.
sealed interface ReadyMessages permits Ready, ByPriority {
    int size();

    /// Cheapest at the end.
    void add(long position, Message message, boolean delivered);

    /// Packed ones, at the end, in positions that follow each other.
    default void add(long position, PackedMessages messages, boolean delivered) {
        long next = position;
        for (Message each : messages) {
            add(next++, each, delivered);
        }
    }

    /// A packed row that begins with the first of these at or after a position; null when none does.
    default @Nullable Chunk wholeFrom(long position) {
        return null;
    }

    /// Where the next packed row after a position begins.
    default long nextChunk(long position) {
        return Long.MAX_VALUE;
    }

    /// The next to leave; null when nothing is ready.
    @Nullable
    Message head();

    @Nullable
    Held removeFirst();

    /// Null when it is not ready here.
    ///
    /// @throws IllegalStateException only a queue with priorities can do this
    @Nullable
    Held remove(MessageId id);

    boolean contains(long position);

    void clear();

    /// In the order in which they will leave.
    void describe(IntervalList intervals);

    /// By position.
    Iterator<Held> from(long position);
}
