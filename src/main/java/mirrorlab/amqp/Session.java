package mirrorlab.amqp;

import java.util.Map;

/// What a handshake agreed on.
///
/// @param name
///            the client's `connection_name`, or RabbitMQ's form `peer -> local`
/// @param heartbeat
///            seconds, 0 for none
/// @param cancelNotify
///            the client wants to hear of cancelled consumers (F-20)
/// @param blockedNotify
///            the client wants connection.blocked
/// @param properties
///            what the client says of itself, as far as lists show it
record Session(String name, String user, String virtualHost, int channelMax, int frameMax, int heartbeat,
        boolean cancelNotify, boolean blockedNotify, Map<String, Object> properties) {}
