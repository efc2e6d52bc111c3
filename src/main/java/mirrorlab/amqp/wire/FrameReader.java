package mirrorlab.amqp.wire;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Cuts a client's bytes into frames. What {@link #read} found is looked at in place and valid until the next read.
///
/// The buffer starts small, because a lab has many idle connections, and doubles while reads fill it.
public final class FrameReader {
    public static final int METHOD = 1;
    public static final int HEADER = 2;
    public static final int BODY = 3;
    public static final int HEARTBEAT = 8;
    /// Type, channel and length before the payload, the end marker after it.
    static final int OVERHEAD = 8;
    static final int END = 0xCE;

    private static final int SMALL = 4 * 1024;
    private static final int LARGE = 64 * 1024;

    private final InputStream in;
    private int frameMax;
    private byte[] buffer = new byte[SMALL];
    private int start;
    private int end;
    private int frame;
    private int length;
    private boolean inStep = true;

    public FrameReader(InputStream in, int frameMax) {
        this.in = in;
        this.frameMax = frameMax;
    }

    public void frameMax(int negotiated) {
        frameMax = negotiated;
    }

    /// The first eight bytes of a connection.
    ///
    /// @return fewer than asked for when the client closed before
    public byte[] protocolHeader() throws IOException {
        have(OVERHEAD);
        var header = Arrays.copyOfRange(buffer, start, Math.min(end, start + OVERHEAD));
        start += header.length;
        return header;
    }

    /// Waits for the next frame.
    ///
    /// @return false when the client closed its side
    /// @throws ConnectionError
    ///             for a frame that is longer than negotiated (nothing after it can be read) or has a wrong end marker
    public boolean read() throws IOException, ConnectionError {
        if (!have(OVERHEAD - 1)) {
            return false;
        }
        frame = start;
        var announced = (long) word(start + 3) << 16 | word(start + 5);
        if (announced > frameMax) { // as RabbitMQ: eight more than it says
            inStep = false;
            throw ConnectionError.ofFrame(ReplyCode.FRAME_ERROR, type(), new byte[0],
                    ": {frame_too_large," + announced + "," + (frameMax - OVERHEAD) + "}");
        }
        length = (int) announced;
        if (!have(length + OVERHEAD)) {
            return false;
        }
        frame = start;
        start += length + OVERHEAD;
        var marker = buffer[start - 1] & 0xFF;
        if (marker != END) {
            throw malformed(": {invalid_frame_end_marker," + marker + "}");
        }
        return true;
    }

    /// Reads on to the client's end of the stream and keeps nothing.
    public void drain() throws IOException {
        while (in.read(buffer) >= 0) {
            start = 0;
            end = 0;
        }
    }

    public int type() {
        return buffer[frame] & 0xFF;
    }

    public int channel() {
        return word(frame + 1);
    }

    public int length() {
        return length;
    }

    int shortAt(int offset) {
        return word(payload() + offset);
    }

    ArgumentReader argumentsFrom(int offset) {
        return new ArgumentReader(buffer, payload() + offset, payload() + length);
    }

    byte[] copy(int from, int to) {
        return Arrays.copyOfRange(buffer, payload() + from, payload() + to);
    }

    void copyInto(byte[] target, int at) {
        System.arraycopy(buffer, payload(), target, at, length);
    }

    boolean samePayload(int from, byte[] other) {
        return Arrays.equals(buffer, payload() + from, payload() + length, other, 0, other.length);
    }

    /// This frame cannot be understood.
    public ConnectionError malformed(String trouble) {
        return ConnectionError.ofFrame(ReplyCode.FRAME_ERROR, type(), copy(0, length), trouble);
    }

    /// This frame's method has no place here.
    public ConnectionError misplacedMethod(ReplyCode code, String explanation) {
        return new ConnectionError(code, explanation, shortAt(0), shortAt(2));
    }

    /// Whether this is that method's frame.
    public boolean isMethod(int classId, int methodId) {
        return type() == METHOD && length >= 4 && shortAt(0) == classId && shortAt(2) == methodId;
    }

    /// Whether the place of the next frame is known.
    public boolean inStep() {
        return inStep;
    }

    /// This frame has no place here.
    public ConnectionError unexpected() {
        return ConnectionError.ofFrame(ReplyCode.UNEXPECTED_FRAME, type(), copy(0, length), "");
    }

    private int payload() {
        return frame + OVERHEAD - 1;
    }

    private int word(int at) {
        return (buffer[at] & 0xFF) << 8 | (buffer[at + 1] & 0xFF);
    }

    private boolean have(int count) throws IOException {
        if (end - start >= count) {
            return true;
        }
        makeRoom(count);
        while (end - start < count) {
            var read = in.read(buffer, end, buffer.length - end);
            if (read < 0) {
                return false;
            }
            end += read;
        }
        return true;
    }

    private void makeRoom(int count) {
        var target = buffer;
        if (end == buffer.length && buffer.length < LARGE || count > buffer.length) {
            target = new byte[Math.max(count, Math.min(LARGE, buffer.length * 2))];
        }
        System.arraycopy(buffer, start, target, 0, end - start);
        buffer = target;
        end -= start;
        start = 0;
    }
}
