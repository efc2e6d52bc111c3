package mirrorlab.amqp.wire;

import java.util.Arrays;
import mirrorlab.channel.ClientMethod.BasicPublish;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// Puts one channel's publishes together: method, header, bodies. Room is taken as bodies come, not as a header claims.
///
/// Properties equal to the last message's are shared with it, as most publishers send the same again and again.
public final class ContentAssembly {
    private static final int CLASS_BASIC = 60;
    private static final int HEADER_OVERHEAD = 12;
    private static final int FIRST_ROOM = 256 * 1024;

    private final int bodyMax;
    private ClientRequest.@Nullable Publish publish;
    private boolean headerSeen;
    private Bytes properties = Bytes.EMPTY;
    private boolean persistent;
    private int priority;
    private @Nullable String expiration;
    private byte[] body = new byte[0];
    private int filled;
    private int size;

    /// @param bodyMax
    ///            bytes
    public ContentAssembly(int bodyMax) {
        this.bodyMax = bodyMax;
    }

    /// @throws ConnectionError
    ///             when the content of the publish before is not complete
    public void begin(ClientRequest.Publish next) throws ConnectionError {
        expectMethod();
        publish = next;
        headerSeen = false;
    }

    /// A method frame has come: is it in place?
    public void expectMethod() throws ConnectionError {
        if (publish != null) {
            throw headerSeen ? bodyExpected() : headerExpected("non content header frame");
        }
    }

    /// @return the whole publish when it has no body
    /// @throws ChannelError
    ///             406 when the body would be too large
    public @Nullable BasicPublish header(FrameReader frame) throws ConnectionError, ChannelError {
        if (frame.length() < HEADER_OVERHEAD + 2) {
            throw frame.malformed(": unknown_frame");
        }
        var begun = begun();
        if (headerSeen) {
            throw bodyExpected();
        }
        if (frame.shortAt(0) != CLASS_BASIC) {
            throw headerExpected("one for class " + frame.shortAt(0));
        }
        if (frame.shortAt(2) != 0) {
            throw headerExpected("non content header frame"); // what RabbitMQ says to a weight
        }
        var announced = frame.argumentsFrom(4).longlong();
        if (announced < 0 || announced > bodyMax) {
            publish = null;
            throw new ChannelError(ReplyCode.PRECONDITION_FAILED, "message size " + Long.toUnsignedString(announced)
                    + " is larger than configured max size " + bodyMax, CLASS_BASIC, 40);
        }
        readProperties(frame);
        headerSeen = true;
        size = (int) announced;
        filled = 0;
        return size == 0 ? complete(begun, Bytes.EMPTY) : null;
    }

    /// @return the whole publish when this was its last body frame
    public @Nullable BasicPublish body(FrameReader frame) throws ConnectionError {
        var begun = begun();
        if (!headerSeen) {
            throw headerExpected("non content header frame");
        }
        if (frame.length() > size - filled) {
            throw new ConnectionError(ReplyCode.FRAME_ERROR, "content body is longer than the " + size
                    + " bytes that its header announced", CLASS_BASIC, 40);
        }
        if (frame.length() == size) {
            return complete(begun, Bytes.of(frame.copy(0, size)));
        }
        makeRoom(filled + frame.length());
        frame.copyInto(body, filled);
        filled += frame.length();
        return filled == size ? complete(begun, Bytes.of(body)) : null;
    }

    private void readProperties(FrameReader frame) throws ConnectionError {
        if (!frame.samePayload(HEADER_OVERHEAD, properties.array())) {
            var read = ContentProperties.read(frame.argumentsFrom(HEADER_OVERHEAD));
            priority = read.priority() == null ? 0 : read.priority();
            expiration = read.expiration();
            persistent = read.deliveryMode() != null && read.deliveryMode() == 2;
            properties = Bytes.of(frame.copy(HEADER_OVERHEAD, frame.length()));
        }
    }

    private void makeRoom(int needed) {
        if (filled == 0) {
            body = new byte[Math.min(size, Math.max(needed, FIRST_ROOM))];
        } else if (needed > body.length) {
            body = Arrays.copyOf(body, (int) Math.min(size, Math.max(needed, 2L * body.length)));
        }
    }

    private BasicPublish complete(ClientRequest.Publish begun, Bytes content) {
        publish = null;
        body = Bytes.EMPTY.array();
        return new BasicPublish(begun.exchange(), begun.routingKey(), begun.mandatory(), persistent, priority,
                expiration, properties, content);
    }

    private ClientRequest.Publish begun() throws ConnectionError {
        if (publish == null) {
            throw methodExpected();
        }
        return publish;
    }

    /// Content where nothing was published.
    public static ConnectionError methodExpected() {
        return new ConnectionError(ReplyCode.UNEXPECTED_FRAME, "expected method frame, got non method frame instead");
    }

    private static ConnectionError headerExpected(String got) {
        return new ConnectionError(ReplyCode.UNEXPECTED_FRAME,
                "expected content header for class 60, got " + got + " instead", CLASS_BASIC, 40);
    }

    private static ConnectionError bodyExpected() {
        return new ConnectionError(ReplyCode.UNEXPECTED_FRAME,
                "expected content body, got non content body frame instead", CLASS_BASIC, 40);
    }
}
