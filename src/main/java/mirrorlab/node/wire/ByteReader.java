package mirrorlab.node.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Reads what {@link ByteWriter} wrote; everything that it could not have written is an IllegalArgumentException.
final class ByteReader {
    private static final int MAXIMUM_DEPTH = 64;

    private final byte[] array;
    private final UnaryOperator<Bytes> bodies;
    private int position;
    private int depth;
    private final List<String> dictionary = new ArrayList<>();
    /// What was read last of its kind: most often it comes again.
    @Nullable
    NodeName lastNode;
    @Nullable
    ChannelId lastChannel;
    @Nullable
    ReplicaId lastReplica;
    private Bytes lastBytes = Bytes.EMPTY;

    ByteReader(byte[] array) {
        this(array, body -> body);
    }

    /// @param bodies
    ///            decides where the body of a message is kept
    ByteReader(byte[] array, UnaryOperator<Bytes> bodies) {
        this.array = array;
        this.bodies = bodies;
    }

    Bytes readBody() {
        return bodies.apply(Bytes.of(readBytes()));
    }

    int remaining() {
        return array.length - position;
    }

    int readByte() {
        need(1);
        return array[position++] & 0xFF;
    }

    long readFixed() {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | readByte();
        }
        return value;
    }

    long readLong() {
        long raw = readUnsigned();
        return (raw >>> 1) ^ -(raw & 1);
    }

    int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw new IllegalArgumentException("a number does not fit into 32 bits: " + value);
        }
        return (int) value;
    }

    long readUnsigned() {
        if (position < array.length && array[position] >= 0) {
            return array[position++];
        }
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number has more than 64 bits");
    }

    /// A count of things each of which takes one byte at least.
    int readCount() {
        long count = readUnsigned();
        if (count < 0 || count > remaining()) {
            throw new IllegalArgumentException(
                    count + " things announced, but only " + remaining() + " bytes are left");
        }
        return (int) count;
    }

    byte[] readBytes() {
        return readRaw(readCount());
    }

    /// Bytes that are often the same as those read before by this method; then they are the same object.
    Bytes readSharedBytes() {
        int length = readCount();
        byte[] last = lastBytes.array();
        if (Arrays.equals(array, position, position + length, last, 0, last.length)) {
            position += length;
        } else {
            lastBytes = Bytes.of(readRaw(length));
        }
        return lastBytes;
    }

    boolean readTruth() {
        int value = readByte();
        if (value > 1) {
            throw new IllegalArgumentException("neither true nor false: " + value);
        }
        return value == 1;
    }

    String readText() {
        long head = readUnsigned();
        long rest = head >>> 1;
        if ((head & 1) == 1) {
            if (rest >= dictionary.size()) {
                throw new IllegalArgumentException("text " + rest + " is referred to, but was not written");
            }
            return dictionary.get((int) rest);
        }
        if (rest > remaining()) {
            throw new IllegalArgumentException(
                    "a text of " + rest + " bytes announced, but only " + remaining() + " are left");
        }
        String text = new String(array, position, (int) rest, StandardCharsets.UTF_8);
        position += (int) rest;
        if (dictionary.size() < ByteWriter.DICTIONARY) {
            dictionary.add(text);
        }
        return text;
    }

    void enter() {
        if (++depth > MAXIMUM_DEPTH) {
            throw new IllegalArgumentException("nested more than " + MAXIMUM_DEPTH + " deep");
        }
    }

    void leave() {
        depth--;
    }

    private byte[] readRaw(int length) {
        need(length);
        byte[] bytes = Arrays.copyOfRange(array, position, position + length);
        position += length;
        return bytes;
    }

    private void need(int bytes) {
        if (remaining() < bytes) {
            throw new IllegalArgumentException("ends after " + array.length + " bytes in the middle of a message");
        }
    }
}
