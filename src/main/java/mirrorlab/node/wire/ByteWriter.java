package mirrorlab.node.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Grows as it is written to. Confined to one thread.
final class ByteWriter {
    /// Texts that later ones in the same frame may refer to; few, because each is looked for by comparing.
    static final int DICTIONARY = 48;
    private static final int KEPT_CAPACITY = 1 << 16;

    private byte[] array = new byte[512];
    private int size;
    private final String[] dictionary = new String[DICTIONARY];
    private int words;

    int size() {
        return size;
    }

    void writeByte(int value) {
        ensure(1);
        array[size++] = (byte) value;
    }

    /// Eight bytes, the most significant first.
    void writeFixed(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            writeByte((int) (value >>> shift));
        }
    }

    /// Small numbers of either sign are short.
    void writeLong(long value) {
        writeUnsigned((value << 1) ^ (value >> 63));
    }

    void writeUnsigned(long value) {
        ensure(10);
        if ((value & ~0x7FL) == 0) {
            array[size++] = (byte) value;
            return;
        }
        long left = value;
        while ((left & ~0x7FL) != 0) {
            array[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        array[size++] = (byte) left;
    }

    void writeBytes(byte[] bytes) {
        writeUnsigned(bytes.length);
        writeRaw(bytes);
    }

    /// `length * 2` and the text, or `number * 2 + 1` of a text that was written before.
    @SuppressWarnings("ReferenceEquality") // first: most often it is the very same
    void writeText(String text) {
        for (int i = 0; i < words; i++) {
            if (dictionary[i] == text) {
                writeUnsigned(i * 2L + 1);
                return;
            }
        }
        for (int i = 0; i < words; i++) {
            if (dictionary[i].equals(text)) {
                writeUnsigned(i * 2L + 1);
                return;
            }
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writeUnsigned(bytes.length * 2L);
        writeRaw(bytes);
        if (words < DICTIONARY) {
            dictionary[words++] = text;
        }
    }

    private void writeRaw(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, array, size, bytes.length);
        size += bytes.length;
    }

    private void ensure(int more) {
        if (array.length - size < more) {
            long wanted = Math.max(array.length * 2L, (long) size + more);
            if (size + (long) more > PeerCodec.MAXIMUM_FRAME) {
                throw new IllegalArgumentException("a frame may have " + PeerCodec.MAXIMUM_FRAME + " bytes at most");
            }
            array = Arrays.copyOf(array, (int) Math.min(wanted, PeerCodec.MAXIMUM_FRAME));
        }
    }

    /// What was written; the writer is empty again.
    byte[] take() {
        byte[] taken = Arrays.copyOf(array, size);
        Arrays.fill(dictionary, 0, words, "");
        words = 0;
        size = 0;
        if (array.length > KEPT_CAPACITY) {
            array = new byte[512];
        }
        return taken;
    }
}
