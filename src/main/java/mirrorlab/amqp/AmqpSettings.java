package mirrorlab.amqp;

import java.time.Duration;

/// What a node's door is told when it is built.
///
/// @param node
///            names threads and log lines: `rabbit1@localhost`
/// @param cluster
///            the cluster's name, as clients are told
/// @param port
///            on 127.0.0.1, 0 for any that is free
/// @param frameMax
///            bytes of a whole frame, the highest that is negotiated
/// @param heartbeat
///            seconds that are proposed; the client decides, 0 switches heartbeats off
/// @param bodyMax
///            bytes of one message's body
/// @param outgoingMax
///            bytes that may wait for one client that does not read; more closes its connection. Larger than a body
/// @param handshakeTimeout
///            from accept to connection.open
/// @param closeTimeout
///            how long a connection waits for the client's last word
public record AmqpSettings(String node, String cluster, int port, String version, int channelMax, int frameMax,
        int heartbeat,
        int bodyMax, int connectionMax, long outgoingMax,
        Duration handshakeTimeout, Duration closeTimeout) {
    private static final int MIB = 1024 * 1024;

    /// RabbitMQ's numbers: 2047 channels, frames of 128 KiB, heartbeats of 60 s, messages of 128 MiB.
    public static AmqpSettings of(String node, int port, String version) {
        return new AmqpSettings(node, node, port, version, 2047, 128 * 1024, 60,
                128 * MIB,
                10_000, 256L * MIB, Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    public AmqpSettings inCluster(String name) {
        return new AmqpSettings(node, name, port, version, channelMax, frameMax, heartbeat, bodyMax, connectionMax,
                outgoingMax, handshakeTimeout, closeTimeout);
    }

    public AmqpSettings withLimits(int channels, int frame, int body, int connections, long outgoing) {
        return new AmqpSettings(node, cluster, port, version, channels, frame, heartbeat, body, connections,
                outgoing, handshakeTimeout, closeTimeout);
    }

    public AmqpSettings withTimes(int heartbeatSeconds, Duration handshake, Duration close) {
        return new AmqpSettings(node, cluster, port, version, channelMax, frameMax, heartbeatSeconds,
                bodyMax,
                connectionMax, outgoingMax, handshake, close);
    }
}
