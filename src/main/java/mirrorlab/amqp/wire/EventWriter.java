package mirrorlab.amqp.wire;

import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Method;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.vocabulary.Message;

/// Turns what the core tells a client into frames. One per connection, used by its writing thread.
///
/// Consecutive confirms of a channel become one with `multiple` when everything before them is settled; nothing else of
/// the connection overtakes them.
public final class EventWriter {
    private final FrameWriter out;
    private final Map<Integer, ConfirmRun> confirms = new HashMap<>();
    private int runChannel;
    private long runEnd;
    private int runLength;

    public EventWriter(FrameWriter out) {
        this.out = out;
    }

    /// Everything written so far goes to the socket.
    public void flush() throws IOException {
        endRun();
        out.flush();
    }

    /// An answer that the door gives by itself.
    public void reply(int channel, Method method) throws IOException {
        endRun();
        if (method instanceof AMQImpl.Channel.OpenOk) {
            confirms.remove(channel);
        }
        out.method(channel, method);
    }

    public void heartbeat() throws IOException {
        endRun();
        out.heartbeat();
    }

    public void raw(byte[] bytes) throws IOException {
        out.raw(bytes);
    }

    public void frameMax(int negotiated) {
        out.frameMax(negotiated);
    }

    public void write(int channel, ClientEvent event) throws IOException {
        if (event instanceof ClientEvent.Confirmed(var sequence, var multiple)) {
            confirmed(channel, sequence, multiple);
            return;
        }
        endRun();
        switch (event) {
            case ClientEvent.Delivered delivered -> delivered(channel, delivered);
            case ClientEvent.GetOk got -> got(channel, got);
            case ClientEvent.Returned returned -> returned(channel, returned);
            case ClientEvent.Confirmed _ -> throw new IllegalStateException("handled above");
            case ClientEvent.Nacked(var sequence, var multiple) -> {
                run(channel).settle(sequence, multiple);
                out.beginMethod(channel, MethodId.BASIC_NACK).longlong(sequence).octet(multiple ? 1 : 0).end();
            }
            case ClientEvent.QueueDeclared(var queue, var messages, var consumers) ->
                out.method(channel, new AMQImpl.Queue.DeclareOk(queue, count(messages), count(consumers)));
            case ClientEvent.QueueDeleted(var messages) ->
                out.method(channel, new AMQImpl.Queue.DeleteOk(count(messages)));
            case ClientEvent.QueuePurged(var messages) ->
                out.method(channel, new AMQImpl.Queue.PurgeOk(count(messages)));
            case ClientEvent.QueueBound() -> out.method(channel, new AMQImpl.Queue.BindOk());
            case ClientEvent.QueueUnbound() -> out.method(channel, new AMQImpl.Queue.UnbindOk());
            case ClientEvent.ExchangeDeclared() -> out.method(channel, new AMQImpl.Exchange.DeclareOk());
            case ClientEvent.ExchangeDeleted() -> out.method(channel, new AMQImpl.Exchange.DeleteOk());
            case ClientEvent.ExchangeBound() -> out.method(channel, new AMQImpl.Exchange.BindOk());
            case ClientEvent.ExchangeUnbound() -> out.method(channel, new AMQImpl.Exchange.UnbindOk());
            case ClientEvent.RecoverOk() -> out.method(channel, new AMQImpl.Basic.RecoverOk());
            case ClientEvent.TxSelectOk() -> out.method(channel, new AMQImpl.Tx.SelectOk());
            case ClientEvent.TxCommitOk() -> out.method(channel, new AMQImpl.Tx.CommitOk());
            case ClientEvent.TxRollbackOk() -> out.method(channel, new AMQImpl.Tx.RollbackOk());
            case ClientEvent.GetEmpty() -> out.method(channel, new AMQImpl.Basic.GetEmpty(""));
            case ClientEvent.ConsumeOk(var tag) -> out.method(channel, new AMQImpl.Basic.ConsumeOk(tag));
            case ClientEvent.CancelOk(var tag) -> out.method(channel, new AMQImpl.Basic.CancelOk(tag));
            case ClientEvent.ServerCancel(var tag) -> out.method(channel, new AMQImpl.Basic.Cancel(tag, true)); // F-20
            case ClientEvent.QosOk() -> out.method(channel, new AMQImpl.Basic.QosOk());
            case ClientEvent.ConfirmSelectOk() -> out.method(channel, new AMQImpl.Confirm.SelectOk());
            case ClientEvent.ChannelFailed(var code, var text, var classId, var methodId) ->
                out.method(channel, new AMQImpl.Channel.Close(code, ReplyText.fitting(text), classId, methodId));
            case ClientEvent.ConnectionFailed(var code, var text, var classId, var methodId) ->
                out.method(0, new AMQImpl.Connection.Close(code, ReplyText.fitting(text), classId, methodId));
            case ClientEvent.ChannelClosed() -> out.method(channel, new AMQImpl.Channel.CloseOk());
            case ClientEvent.Flow(var active, var reason) -> out.method(0, active
                    ? new AMQImpl.Connection.Unblocked()
                    : new AMQImpl.Connection.Blocked(ReplyText.fitting(reason == null ? "" : reason)));
        }
    }

    private void confirmed(int channel, long sequence, boolean multiple) throws IOException {
        if (runLength > 0 && runChannel != channel) {
            endRun();
        }
        if (run(channel).settle(sequence, multiple)) {
            runChannel = channel;
            runEnd = Math.max(runEnd, sequence);
            runLength += multiple ? 2 : 1;
            return;
        }
        endRun();
        confirm(channel, sequence, false);
    }

    private void endRun() throws IOException {
        if (runLength > 0) {
            confirm(runChannel, runEnd, runLength > 1);
            runLength = 0;
            runEnd = 0;
        }
    }

    private void confirm(int channel, long sequence, boolean multiple) throws IOException {
        out.beginMethod(channel, MethodId.BASIC_ACK).longlong(sequence).octet(multiple ? 1 : 0).end();
    }

    private ConfirmRun run(int channel) {
        return confirms.computeIfAbsent(channel, _ -> new ConfirmRun());
    }

    private void delivered(int channel, ClientEvent.Delivered delivered) throws IOException {
        out.beginMethod(channel, MethodId.BASIC_DELIVER).shortstr(delivered.consumerTag())
                .longlong(delivered.deliveryTag())
                .octet(delivered.redelivered() ? 1 : 0);
        source(channel, delivered.message());
    }

    private void got(int channel, ClientEvent.GetOk got) throws IOException {
        var message = got.message();
        out.beginMethod(channel, MethodId.BASIC_GET_OK).longlong(got.deliveryTag()).octet(got.redelivered() ? 1 : 0)
                .shortstr(message.exchange()).shortstr(message.routingKey()).doubleWord(count(got.messageCount()))
                .end();
        out.content(channel, message);
    }

    private void returned(int channel, ClientEvent.Returned returned) throws IOException {
        out.beginMethod(channel, MethodId.BASIC_RETURN).word(returned.replyCode())
                .shortstr(ReplyText.fitting(returned.replyText()));
        source(channel, returned.message());
    }

    private void source(int channel, Message message) throws IOException {
        out.shortstr(message.exchange()).shortstr(message.routingKey()).end();
        out.content(channel, message);
    }

    private static int count(long messages) {
        return (int) Math.min(messages, Integer.MAX_VALUE);
    }
}
