package mirrorlab.vocabulary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An immutable row of messages without an object for each: what is as in the message before is not said again, so that small
/// messages of one channel take little more than their bodies. Made by {@link MessagePacker}. What is packed can be kept, sent
/// and kept again elsewhere as it is.
///
/// Each message is a byte of flags and then what they do not say: channel (its number in `channels`) and sequence; exchange and
/// routing key (numbers in `names`); persistent, priority and expiry; properties; length of the body, and the body. Large bodies
/// stay what they are, in `bodies`.
public final class PackedMessages implements Iterable<Message> {
    /// Bytes of a body that is kept as it is.
    public static final int LARGE = 256;
    /// The same channel, and the next number.
    static final int NEXT = 1;
    static final int SAME_ROUTE = 2;
    static final int SAME_KIND = 4;
    static final int SAME_PROPERTIES = 8;
    /// The body has as many bytes as the last small one.
    static final int SAME_LENGTH = 16;
    /// The body is the next of the large ones.
    static final int OUTSIDE = 32;
    static final int FLAGS = 63;
    /// More intervals are looked for again whenever they are wanted.
    private static final int KEPT_INTERVALS = 8;

    private final int count;
    private final List<ChannelId> channels;
    private final List<String> names;
    private final List<Bytes> bodies;
    private final byte[] packed;
    private final long size;
    private final long bodyBytes;
    private final int persistentCount;
    private final @Nullable List<Interval> intervals;

    /// @throws IllegalArgumentException these are not `count` messages
    public PackedMessages(int count, List<ChannelId> channels, List<String> names, List<Bytes> bodies, byte[] packed) {
        this.count = count;
        this.channels = channels;
        this.names = names;
        this.bodies = bodies;
        this.packed = packed;
        long all = 0;
        long body = 0;
        int persistent = 0;
        List<Interval> found = new ArrayList<>(1);
        Unpacker each = new Unpacker(this);
        while (each.advance()) {
            all += each.size();
            body += each.bodySize();
            persistent += each.isPersistent() ? 1 : 0;
            if (found.size() <= KEPT_INTERVALS) {
                each.join(found);
            }
        }
        each.checkEnd();
        size = all;
        bodyBytes = body;
        persistentCount = persistent;
        intervals = found.size() <= KEPT_INTERVALS ? List.copyOf(found) : null;
    }

    public int count() {
        return count;
    }

    public List<ChannelId> channels() {
        return channels;
    }

    public List<String> names() {
        return names;
    }

    public List<Bytes> bodies() {
        return bodies;
    }

    /// Must not be written to.
    public byte[] packed() {
        return packed;
    }

    /// The sum of {@link Message#size}.
    public long size() {
        return size;
    }

    /// Of all bodies.
    public long bodyBytes() {
        return bodyBytes;
    }

    public boolean hasPersistent() {
        return persistentCount > 0;
    }

    public int persistentCount() {
        return persistentCount;
    }

    /// Their ids in order, neighbours joined.
    public List<Interval> intervals() {
        if (intervals != null) {
            return intervals;
        }
        List<Interval> found = new ArrayList<>();
        Unpacker each = new Unpacker(this);
        while (each.advance()) {
            each.join(found);
        }
        return found;
    }

    /// Makes the messages as it goes.
    @Override
    public Iterator<Message> iterator() {
        return new Unpacker(this);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof PackedMessages that && count == that.count
                && Arrays.equals(packed, that.packed) && channels.equals(that.channels) && names.equals(that.names)
                && bodies.equals(that.bodies));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(packed) * 31 + channels.hashCode();
    }

    @Override
    public String toString() {
        return intervals().toString();
    }
}
