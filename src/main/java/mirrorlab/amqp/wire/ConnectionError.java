package mirrorlab.amqp.wire;

/// What a client did that costs it the connection. The message is the whole reply text.
@SuppressWarnings("serial")
public final class ConnectionError extends Exception {
    private final ReplyCode code;
    private final int classId;
    private final int methodId;

    /// @param classId
    ///            and methodId of the method that failed, 0 when none did
    public ConnectionError(ReplyCode code, String explanation, int classId, int methodId) {
        super(code.saying(explanation), null, false, false);
        this.code = code;
        this.classId = classId;
        this.methodId = methodId;
    }

    public ConnectionError(ReplyCode code, String explanation) {
        this(code, explanation, 0, 0);
    }

    /// A frame that cannot be understood or has no place here, in RabbitMQ's words: at most its first 16 octets
    /// are shown.
    static ConnectionError ofFrame(ReplyCode code, int type, byte[] payload, String trouble) {
        return new ConnectionError(code, "type " + type + ", " + Octets.snippet(payload) + trouble);
    }

    public ReplyCode code() {
        return code;
    }

    public int classId() {
        return classId;
    }

    public int methodId() {
        return methodId;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
