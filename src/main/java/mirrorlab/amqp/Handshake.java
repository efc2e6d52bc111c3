package mirrorlab.amqp;

import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.LongStringHelper;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.amqp.wire.ClientRequest;
import mirrorlab.amqp.wire.ConnectionError;
import mirrorlab.amqp.wire.FrameReader;
import mirrorlab.amqp.wire.MethodReader;
import mirrorlab.amqp.wire.ReplyCode;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import org.jspecify.annotations.Nullable;

/// From the protocol header to connection.open, which the connection answers once the core knows of it.
final class Handshake {
    private static final byte[] PROTOCOL = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
    /// How clients of 0-9 say it; RabbitMQ takes it for 0-9-1.
    private static final byte[] PROTOCOL_0_9 = {'A', 'M', 'Q', 'P', 1, 1, 0, 9};
    /// AMQP's frame-min-size.
    private static final int FRAME_MIN = 4096;
    private static final int CLASS_CONNECTION = 10;
    private static final long ANSWER_SECONDS = 60;

    private final AmqpConnection connection;
    private final FrameReader frames;
    private final MethodReader methods = new MethodReader();
    private final AmqpSettings settings;

    Handshake(AmqpConnection connection, FrameReader frames) {
        this.connection = connection;
        this.frames = frames;
        this.settings = connection.settings();
    }

    /// @throws HandshakeRefused
    ///             when the client is not told why, or told that its login is refused
    /// @throws ConnectionError
    ///             when it is told
    Session run() throws IOException, HandshakeRefused, ConnectionError, InterruptedException {
        header();
        connection.reply(0, new AMQImpl.Connection.Start(0, 9, ServerProperties.of(settings),
                LongStringHelper.asLongString(Login.MECHANISMS), LongStringHelper.asLongString("en_US")));
        var startOk = early(ClientRequest.StartOk.class, "starting");
        var user = authenticate(startOk);
        connection.reply(0,
                new AMQImpl.Connection.Tune(settings.channelMax(), settings.frameMax(), settings.heartbeat()));
        var tuneOk = tuned(early(ClientRequest.TuneOk.class, "tuning"));
        frames.frameMax(tuneOk.frameMax());
        connection.tuned(tuneOk.frameMax(), tuneOk.heartbeat());
        var open = next(ClientRequest.OpenConnection.class, "opening");
        if (ask(new AdminCommand.OpenVhost(user, open.virtualHost())) instanceof AdminReply.Refused(_, var text)) {
            throw new ConnectionError(ReplyCode.NOT_ALLOWED, text, CLASS_CONNECTION, 40);
        }
        var capabilities = startOk.properties().get("capabilities");
        return new Session(name(startOk.properties()), user, open.virtualHost(), tuneOk.channelMax(), tuneOk.frameMax(),
                tuneOk.heartbeat(), has(capabilities, "consumer_cancel_notify"),
                has(capabilities, "connection.blocked"), ClientProperties.shown(startOk.properties()));
    }

    private void header() throws IOException, HandshakeRefused {
        var header = frames.protocolHeader();
        if (Arrays.equals(header, PROTOCOL) || Arrays.equals(header, PROTOCOL_0_9)) {
            return;
        }
        if (header.length == PROTOCOL.length) {
            connection.raw(PROTOCOL);
        }
        if (header.length == 0) {
            throw new EOFException("client said nothing");
        }
        throw new HandshakeRefused("the first bytes are " + Arrays.toString(header) + ", expected AMQP 0 0 9 1", null);
    }

    private String authenticate(ClientRequest.StartOk startOk) throws HandshakeRefused, InterruptedException {
        Login login;
        try {
            login = Login.of(startOk.mechanism(), startOk.response());
        } catch (IllegalArgumentException malformed) {
            throw new HandshakeRefused(String.valueOf(malformed.getMessage()), null);
        }
        var refusal = refusal(login);
        if (!refusal.isEmpty()) {
            var told = new ConnectionError(ReplyCode.ACCESS_REFUSED, "Login was refused using authentication mechanism "
                    + login.mechanism() + ". For details see the broker logfile.");
            var tellable = has(startOk.properties().get("capabilities"), "authentication_failure_close");
            throw new HandshakeRefused(login.mechanism() + " login refused: " + refusal, tellable ? told : null);
        }
        return login.user();
    }

    /// The reason for the log, "" when the login is good.
    private String refusal(Login login) throws HandshakeRefused, InterruptedException {
        if (ask(new AdminCommand.LogIn(login.user(), login.password())) instanceof AdminReply.Refused(_, var text)) {
            return text;
        }
        return login.refusalFrom(connection.peerAddress());
    }

    private AdminReply ask(AdminCommand question) throws HandshakeRefused, InterruptedException {
        try {
            return connection.accounts().ask(question).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException silent) {
            throw new HandshakeRefused("the node does not say who may log in: " + silent, null);
        }
    }

    private ClientRequest.TuneOk tuned(ClientRequest.TuneOk asked) throws HandshakeRefused {
        within("channel_max", asked.channelMax(), 1, settings.channelMax());
        within("frame_max", asked.frameMax(), FRAME_MIN, settings.frameMax());
        return asked;
    }

    private static void within(String name, int asked, int min, int max) throws HandshakeRefused {
        if (asked == 0) {
            throw new HandshakeRefused(
                    "negotiated " + name + " = 0 (no limit) is higher than the maximum allowed value ("
                            + max + ")",
                    null);
        }
        if (asked < min || asked > max) {
            throw new HandshakeRefused(
                    "negotiated " + name + " = " + asked + " is " + (asked < min ? "lower" : "higher")
                            + " than the " + (asked < min ? "minimum" : "maximum") + " allowed value ("
                            + (asked < min ? min : max) + ")",
                    null);
        }
    }

    /// Before a client is tuned its mistakes are only logged.
    private <T extends ClientRequest> T early(Class<T> expected, String state) throws IOException, HandshakeRefused {
        try {
            return next(expected, state);
        } catch (ConnectionError mistake) {
            throw new HandshakeRefused(mistake.text() + " (state: " + state + ")", null);
        }
    }

    private <T extends ClientRequest> T next(Class<T> expected, String state) throws IOException, ConnectionError {
        do {
            if (!frames.read()) {
                throw new EOFException("client unexpectedly closed TCP connection");
            }
        } while (frames.type() == FrameReader.HEARTBEAT && frames.channel() == 0 && frames.length() == 0);
        if (frames.type() != FrameReader.METHOD || frames.channel() != 0) {
            throw frames.unexpected();
        }
        var request = methods.read(frames);
        if (!expected.isInstance(request)) {
            throw frames.misplacedMethod(ReplyCode.CHANNEL_ERROR, "unexpected method in connection state " + state);
        }
        return expected.cast(request);
    }

    private String name(Map<String, Object> properties) {
        return properties.get("connection_name") instanceof String given && !given.isBlank()
                ? given.substring(0, Math.min(given.length(), 255))
                : connection.endpoints();
    }

    private static boolean has(@Nullable Object capabilities, String name) {
        return capabilities instanceof Map<?, ?> map && Boolean.TRUE.equals(map.get(name));
    }
}
