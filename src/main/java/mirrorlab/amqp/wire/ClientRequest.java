package mirrorlab.amqp.wire;

import java.util.Map;
import mirrorlab.channel.ClientMethod;

/// One method frame of a client, decoded.
public sealed interface ClientRequest {

    /// A method without content that the core answers.
    record ForCore(ClientMethod method) implements ClientRequest {}

    /// basic.publish: header and bodies follow.
    record Publish(String exchange, String routingKey, boolean mandatory) implements ClientRequest {}

    record OpenChannel() implements ClientRequest {}

    record CloseChannel(int replyCode, String replyText) implements ClientRequest {}

    record CloseChannelOk() implements ClientRequest {}

    /// channel.flow, which RabbitMQ takes from clients only to say that flow is on.
    record FlowOn() implements ClientRequest {}

    /// access.request, answered for the sake of old clients.
    record RequestAccess() implements ClientRequest {}

    record StartOk(Map<String, Object> properties, String mechanism, byte[] response) implements ClientRequest {}

    /// @param heartbeat
    ///            seconds, 0 for none
    record TuneOk(int channelMax, int frameMax, int heartbeat) implements ClientRequest {}

    record OpenConnection(String virtualHost) implements ClientRequest {}

    /// connection.update-secret. As with RabbitMQ's own accounts, the secret itself changes nothing: it is not kept.
    record UpdateSecret(String reason) implements ClientRequest {}

    record CloseConnection(int replyCode, String replyText) implements ClientRequest {}

    record CloseConnectionOk() implements ClientRequest {}
}
