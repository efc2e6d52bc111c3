package mirrorlab.channel;

import mirrorlab.vocabulary.Message;
import org.jspecify.annotations.Nullable;

/// What a channel tells its client, in order.
public sealed interface ClientEvent {

    record QueueDeclared(String queue, long messageCount, long consumerCount) implements ClientEvent {}

    record QueueDeleted(long messageCount) implements ClientEvent {}

    record QueuePurged(long messageCount) implements ClientEvent {}

    record QueueBound() implements ClientEvent {}

    record QueueUnbound() implements ClientEvent {}

    record ExchangeDeclared() implements ClientEvent {}

    record ExchangeDeleted() implements ClientEvent {}

    record ExchangeBound() implements ClientEvent {}

    record ExchangeUnbound() implements ClientEvent {}

    record GetOk(long deliveryTag, boolean redelivered, long messageCount, Message message) implements ClientEvent {}

    record GetEmpty() implements ClientEvent {}

    record ConsumeOk(String consumerTag) implements ClientEvent {}

    /// The answer to the client's own cancel.
    record CancelOk(String consumerTag) implements ClientEvent {}

    /// The server cancels (F-20); sent with nowait to clients that announced `consumer_cancel_notify`.
    record ServerCancel(String consumerTag) implements ClientEvent {}

    record Delivered(String consumerTag, long deliveryTag, boolean redelivered,
            Message message) implements ClientEvent {}

    record QosOk() implements ClientEvent {}

    record RecoverOk() implements ClientEvent {}

    record ConfirmSelectOk() implements ClientEvent {}

    record TxSelectOk() implements ClientEvent {}

    record TxCommitOk() implements ClientEvent {}

    record TxRollbackOk() implements ClientEvent {}

    /// Publishes up to (`multiple`) or exactly `publishSequence` are confirmed.
    record Confirmed(long publishSequence, boolean multiple) implements ClientEvent {}

    record Nacked(long publishSequence, boolean multiple) implements ClientEvent {}

    /// basic.return 312 NO_ROUTE of a mandatory publish (P-25); comes before its confirm.
    record Returned(int replyCode, String replyText, Message message) implements ClientEvent {}

    /// The channel is closed with an error (channel.close); the machine has forgotten it already. The door must swallow what
    /// the client still sends until close-ok.
    ///
    /// @param classId and methodId of the method that failed, 0 when none did
    record ChannelFailed(int replyCode, String replyText, int classId, int methodId) implements ClientEvent {}

    /// The connection is closed with an error (connection.close).
    record ConnectionFailed(int replyCode, String replyText, int classId, int methodId) implements ClientEvent {}

    /// The machine has let go of the channel after the client's own channel.close: time to answer close-ok.
    record ChannelClosed() implements ClientEvent {}

    /// The node asks this client to send no more for now (flow, P-30) or to go on.
    record Flow(boolean active, @Nullable String reason) implements ClientEvent {}
}
