package mirrorlab.amqp.wire;

/// What a client did that costs it the channel, noticed by the door itself. The message is the whole reply text.
@SuppressWarnings("serial")
public final class ChannelError extends Exception {
    private final ReplyCode code;
    private final int classId;
    private final int methodId;

    ChannelError(ReplyCode code, String explanation, int classId, int methodId) {
        super(code.saying(explanation), null, false, false);
        this.code = code;
        this.classId = classId;
        this.methodId = methodId;
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
