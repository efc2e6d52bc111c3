package mirrorlab.amqp.wire;

import java.util.Map;

/// AMQP's numbers for classes and methods: class in the upper, method in the lower 16 bits.
final class MethodId {
    static final int CONNECTION_START_OK = 10 << 16 | 11;
    static final int CONNECTION_TUNE_OK = 10 << 16 | 31;
    static final int CONNECTION_OPEN = 10 << 16 | 40;
    static final int CONNECTION_CLOSE = 10 << 16 | 50;
    static final int CONNECTION_CLOSE_OK = 10 << 16 | 51;
    static final int CONNECTION_UPDATE_SECRET = 10 << 16 | 70;
    static final int CHANNEL_OPEN = 20 << 16 | 10;
    static final int CHANNEL_FLOW = 20 << 16 | 20;
    static final int CHANNEL_CLOSE = 20 << 16 | 40;
    static final int CHANNEL_CLOSE_OK = 20 << 16 | 41;
    static final int ACCESS_REQUEST = 30 << 16 | 10;
    static final int EXCHANGE_DECLARE = 40 << 16 | 10;
    static final int EXCHANGE_DELETE = 40 << 16 | 20;
    static final int EXCHANGE_BIND = 40 << 16 | 30;
    static final int EXCHANGE_UNBIND = 40 << 16 | 40;
    static final int QUEUE_BIND = 50 << 16 | 20;
    static final int QUEUE_UNBIND = 50 << 16 | 50;
    static final int QUEUE_DECLARE = 50 << 16 | 10;
    static final int QUEUE_PURGE = 50 << 16 | 30;
    static final int QUEUE_DELETE = 50 << 16 | 40;
    static final int BASIC_QOS = 60 << 16 | 10;
    static final int BASIC_CONSUME = 60 << 16 | 20;
    static final int BASIC_CANCEL = 60 << 16 | 30;
    static final int BASIC_PUBLISH = 60 << 16 | 40;
    static final int BASIC_RETURN = 60 << 16 | 50;
    static final int BASIC_DELIVER = 60 << 16 | 60;
    static final int BASIC_GET = 60 << 16 | 70;
    static final int BASIC_GET_OK = 60 << 16 | 71;
    static final int BASIC_ACK = 60 << 16 | 80;
    static final int BASIC_REJECT = 60 << 16 | 90;
    static final int BASIC_RECOVER_ASYNC = 60 << 16 | 100;
    static final int BASIC_RECOVER = 60 << 16 | 110;
    static final int BASIC_NACK = 60 << 16 | 120;
    static final int CONFIRM_SELECT = 85 << 16 | 10;
    static final int TX_SELECT = 90 << 16 | 10;
    static final int TX_COMMIT = 90 << 16 | 20;
    static final int TX_ROLLBACK = 90 << 16 | 30;

    /// What RabbitMQ takes from clients and this node does not yet.
    private static final Map<Integer, String> NOT_SERVED = Map.of(of(10, 21), "connection.secure-ok", of(20, 21),
            "channel.flow-ok");

    private MethodId() {}

    static int of(int classId, int methodId) {
        return classId << 16 | methodId;
    }

    static int classOf(int method) {
        return method >>> 16;
    }

    static int methodOf(int method) {
        return method & 0xFFFF;
    }

    /// 540 for a method that is known; what is left only a server sends, or nobody: RabbitMQ's text for the first.
    static ConnectionError refusal(int classId, int methodId) {
        var known = NOT_SERVED.get(of(classId, methodId));
        return known == null
                ? new ConnectionError(ReplyCode.COMMAND_INVALID, "unimplemented method", classId, methodId)
                : new ConnectionError(ReplyCode.NOT_IMPLEMENTED, known, classId, methodId);
    }
}
