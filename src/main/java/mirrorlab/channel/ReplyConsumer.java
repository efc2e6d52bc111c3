package mirrorlab.channel;

import mirrorlab.queue.QueueMessage;
import org.jspecify.annotations.Nullable;

/// A channel's consumer of direct replies, one at most. There is no queue behind it: what comes while it is not there is lost.
final class ReplyConsumer {
    private final ChannelOutput out;
    private final Directory directory;
    private final Deliveries deliveries;
    private final Unwritten unwritten;
    private @Nullable DirectReply reply;
    private String tag = "";

    ReplyConsumer(ChannelOutput out, Directory directory, Deliveries deliveries, Unwritten unwritten) {
        this.out = out;
        this.directory = directory;
        this.deliveries = deliveries;
        this.unwritten = unwritten;
    }

    void consume(ClientMethod.BasicConsume method) {
        if (!method.noAck()) {
            out.fail(406, "PRECONDITION_FAILED - reply consumer cannot acknowledge", 60, 20);
            return;
        }
        if (reply != null) {
            out.fail(406, "PRECONDITION_FAILED - reply consumer already set", 60, 20);
            return;
        }
        tag = method.consumerTag().isEmpty() ? directory.freshName("amq.ctag-") : method.consumerTag();
        reply = new DirectReply(out.id, directory.freshName(""));
        if (!method.noWait()) {
            out.event(new ClientEvent.ConsumeOk(tag));
        }
    }

    boolean has(String consumerTag) {
        return reply != null && tag.equals(consumerTag);
    }

    void cancel(boolean noWait) {
        reply = null;
        if (!noWait) {
            out.event(new ClientEvent.CancelOk(tag));
        }
    }

    boolean answersTo(String key) {
        return reply != null && reply.key().equals(key);
    }

    /// Where others reply to; null without a consumer.
    @Nullable
    String address() {
        return reply == null ? null : reply.address();
    }

    void on(QueueMessage.DirectReplied message) {
        if (answersTo(message.key())) {
            out.event(new ClientEvent.Delivered(tag, deliveries.deliver(), false, message.message()));
            unwritten.delivered(null);
        }
    }
}
