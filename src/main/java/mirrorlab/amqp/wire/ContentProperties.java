package mirrorlab.amqp.wire;

/// The property list of a content header: 16 bits that say which properties follow, then these in the order of the
/// bits. It travels through the node as it came; the door checks that it can be read and looks for what the core
/// must know.
final class ContentProperties {
    private static final int CONTENT_TYPE = 1 << 15;
    private static final int CONTENT_ENCODING = 1 << 14;
    private static final int HEADERS = 1 << 13;
    private static final int DELIVERY_MODE = 1 << 12;
    private static final int PRIORITY = 1 << 11;
    private static final int CORRELATION_ID = 1 << 10;
    private static final int REPLY_TO = 1 << 9;
    private static final int EXPIRATION = 1 << 8;
    private static final int MESSAGE_ID = 1 << 7;
    private static final int TIMESTAMP = 1 << 6;
    private static final int TYPE = 1 << 5;
    private static final int USER_ID = 1 << 4;
    private static final int APPLICATION_ID = 1 << 3;
    private static final int CLUSTER_ID = 1 << 2;
    private static final int UNKNOWN = 3;

    private static final int[] SHORT_STRINGS_BEHIND_PRIORITY = {CORRELATION_ID, REPLY_TO, EXPIRATION, MESSAGE_ID};
    private static final int[] SHORT_STRINGS_BEHIND_TIMESTAMP = {TYPE, USER_ID, APPLICATION_ID, CLUSTER_ID};

    private ContentProperties() {}

    /// @return whether delivery-mode is 2
    /// @throws ConnectionError
    ///             502 when the list is not what its flags say
    static boolean persistent(ArgumentReader in) throws ConnectionError {
        try {
            var persistent = scan(in, in.shortUnsigned());
            if (!in.atEnd()) {
                throw new MalformedArguments("goes on after its end");
            }
            return persistent;
        } catch (MalformedArguments trouble) {
            throw new ConnectionError(ReplyCode.SYNTAX_ERROR, "content properties cannot be decoded: "
                    + trouble.getMessage(), MethodId.classOf(MethodId.BASIC_PUBLISH),
                    MethodId.methodOf(MethodId.BASIC_PUBLISH));
        }
    }

    private static boolean scan(ArgumentReader in, int flags) throws ConnectionError {
        if ((flags & UNKNOWN) != 0) {
            throw new MalformedArguments("unknown flags");
        }
        if ((flags & CONTENT_TYPE) != 0)
            in.shortstr();
        if ((flags & CONTENT_ENCODING) != 0)
            in.shortstr();
        if ((flags & HEADERS) != 0)
            in.skipTable();
        var persistent = (flags & DELIVERY_MODE) != 0 && in.octet() == 2;
        if ((flags & PRIORITY) != 0)
            in.octet();
        skipShortStrings(in, flags, SHORT_STRINGS_BEHIND_PRIORITY);
        if ((flags & TIMESTAMP) != 0)
            in.longlong();
        skipShortStrings(in, flags, SHORT_STRINGS_BEHIND_TIMESTAMP);
        return persistent;
    }

    private static void skipShortStrings(ArgumentReader in, int flags, int[] which) throws ConnectionError {
        for (var flag : which) {
            if ((flags & flag) != 0)
                in.shortstr();
        }
    }
}
