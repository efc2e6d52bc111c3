package mirrorlab.amqp;

import com.rabbitmq.client.impl.AMQImpl;
import java.io.IOException;
import mirrorlab.amqp.DoorChannel.Phase;
import mirrorlab.amqp.wire.ChannelError;
import mirrorlab.amqp.wire.ClientRequest;
import mirrorlab.amqp.wire.ConnectionError;
import mirrorlab.amqp.wire.ContentAssembly;
import mirrorlab.amqp.wire.FrameReader;
import mirrorlab.amqp.wire.MethodReader;
import mirrorlab.amqp.wire.ReplyCode;
import mirrorlab.broker.Input;

/// What a client says after its connection is open, frame by frame, until its socket ends. Runs on the connection's
/// reading thread; what it posts is in the order that was read.
final class Conversation {
    private final AmqpConnection connection;
    private final FrameReader frames;
    private final MethodReader methods = new MethodReader();

    Conversation(AmqpConnection connection, FrameReader frames) {
        this.connection = connection;
        this.frames = frames;
    }

    /// Returns when the client closed its side or has said its last word.
    void run() throws IOException, InterruptedException {
        var goesOn = true;
        while (goesOn) {
            try {
                goesOn = frames.read() && (connection.closing() ? !lastWord() : handled());
            } catch (ConnectionError mistake) {
                goesOn = connection.fail(mistake);
                if (goesOn && !frames.inStep()) {
                    frames.drain();
                    return;
                }
            }
        }
    }

    /// The connection is being closed: everything is swallowed but the client's part of that.
    private boolean lastWord() {
        if (frames.channel() == 0 && frames.isMethod(10, 50)) {
            connection.crossedClose();
        }
        return frames.channel() == 0 && frames.isMethod(10, 51);
    }

    private boolean handled() throws ConnectionError, InterruptedException {
        var channel = frames.channel();
        switch (frames.type()) {
            case FrameReader.METHOD -> {
                if (channel == 0) {
                    connectionMethod();
                } else {
                    channelMethod(channel);
                }
            }
            case FrameReader.HEADER, FrameReader.BODY -> content(channel);
            case FrameReader.HEARTBEAT -> heartbeat(channel);
            default -> throw frames.malformed(": unknown_frame");
        }
        return true;
    }

    private void heartbeat(int channel) throws ConnectionError {
        if (frames.length() > 0) {
            throw frames.malformed(": unknown_frame");
        }
        if (channel != 0) {
            throw frames.unexpected();
        }
    }

    private void connectionMethod() throws ConnectionError, InterruptedException {
        switch (methods.read(frames)) {
            case ClientRequest.CloseConnection(var code, var text) -> connection.closedByClient(code, text);
            case ClientRequest.UpdateSecret _ -> connection.reply(0, new AMQImpl.Connection.UpdateSecretOk());
            default -> throw frames.misplacedMethod(ReplyCode.CHANNEL_ERROR,
                    "unexpected method in connection state running");
        }
    }

    private void channelMethod(int number) throws ConnectionError, InterruptedException {
        var channel = connection.channels().get(number);
        if (channel == null) {
            open(number);
        } else if (channel.phase() != Phase.OPEN) {
            swallow(channel);
        } else {
            channel.content.expectMethod();
            onOpenChannel(channel, methods.read(frames));
        }
    }

    private void open(int number) throws ConnectionError, InterruptedException {
        if (!(methods.read(frames) instanceof ClientRequest.OpenChannel)) {
            throw frames.misplacedMethod(ReplyCode.CHANNEL_ERROR, "expected 'channel.open'");
        }
        connection.open(number);
    }

    private void onOpenChannel(DoorChannel channel, ClientRequest request)
            throws ConnectionError, InterruptedException {
        switch (request) {
            case ClientRequest.Publish publish -> channel.content.begin(publish);
            case ClientRequest.ForCore(var method) ->
                connection.postQuietly(new Input.FromClient(connection.id(), channel.number, method));
            case ClientRequest.CloseChannel _ -> close(channel);
            case ClientRequest.FlowOn() -> connection.reply(channel.number, new AMQImpl.Channel.FlowOk(true));
            case ClientRequest.RequestAccess() -> connection.reply(channel.number, new AMQImpl.Access.RequestOk(1));
            case ClientRequest.OpenChannel() ->
                throw frames.misplacedMethod(ReplyCode.CHANNEL_ERROR, "second 'channel.open' seen");
            case ClientRequest.CloseChannelOk _,ClientRequest.StartOk _, // none of these has a place here
            ClientRequest.TuneOk _,ClientRequest.OpenConnection _, //
            ClientRequest.UpdateSecret _,ClientRequest.CloseConnection _,ClientRequest.CloseConnectionOk _ ->
                throw frames.misplacedMethod(ReplyCode.COMMAND_INVALID, "unimplemented method");
        }
    }

    private void close(DoorChannel channel) throws InterruptedException {
        if (channel.move(Phase.OPEN, Phase.CLOSING)) {
            connection.post(new Input.ChannelClosed(connection.id(), channel.number));
        } else {
            swallow(channel);
        }
    }

    /// A frame for a channel that has failed or is being closed.
    private void swallow(DoorChannel channel) {
        if (frames.isMethod(20, 41) && channel.phase() == Phase.FAILED) {
            connection.channels().forget(channel);
        } else if (frames.isMethod(20, 40) && !channel.move(Phase.REFUSED, Phase.CLOSING)
                && channel.phase() == Phase.FAILED) {
            connection.reply(channel.number, new AMQImpl.Channel.CloseOk());
        }
    }

    private void content(int number) throws ConnectionError, InterruptedException {
        if (number == 0) {
            throw frames.unexpected();
        }
        var channel = connection.channels().get(number);
        if (channel == null) {
            throw ContentAssembly.methodExpected();
        }
        if (channel.phase() != Phase.OPEN) {
            return;
        }
        try {
            var publish = frames.type() == FrameReader.HEADER
                    ? channel.content.header(frames)
                    : channel.content.body(frames);
            if (publish != null) {
                connection.publish(number, publish);
            }
        } catch (ChannelError mistake) {
            if (channel.refuse(mistake)) {
                connection.post(new Input.ChannelClosed(connection.id(), number));
            }
        }
    }
}
