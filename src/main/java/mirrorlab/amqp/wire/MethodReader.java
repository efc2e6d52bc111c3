package mirrorlab.amqp.wire;

import mirrorlab.channel.ClientMethod;
import mirrorlab.content.MalformedContent;

/// Decodes a client's method frames. One per connection: it remembers the last exchange and routing key.
public final class MethodReader {
    private String exchange = "";
    private String routingKey = "";

    /// @throws ConnectionError
    ///             501 when the frame cannot be decoded, 503 for a method that only a server sends, 540 for one that
    ///             this node does not serve
    public ClientRequest read(FrameReader frame) throws ConnectionError {
        if (frame.length() < 4) {
            throw frame.malformed(": unknown_frame");
        }
        var classId = frame.shortAt(0);
        var methodId = frame.shortAt(2);
        var arguments = frame.argumentsFrom(4);
        try {
            var request = decode(classId, methodId, arguments);
            if (!arguments.atEnd()) {
                throw new MalformedContent("goes on after its end");
            }
            return request;
        } catch (MalformedContent _) {
            throw new ConnectionError(ReplyCode.FRAME_ERROR, "cannot decode " + arguments.printed(), classId, methodId);
        }
    }

    private ClientRequest decode(int classId, int methodId, ArgumentReader in) throws ConnectionError {
        return switch (MethodId.of(classId, methodId)) {
            case MethodId.BASIC_PUBLISH -> publish(in);
            case MethodId.BASIC_ACK -> forCore(new ClientMethod.BasicAck(in.longlong(), bit(in)));
            case MethodId.BASIC_NACK -> nack(in.longlong(), in.octet());
            case MethodId.BASIC_REJECT -> forCore(new ClientMethod.BasicReject(in.longlong(), bit(in)));
            case MethodId.BASIC_GET -> forCore(new ClientMethod.BasicGet(named(in), bit(in)));
            case MethodId.BASIC_QOS -> qos(in.longSigned(), in.shortUnsigned(), bit(in));
            case MethodId.BASIC_CONSUME -> consume(named(in), in.shortstr(), in.octet(), in);
            case MethodId.BASIC_CANCEL -> forCore(new ClientMethod.BasicCancel(in.shortstr(), bit(in)));
            case MethodId.QUEUE_DECLARE -> declare(named(in), in.octet(), in);
            case MethodId.QUEUE_DELETE -> delete(named(in), in.octet());
            case MethodId.QUEUE_PURGE -> forCore(new ClientMethod.QueuePurge(named(in), bit(in)));
            case MethodId.BASIC_RECOVER_ASYNC -> recover(bit(in), MethodId.BASIC_RECOVER_ASYNC);
            case MethodId.BASIC_RECOVER -> recover(bit(in), MethodId.BASIC_RECOVER);
            case MethodId.QUEUE_BIND -> bindQueue(named(in), in.shortstr(), in.shortstr(), bit(in), in);
            case MethodId.QUEUE_UNBIND -> forCore(
                    new ClientMethod.QueueUnbind(named(in), in.shortstr(), in.shortstr(), in.table()));
            case MethodId.EXCHANGE_DECLARE -> declareExchange(named(in), in.shortstr(), in.octet(), in);
            case MethodId.EXCHANGE_DELETE -> deleteExchange(named(in), in.octet());
            case MethodId.EXCHANGE_BIND -> forCore(new ClientMethod.ExchangeBind(named(in), in.shortstr(),
                    in.shortstr(), bit(in), in.table()));
            case MethodId.EXCHANGE_UNBIND -> forCore(new ClientMethod.ExchangeUnbind(named(in), in.shortstr(),
                    in.shortstr(), bit(in), in.table()));
            case MethodId.CONFIRM_SELECT -> forCore(new ClientMethod.ConfirmSelect(bit(in)));
            case MethodId.TX_SELECT -> forCore(new ClientMethod.TxSelect());
            case MethodId.TX_COMMIT -> forCore(new ClientMethod.TxCommit());
            case MethodId.TX_ROLLBACK -> forCore(new ClientMethod.TxRollback());
            case MethodId.CHANNEL_OPEN -> openChannel(in);
            case MethodId.CHANNEL_CLOSE -> closeChannel(in);
            case MethodId.CHANNEL_CLOSE_OK -> new ClientRequest.CloseChannelOk();
            case MethodId.CHANNEL_FLOW -> flow(bit(in));
            case MethodId.ACCESS_REQUEST -> access(in);
            case MethodId.CONNECTION_START_OK -> startOk(in);
            case MethodId.CONNECTION_TUNE_OK ->
                new ClientRequest.TuneOk(in.shortUnsigned(), in.longSigned(), in.shortUnsigned());
            case MethodId.CONNECTION_OPEN -> openConnection(in);
            case MethodId.CONNECTION_CLOSE -> closeConnection(in);
            case MethodId.CONNECTION_UPDATE_SECRET -> updateSecret(in);
            case MethodId.CONNECTION_CLOSE_OK -> new ClientRequest.CloseConnectionOk();
            default -> throw MethodId.refusal(classId, methodId);
        };
    }

    private ClientRequest publish(ArgumentReader in) throws ConnectionError {
        in.shortUnsigned();
        exchange = in.shortstr(exchange);
        routingKey = in.shortstr(routingKey);
        var bits = in.octet();
        if ((bits & 2) != 0) {
            throw notImplemented("immediate=true", MethodId.BASIC_PUBLISH);
        }
        return new ClientRequest.Publish(exchange, routingKey, (bits & 1) != 0);
    }

    private static ClientRequest nack(long deliveryTag, int bits) {
        return forCore(new ClientMethod.BasicNack(deliveryTag, (bits & 1) != 0, (bits & 2) != 0));
    }

    private static ClientRequest qos(int prefetchSize, int prefetchCount, boolean global) throws ConnectionError {
        if (prefetchSize != 0) {
            throw notImplemented("prefetch_size!=0 (" + Integer.toUnsignedString(prefetchSize) + ")",
                    MethodId.BASIC_QOS);
        }
        return forCore(new ClientMethod.BasicQos(prefetchCount, global));
    }

    private static ClientRequest consume(String queue, String tag, int bits, ArgumentReader in) throws ConnectionError {
        return forCore(new ClientMethod.BasicConsume(queue, tag, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                (bits & 8) != 0, in.table()));
    }

    private static ClientRequest declare(String queue, int bits, ArgumentReader in) throws ConnectionError {
        return forCore(new ClientMethod.QueueDeclare(queue, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0,
                (bits & 8) != 0, (bits & 16) != 0, in.table()));
    }

    private static ClientRequest delete(String queue, int bits) {
        return forCore(new ClientMethod.QueueDelete(queue, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0));
    }

    private static ClientRequest declareExchange(String exchange, String type, int bits, ArgumentReader in)
            throws ConnectionError {
        return forCore(new ClientMethod.ExchangeDeclare(exchange, type, (bits & 1) != 0, (bits & 2) != 0,
                (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0, in.table()));
    }

    private static ClientRequest deleteExchange(String exchange, int bits) {
        return forCore(new ClientMethod.ExchangeDelete(exchange, (bits & 1) != 0, (bits & 2) != 0));
    }

    private static ClientRequest bindQueue(String queue, String exchange, String routingKey, boolean noWait,
            ArgumentReader in) throws ConnectionError {
        return forCore(new ClientMethod.QueueBind(queue, exchange, routingKey, noWait, in.table()));
    }

    private static ClientRequest recover(boolean requeue, int method) throws ConnectionError {
        if (!requeue) {
            throw notImplemented("requeue=false", method);
        }
        return forCore(new ClientMethod.BasicRecover(method == MethodId.BASIC_RECOVER));
    }

    private static ClientRequest openChannel(ArgumentReader in) throws ConnectionError {
        in.shortstr();
        return new ClientRequest.OpenChannel();
    }

    private static ClientRequest closeChannel(ArgumentReader in) throws ConnectionError {
        var close = new ClientRequest.CloseChannel(in.shortUnsigned(), in.shortstr());
        in.longSigned();
        return close;
    }

    private static ClientRequest flow(boolean active) throws ConnectionError {
        if (!active) {
            throw notImplemented("active=false", MethodId.CHANNEL_FLOW);
        }
        return new ClientRequest.FlowOn();
    }

    private static ClientRequest access(ArgumentReader in) throws ConnectionError {
        in.shortstr();
        in.octet();
        return new ClientRequest.RequestAccess();
    }

    private static ClientRequest startOk(ArgumentReader in) throws ConnectionError {
        var request = new ClientRequest.StartOk(in.table(), in.shortstr(), in.longstr());
        in.shortstr();
        return request;
    }

    private static ClientRequest openConnection(ArgumentReader in) throws ConnectionError {
        var open = new ClientRequest.OpenConnection(in.shortstr());
        in.shortstr();
        in.octet();
        return open;
    }

    private static ClientRequest updateSecret(ArgumentReader in) throws ConnectionError {
        in.longstr();
        return new ClientRequest.UpdateSecret(in.shortstr());
    }

    private static ClientRequest closeConnection(ArgumentReader in) throws ConnectionError {
        var close = new ClientRequest.CloseConnection(in.shortUnsigned(), in.shortstr());
        in.longSigned();
        return close;
    }

    private static ClientRequest forCore(ClientMethod method) {
        return new ClientRequest.ForCore(method);
    }

    /// A name behind the ticket of old.
    private static String named(ArgumentReader in) throws ConnectionError {
        in.shortUnsigned();
        return in.shortstr();
    }

    private static boolean bit(ArgumentReader in) {
        return (in.octet() & 1) != 0;
    }

    private static ConnectionError notImplemented(String explanation, int method) {
        return new ConnectionError(ReplyCode.NOT_IMPLEMENTED, explanation, MethodId.classOf(method),
                MethodId.methodOf(method));
    }
}
