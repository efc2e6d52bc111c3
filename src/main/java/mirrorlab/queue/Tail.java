package mirrorlab.queue;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// Messages that come at the end and leave at the head. A ring of arrays, 16 bytes a message beside the message itself,
/// that grows and shrinks by halves.
///
/// Runs (consecutive numbers of one channel) are kept in the ring too: the slot of a run's first message holds its
/// length, and the head is always a run's first message.
final class Tail {
    private static final int LEAST_CAPACITY = 16;
    private long[] marks = new long[LEAST_CAPACITY]; // position * 2, plus 1 when delivered
    private @Nullable Message[] messages = new Message[LEAST_CAPACITY];
    private int[] runLengths = new int[LEAST_CAPACITY];
    private int head;
    private int size;
    private int lastRun; // slot of the last run's first message

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long firstPosition() {
        return marks[head] >> 1;
    }

    long lastPosition() {
        return marks[slot(size - 1)] >> 1;
    }

    Message first() {
        return message(head);
    }

    void append(long position, Message message, boolean delivered) {
        if (size == marks.length) {
            resize(marks.length * 2);
        }
        int slot = slot(size);
        if (size > 0 && follows(message(slot(size - 1)).id(), message.id())) {
            runLengths[lastRun]++;
            runLengths[slot] = 0;
        } else {
            lastRun = slot;
            runLengths[slot] = 1;
        }
        marks[slot] = position * 2 + (delivered ? 1 : 0);
        messages[slot] = message;
        size++;
    }

    Held removeFirst() {
        Held first = held(head);
        int rest = runLengths[head] - 1;
        messages[head] = null;
        head = slot(1);
        size--;
        if (rest > 0) {
            runLengths[head] = rest;
            if (rest == size) {
                lastRun = head;
            }
        }
        if (marks.length > LEAST_CAPACITY && size < marks.length / 4) {
            resize(marks.length / 2);
        }
        return first;
    }

    void clear() {
        marks = new long[LEAST_CAPACITY];
        messages = new Message[LEAST_CAPACITY];
        runLengths = new int[LEAST_CAPACITY];
        head = 0;
        size = 0;
        lastRun = 0;
    }

    boolean contains(long position) {
        int index = indexFrom(position);
        return index < size && marks[slot(index)] >> 1 == position;
    }

    Iterator<Held> from(long position) {
        return new Iterator<>() {
            private int index = indexFrom(position);

            @Override
            public boolean hasNext() {
                return index < size;
            }

            @Override
            public Held next() {
                if (index >= size) {
                    throw new NoSuchElementException();
                }
                return held(slot(index++));
            }
        };
    }

    /// False when the list was full before the end.
    boolean describe(IntervalList intervals) {
        int index = 0;
        while (index < size) {
            int length = runLengths[slot(index)];
            MessageId first = message(slot(index)).id();
            if (!intervals.add(new Interval(first.channel(), first.sequence(), first.sequence() + length - 1))) {
                return false;
            }
            index += length;
        }
        return true;
    }

    private static boolean follows(MessageId one, MessageId next) {
        return one.sequence() + 1 == next.sequence() && one.channel().equals(next.channel());
    }

    /// The index of the first message at or after the position.
    private int indexFrom(long position) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (marks[slot(middle)] >> 1 < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int slot(int index) {
        return (head + index) & (marks.length - 1);
    }

    private Held held(int slot) {
        return new Held(marks[slot] >> 1, message(slot), (marks[slot] & 1) == 1);
    }

    private Message message(int slot) {
        Message message = messages[slot];
        if (message == null) {
            throw new IllegalStateException("an empty slot within the queue");
        }
        return message;
    }

    private void resize(int capacity) {
        int untilWrap = Math.min(size, marks.length - head);
        long[] newMarks = Arrays.copyOf(Arrays.copyOfRange(marks, head, head + untilWrap), capacity);
        System.arraycopy(marks, 0, newMarks, untilWrap, size - untilWrap);
        @Nullable
        Message[] newMessages = Arrays.copyOf(Arrays.copyOfRange(messages, head, head + untilWrap), capacity);
        System.arraycopy(messages, 0, newMessages, untilWrap, size - untilWrap);
        int[] newLengths = Arrays.copyOf(Arrays.copyOfRange(runLengths, head, head + untilWrap), capacity);
        System.arraycopy(runLengths, 0, newLengths, untilWrap, size - untilWrap);
        lastRun = (lastRun - head) & (marks.length - 1);
        marks = newMarks;
        messages = newMessages;
        runLengths = newLengths;
        head = 0;
    }
}
