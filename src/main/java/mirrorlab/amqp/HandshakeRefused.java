package mirrorlab.amqp;

import mirrorlab.amqp.wire.ConnectionError;
import org.jspecify.annotations.Nullable;

/// The handshake ends here. The message is for the log; a client that has not authenticated itself learns little, as
/// with RabbitMQ.
@SuppressWarnings("serial")
final class HandshakeRefused extends Exception {
    private final @Nullable ConnectionError told;

    /// @param told
    ///            what the client is told before its socket is closed, null for nothing
    HandshakeRefused(String reason, @Nullable ConnectionError told) {
        super(reason, null, false, false);
        this.told = told;
    }

    @Nullable
    ConnectionError told() {
        return told;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
