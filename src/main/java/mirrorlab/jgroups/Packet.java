package mirrorlab.jgroups;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// What two nodes say to each other. Bytes: kind (1), from (8), to (8), then the kind's own; numbers are big-endian.
sealed interface Packet {
    int HEADER = 1 + Long.BYTES + Long.BYTES;

    /// The sender's number of the link.
    long from();

    /// The receiver's number of the link; 0 in a greeting when the sender has not heard it.
    long to();

    record Greeting(long from, long to, long incarnation, NodeName name) implements Packet {
    }

    /// @param sequence 1 for a link's first packet of frames, then one more each time
    record Frames(long from, long to, long sequence, List<byte[]> frames) implements Packet {
    }

    /// @param received the sequence of the last packet of frames that came in
    record Beat(long from, long to, long received) implements Packet {
    }

    record Farewell(long from, long to) implements Packet {
    }

    default byte[] encode() {
        return switch (this) {
            case Greeting(long from, long to, long incarnation, NodeName name) -> {
                byte[] text = name.value().getBytes(StandardCharsets.UTF_8);
                yield start('G', from, to, Long.BYTES + text.length).putLong(incarnation).put(text).array();
            }
            case Frames(long from, long to, long sequence, List<byte[]> frames) -> {
                int size = Long.BYTES;
                for (byte[] frame : frames) {
                    size = Math.addExact(size, Integer.BYTES + frame.length);
                }
                ByteBuffer buffer = start('F', from, to, size).putLong(sequence);
                for (byte[] frame : frames) {
                    buffer.putInt(frame.length).put(frame);
                }
                yield buffer.array();
            }
            case Beat(long from, long to, long received) ->
                start('B', from, to, Long.BYTES).putLong(received).array();
            case Farewell(long from, long to) -> start('E', from, to, 0).array();
        };
    }

    private static ByteBuffer start(char kind, long from, long to, int size) {
        return ByteBuffer.allocate(HEADER + size).put((byte) kind).putLong(from).putLong(to);
    }

    static Packet decode(byte[] bytes, int offset, int length) throws MalformedPacketException {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
            byte kind = in.get();
            long from = in.getLong();
            long to = in.getLong();
            return switch (kind) {
                case 'G' -> new Greeting(from, to, in.getLong(), name(in));
                case 'F' -> new Frames(from, to, in.getLong(), frames(in));
                case 'B' -> new Beat(from, to, in.getLong());
                case 'E' -> new Farewell(from, to);
                default -> throw new MalformedPacketException("a packet of kind " + kind + " is not known");
            };
        } catch (BufferUnderflowException e) {
            throw new MalformedPacketException("a packet of " + length + " bytes ends too early");
        }
    }

    private static NodeName name(ByteBuffer in) throws MalformedPacketException {
        byte[] text = new byte[Math.min(in.remaining(), 4 * NodeName.MAXIMUM_LENGTH + 1)];
        in.get(text);
        try {
            return new NodeName(new String(text, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new MalformedPacketException("a greeting's name is wrong: " + e.getMessage());
        }
    }

    private static List<byte[]> frames(ByteBuffer in) throws MalformedPacketException {
        List<byte[]> frames = new ArrayList<>();
        while (in.hasRemaining()) {
            int length = in.getInt();
            if (length < 0 || length > in.remaining()) {
                throw new MalformedPacketException(
                        "a frame of " + length + " bytes stands where " + in.remaining() + " bytes are left");
            }
            byte[] frame = new byte[length];
            in.get(frame);
            frames.add(frame);
        }
        return frames;
    }
}
