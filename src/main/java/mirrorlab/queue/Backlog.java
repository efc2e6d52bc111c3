package mirrorlab.queue;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.PackedMessages;
import org.jspecify.annotations.Nullable;

/// The long part of a queue: messages that come at the end and leave at the head. What came last and what leaves next are
/// messages; what is between them is packed, so that a million small messages take little more than their bodies.
final class Backlog {
    /// Messages that are packed together.
    static final int USUAL_CHUNK = 1024;
    /// A packed row that is added as it is has to have so many at least.
    private static final int SMALLEST_SHARE = 4;
    /// A queue of so many chunks is not packed: soon its messages leave again.
    private static final int LEFT_ALONE = 4;
    private final int chunk;
    private final Tail front = new Tail();
    private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
    private int packed;
    private final Tail tail = new Tail();

    Backlog(int chunk) {
        this.chunk = chunk;
    }

    int size() {
        return front.size() + packed + tail.size();
    }

    boolean isEmpty() {
        return front.isEmpty() && packed == 0 && tail.isEmpty();
    }

    long firstPosition() {
        return !front.isEmpty() ? front.firstPosition() : packed > 0 ? chunks.firstKey() : tail.firstPosition();
    }

    long lastPosition() {
        return !tail.isEmpty()
                ? tail.lastPosition()
                : packed > 0 ? chunks.lastEntry().getValue().lastPosition() : front.lastPosition();
    }

    // ---- the head

    Message first() {
        return head().first();
    }

    Held removeFirst() {
        return head().removeFirst();
    }

    private Tail head() {
        if (front.isEmpty() && packed > 0) {
            Chunk next = chunks.pollFirstEntry().getValue();
            packed -= next.size();
            next.from(0).forEachRemaining(each -> front.append(each.position(), each.message(), each.delivered()));
        }
        return front.isEmpty() ? tail : front;
    }

    // ---- the end

    void append(long position, Message message, boolean delivered) {
        tail.append(position, message, delivered);
        if (tail.size() > (LEFT_ALONE + 1) * chunk) {
            pack(chunk);
        }
    }

    /// In positions that follow each other.
    void append(long position, PackedMessages messages, boolean delivered) {
        if (messages.count() * SMALLEST_SHARE < chunk) {
            long next = position;
            for (Message each : messages) {
                append(next++, each, delivered);
            }
            return;
        }
        while (!tail.isEmpty()) {
            pack(Math.min(chunk, tail.size()));
        }
        add(Chunk.of(position, delivered, messages));
    }

    private void pack(int count) {
        List<Held> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(tail.removeFirst());
        }
        add(Chunk.of(all));
    }

    private void add(Chunk next) {
        chunks.put(next.firstPosition(), next);
        packed += next.size();
    }

    void clear() {
        front.clear();
        chunks.clear();
        packed = 0;
        tail.clear();
    }

    // ---- all of it

    boolean contains(long position) {
        Map.Entry<Long, Chunk> there = chunks.floorEntry(position);
        return front.contains(position) || (there != null && there.getValue().contains(position))
                || tail.contains(position);
    }

    /// A packed row that begins with the first message at or after a position; null when that message is not the first of one.
    @Nullable
    Chunk wholeFrom(long position) {
        Map.Entry<Long, Chunk> next = chunks.ceilingEntry(position);
        if (next == null || (!front.isEmpty() && front.lastPosition() >= position)) {
            return null;
        }
        Map.Entry<Long, Chunk> before = chunks.lowerEntry(position);
        return before != null && before.getValue().lastPosition() >= position ? null : next.getValue();
    }

    /// Where the next packed row after a position begins.
    long nextChunk(long position) {
        Long next = chunks.higherKey(position);
        return next == null ? Long.MAX_VALUE : next;
    }

    Iterator<Held> from(long position) {
        Map.Entry<Long, Chunk> first = chunks.floorEntry(position);
        Iterator<Chunk> rows = (first == null ? chunks : chunks.tailMap(first.getKey(), true)).values().iterator();
        Iterator<Held> last = tail.from(position);
        return new Iterator<>() {
            private Iterator<Held> present = front.from(position);

            @Override
            public boolean hasNext() {
                while (!present.hasNext() && rows.hasNext()) {
                    present = rows.next().from(position);
                }
                return present.hasNext() || last.hasNext();
            }

            @Override
            public Held next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return present.hasNext() ? present.next() : last.next();
            }
        };
    }

    void describe(IntervalList intervals) {
        if (!front.describe(intervals)) {
            return;
        }
        for (Chunk each : chunks.values()) {
            for (Interval interval : each.messages().intervals()) {
                if (!intervals.add(interval)) {
                    return;
                }
            }
        }
        tail.describe(intervals);
    }
}
