package mirrorlab.amqp.wire;

import com.rabbitmq.client.impl.Method;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mirrorlab.content.BlindKeys;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Message;

/// Writes frames into a buffer that goes to the socket when it is full or flushed. Used by one thread.
///
/// The methods that come once per message are laid down here; the others go through the codec of RabbitMQ's Java client.
public final class FrameWriter {
    private static final int SMALL = 4 * 1024;
    private static final int LARGE = 64 * 1024;
    /// No method that is laid down here is longer: three short strings and some numbers.
    private static final int METHOD_MAX = 1024;
    private static final int CLASS_BASIC = 60;

    private final OutputStream out;
    private int bodyMax;
    private byte[] buffer = new byte[SMALL];
    private int at;
    private int frame;

    /// @param frameMax
    ///            bytes of a whole frame
    public FrameWriter(OutputStream out, int frameMax) {
        this.out = out;
        frameMax(frameMax);
    }

    public void frameMax(int negotiated) {
        bodyMax = negotiated - FrameReader.OVERHEAD;
    }

    public void flush() throws IOException {
        if (at > 0) {
            out.write(buffer, 0, at);
            at = 0;
        }
    }

    public void raw(byte[] bytes) throws IOException {
        ensure(bytes.length);
        put(bytes, 0, bytes.length);
    }

    public void heartbeat() throws IOException {
        begin(FrameReader.HEARTBEAT, 0);
        end();
    }

    public void method(int channel, Method method) throws IOException {
        var bytes = new ByteArrayOutputStream(128);
        method.toFrame(channel).writeTo(new DataOutputStream(bytes));
        raw(bytes.toByteArray());
    }

    FrameWriter beginMethod(int channel, int classAndMethod) throws IOException {
        begin(FrameReader.METHOD, channel);
        word(MethodId.classOf(classAndMethod));
        word(MethodId.methodOf(classAndMethod));
        return this;
    }

    FrameWriter octet(int value) {
        buffer[at++] = (byte) value;
        return this;
    }

    FrameWriter word(int value) {
        return octet(value >> 8).octet(value);
    }

    FrameWriter doubleWord(long value) {
        return word((int) (value >> 16)).word((int) value);
    }

    FrameWriter longlong(long value) {
        return doubleWord(value >> 32).doubleWord(value);
    }

    FrameWriter shortstr(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var length = Math.min(bytes.length, 255);
        octet(length);
        put(bytes, 0, length);
        return this;
    }

    void end() {
        var length = at - frame - (FrameReader.OVERHEAD - 1);
        octet(FrameReader.END);
        var after = at;
        at = frame + 3;
        doubleWord(length);
        at = after;
    }

    /// A message's header and bodies.
    void content(int channel, Message message) throws IOException {
        var properties = BlindKeys.without(message.properties());
        ensure(METHOD_MAX + properties.size());
        begin(FrameReader.HEADER, channel);
        word(CLASS_BASIC).word(0).longlong(message.body().size());
        put(properties.array(), 0, properties.size());
        end();
        for (var from = 0; from < message.body().size(); from += bodyMax) {
            body(channel, message.body(), from, Math.min(bodyMax, message.body().size() - from));
        }
    }

    private void body(int channel, Bytes body, int from, int length) throws IOException {
        if (length > LARGE / 2) {
            flush();
            octet(FrameReader.BODY).word(channel).doubleWord(length);
            flush();
            out.write(body.array(), from, length);
            octet(FrameReader.END);
            return;
        }
        ensure(length + FrameReader.OVERHEAD);
        octet(FrameReader.BODY).word(channel).doubleWord(length);
        put(body.array(), from, length);
        octet(FrameReader.END);
    }

    private void begin(int type, int channel) throws IOException {
        ensure(METHOD_MAX);
        frame = at;
        octet(type).word(channel).doubleWord(0);
    }

    private void put(byte[] bytes, int from, int length) {
        System.arraycopy(bytes, from, buffer, at, length);
        at += length;
    }

    private void ensure(int count) throws IOException {
        if (count <= buffer.length - at) {
            return;
        }
        if (buffer.length >= LARGE) {
            flush();
        }
        if (count > buffer.length - at) {
            buffer = Arrays.copyOf(buffer, Math.max(at + count, Math.min(LARGE, 2 * buffer.length)));
        }
    }
}
