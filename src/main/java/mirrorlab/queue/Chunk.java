package mirrorlab.queue;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessagePacker;
import mirrorlab.vocabulary.PackedMessages;

/// Packed messages in their places.
final class Chunk {
    private static final long[] ALIKE = {};
    private final long first;
    private final boolean delivered;
    /// By index: position * 2, plus 1 when delivered; none when the positions are in a row and all are alike.
    private final long[] marks;
    private final PackedMessages messages;

    private Chunk(long first, boolean delivered, long[] marks, PackedMessages messages) {
        this.first = first;
        this.delivered = delivered;
        this.marks = marks;
        this.messages = messages;
    }

    /// Positions in a row.
    static Chunk of(long first, boolean delivered, PackedMessages messages) {
        return new Chunk(first, delivered, ALIKE, messages);
    }

    /// In rising order, one at least.
    static Chunk of(List<Held> all) {
        MessagePacker packer = new MessagePacker();
        long first = all.getFirst().position();
        boolean delivered = all.getFirst().delivered();
        boolean alike = true;
        for (Held each : all) {
            alike &= each.position() == first + packer.count() && each.delivered() == delivered;
            packer.add(each.message());
        }
        long[] marks = alike
                ? ALIKE
                : all.stream().mapToLong(each -> each.position() * 2 + (each.delivered() ? 1 : 0)).toArray();
        return new Chunk(first, delivered, marks, packer.pack());
    }

    PackedMessages messages() {
        return messages;
    }

    int size() {
        return messages.count();
    }

    long firstPosition() {
        return first;
    }

    long lastPosition() {
        return position(size() - 1);
    }

    private long position(int index) {
        return marks.length == 0 ? first + index : marks[index] >> 1;
    }

    private boolean delivered(int index) {
        return marks.length == 0 ? delivered : (marks[index] & 1) == 1;
    }

    boolean contains(long position) {
        int low = 0;
        int high = size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = position(middle);
            if (there == position) {
                return true;
            } else if (there < position) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return false;
    }

    Iterator<Held> from(long position) {
        Iterator<Message> each = messages.iterator();
        int[] index = {0};
        while (index[0] < size() && position(index[0]) < position) {
            each.next();
            index[0]++;
        }
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public Held next() {
                if (!each.hasNext()) {
                    throw new NoSuchElementException();
                }
                int at = index[0]++;
                return new Held(position(at), each.next(), delivered(at));
            }
        };
    }
}
