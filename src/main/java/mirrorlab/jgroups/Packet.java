package mirrorlab.jgroups;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.vocabulary.NodeName;

/// What two nodes say to each other. Bytes: kind (1), from (8), to (8), then the kind's own; numbers are big-endian.
sealed interface Packet {
    int HIGHEST_PORT = 65_535;
    int HEADER = 1 + Long.BYTES + Long.BYTES;

    /// The sender's number of the link.
    long from();

    /// The receiver's number of the link; 0 in a greeting when the sender has not heard it.
    long to();

    /// @param port
    ///            where the sender can be reached, so that a node that joins later need not be told to anybody
    record Greeting(long from, long to, long incarnation, int port, NodeName name) implements Packet {}

    /// @param sequence
    ///            1 for a link's first packet of frames, then one more each time
    record Frames(long from, long to, long sequence, List<byte[]> frames) implements Packet {}

    /// @param received
    ///            the sequence of the last packet of frames that came in
    record Beat(long from, long to, long received) implements Packet {}

    record Farewell(long from, long to) implements Packet {}

    default byte[] encode() {
        byte[] bytes = new byte[Math.addExact(HEADER, ownSize())];
        ByteBuffer out = ByteBuffer.wrap(bytes);
        switch (this) {
            case Greeting greeting -> start(out, 'G').putLong(greeting.incarnation).putInt(greeting.port)
                    .put(text(greeting.name));
            case Frames packet -> {
                start(out, 'F').putLong(packet.sequence);
                packet.frames.forEach(frame -> out.putInt(frame.length).put(frame));
            }
            case Beat beat -> start(out, 'B').putLong(beat.received);
            case Farewell _ -> start(out, 'E');
        }
        return bytes;
    }

    private ByteBuffer start(ByteBuffer out, char kind) {
        return out.put((byte) kind).putLong(from()).putLong(to());
    }

    /// Bytes after the header.
    private int ownSize() {
        return switch (this) {
            case Greeting greeting -> Long.BYTES + Integer.BYTES + text(greeting.name).length;
            case Frames packet -> {
                int size = Long.BYTES;
                for (byte[] frame : packet.frames) {
                    size = Math.addExact(size, Integer.BYTES + frame.length);
                }
                yield size;
            }
            case Beat _ -> Long.BYTES;
            case Farewell _ -> 0;
        };
    }

    private static byte[] text(NodeName name) {
        return name.value().getBytes(StandardCharsets.UTF_8);
    }

    static Packet decode(byte[] bytes, int offset, int length) throws MalformedPacketException {
        try {
            ByteBuffer in = ByteBuffer.wrap(bytes, offset, length);
            byte kind = in.get();
            long from = in.getLong();
            long to = in.getLong();
            return switch (kind) {
                case 'G' -> new Greeting(from, to, in.getLong(), port(in), name(in));
                case 'F' -> new Frames(from, to, in.getLong(), frames(in));
                case 'B' -> new Beat(from, to, in.getLong());
                case 'E' -> new Farewell(from, to);
                default -> throw new MalformedPacketException("a packet of kind " + kind + " is not known");
            };
        } catch (BufferUnderflowException e) {
            throw new MalformedPacketException("a packet of " + length + " bytes ends too early");
        }
    }

    private static int port(ByteBuffer in) throws MalformedPacketException {
        int port = in.getInt();
        if (port < 1 || port > HIGHEST_PORT) {
            throw new MalformedPacketException("a greeting's port is " + port + ", expected 1 to " + HIGHEST_PORT);
        }
        return port;
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
