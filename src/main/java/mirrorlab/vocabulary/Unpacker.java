package mirrorlab.vocabulary;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Goes through packed messages; whether it makes them or only looks is up to whoever asks.
final class Unpacker implements Iterator<Message> {
    private final PackedMessages from;
    private final byte[] packed;
    private int at;
    private int passed;
    private int outside;

    private @Nullable ChannelId channel;
    private long sequence;
    private String exchange = "";
    private String routingKey = "";
    private boolean persistent;
    private int priority;
    private long expiry;
    private Bytes properties = Bytes.EMPTY;
    private int length;
    private int body;
    private @Nullable Bytes large;

    Unpacker(PackedMessages from) {
        this.from = from;
        packed = from.packed();
    }

    /// Goes to the next; false when there is none.
    ///
    /// @throws IllegalArgumentException there is no message
    boolean advance() {
        if (passed == from.count()) {
            return false;
        }
        passed++;
        int flags = octet();
        if ((flags & ~PackedMessages.FLAGS) != 0) {
            throw new IllegalArgumentException("not packed messages: unknown flags " + flags);
        }
        if ((flags & PackedMessages.NEXT) != 0) {
            sequence++;
        } else {
            channel = of(from.channels(), number());
            sequence = number();
        }
        if ((flags & PackedMessages.SAME_ROUTE) == 0) {
            exchange = of(from.names(), number());
            routingKey = of(from.names(), number());
        }
        if ((flags & PackedMessages.SAME_KIND) == 0) {
            persistent = octet() == 1;
            priority = (int) number();
            expiry = number();
        }
        if ((flags & PackedMessages.SAME_PROPERTIES) == 0) {
            int start = skip(number());
            properties = Bytes.of(Arrays.copyOfRange(packed, start, at));
        }
        if ((flags & PackedMessages.OUTSIDE) != 0) {
            large = of(from.bodies(), outside++);
        } else {
            large = null;
            if ((flags & PackedMessages.SAME_LENGTH) == 0) {
                long said = number();
                length = (int) Math.clamp(said, -1, Integer.MAX_VALUE);
            }
            body = skip(length);
        }
        if (channel == null) {
            throw new IllegalArgumentException("not packed messages: the first has no channel");
        }
        return true;
    }

    private static <T> T of(List<T> all, long index) {
        if (index < 0 || index >= all.size()) {
            throw new IllegalArgumentException("not packed messages: number " + index + " of " + all.size());
        }
        return all.get((int) index);
    }

    private int octet() {
        if (at == packed.length) {
            throw new IllegalArgumentException("not packed messages: they end in the middle of one");
        }
        return packed[at++] & 0xFF;
    }

    private long number() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = octet();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("not packed messages: a number has more than 64 bits");
    }

    /// Where these bytes begin.
    private int skip(long bytes) {
        if (bytes < 0 || bytes > packed.length - at) {
            throw new IllegalArgumentException("not packed messages: they end in the middle of one");
        }
        int start = at;
        at += (int) bytes;
        return start;
    }

    /// @throws IllegalArgumentException something follows
    void checkEnd() {
        if (at != packed.length || outside != from.bodies().size()) {
            throw new IllegalArgumentException("not packed messages: something follows the last of them");
        }
    }

    // ---- the present one

    int bodySize() {
        return large == null ? length : large.size();
    }

    /// As {@link Message#size}.
    int size() {
        return properties.size() + bodySize() + routingKey.length() + exchange.length();
    }

    boolean isPersistent() {
        return persistent;
    }

    void join(List<Interval> intervals) {
        ChannelId its = channel();
        Interval last = intervals.isEmpty() ? null : intervals.getLast();
        if (last != null && last.last() + 1 == sequence && last.channel().equals(its)) {
            intervals.set(intervals.size() - 1, new Interval(its, last.first(), sequence));
        } else {
            intervals.add(new Interval(its, sequence, sequence));
        }
    }

    private ChannelId channel() {
        ChannelId its = channel;
        if (its == null) {
            throw new NoSuchElementException();
        }
        return its;
    }

    @Override
    public boolean hasNext() {
        return passed < from.count();
    }

    @Override
    public Message next() {
        if (!advance()) {
            throw new NoSuchElementException();
        }
        Bytes content = large != null ? large : Bytes.of(Arrays.copyOfRange(packed, body, body + length));
        return new Message(new MessageId(channel(), sequence), exchange, routingKey, persistent, priority, expiry,
                properties, content);
    }
}
