package mirrorlab.queue;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What channels and replicas say to each other.
public sealed interface QueueMessage extends PeerMessage {

    /// From a channel's node to a replica.
    sealed interface ToReplica extends QueueMessage {
        ReplicaId to();

        /// The channel that sent it; null for what comes from no channel.
        default @Nullable ChannelId sender() {
            return switch (this) {
                case MirrorRefused _ -> null;
                case DirectCopy copy -> copy.message().id().channel();
                case Request request -> request.channel();
                case Settle settle -> settle.channel();
                case OldTags tags -> tags.channel();
                case ChannelGone gone -> gone.channel();
                case ChannelNews news -> news.channel();
            };
        }
    }

    /// What a channel tells a master about the room it has; nothing holds it up.
    sealed interface ChannelNews extends ToReplica {
        ChannelId channel();
    }

    /// From a replica to a channel's node.
    sealed interface ToChannel extends QueueMessage {
        ChannelId channel();
    }

    /// A published message, sent to the master and to every mirror alike (P-04).
    ///
    /// @param confirm the channel waits for this replica's confirm
    /// @param mirror sent to a mirror; one that is master meanwhile takes it as delivered before (P-29, F-12)
    record DirectCopy(ReplicaId to, Message message, boolean confirm, boolean mirror) implements ToReplica {}

    /// An operation for the master; answered by {@link Reply} with the same number.
    record Request(ReplicaId to, ChannelId channel, long number, Wish wish) implements ToReplica {}

    /// Outcome of deliveries, by position (F-22). Not answered.
    record Settle(ReplicaId to, ChannelId channel, List<Long> positions, Outcome outcome) implements ToReplica {}

    /// Comes before a {@link Settle} of deliveries that another master made: what the client was given at these
    /// positions. It changes nothing; the master tells what these positions are here.
    record OldTags(ReplicaId to, ChannelId channel, List<Long> positions, List<MessageId> meant) implements ToReplica {}

    enum Outcome {
        ACKNOWLEDGE, REJECT, REQUEUE
    }

    /// The channel is closed: its consumers go, its unacknowledged messages return.
    record ChannelGone(ReplicaId to, ChannelId channel) implements ToReplica {}

    /// So many deliveries of this queue to the channel have left for its client's socket since the last time.
    record Written(ReplicaId to, ChannelId channel, int count) implements ChannelNews {}

    /// The channel's consumers share a limit from now on, answered by an empty {@link RoomReturned}, or do not any more; room
    /// given before is void.
    record Limited(ReplicaId to, ChannelId channel, ChannelLimit limit) implements ChannelNews {}

    /// Room for so many more deliveries under the channel's shared limit.
    record Room(ReplicaId to, ChannelId channel, long generation, long count) implements ChannelNews {}

    /// Another queue wants the room that this one does not use; answered by {@link RoomReturned}.
    record RecallRoom(ReplicaId to, ChannelId channel, long generation) implements ChannelNews {}

    /// The node will not start the mirror that this master asked for.
    record MirrorRefused(ReplicaId to, NodeName node) implements ToReplica {}

    record Confirm(ChannelId channel, ReplicaId by, MessageSet messages) implements ToChannel {}

    /// The channel may send so much more to this replica (P-29).
    record Credit(ChannelId channel, ReplicaId by, int count) implements ToChannel {}

    /// A full queue does not take these publishes: they are nacked, whatever mirrors say (P-22 c).
    record Refused(ChannelId channel, ReplicaId by, MessageSet messages) implements ToChannel {}

    record Reply(ChannelId channel, ReplicaId by, long number, Answer answer) implements ToChannel {}

    record Delivery(ChannelId channel, ReplicaId by, String tag, long position, boolean redelivered, Message message)
            implements
                ToChannel {}

    /// A direct reply, from the channel that published it to the one whose consumer it is for.
    record DirectReplied(ChannelId channel, String key, Message message) implements ToChannel {}

    /// The consumer was removed by the replica's own decision.
    record ConsumerGone(ChannelId channel, ReplicaId by, String tag) implements ToChannel {}

    /// There are messages for the channel, and no room is left under its shared limit. Replaces an earlier wish.
    ///
    /// @param count 0: none is wanted any more
    record RoomWanted(ChannelId channel, ReplicaId by, long generation, long count) implements ToChannel {}

    /// The room that was given and not used; also unasked, when the channel's last consumer here is cancelled. What was
    /// delivered before the limit comes before the first.
    record RoomReturned(ChannelId channel, ReplicaId by, long generation, long count) implements ToChannel {}

    /// What a channel asks of a master.
    sealed interface Wish {
        /// Message and consumer counts.
        record Counts() implements Wish {}

        record Get(boolean autoAck) implements Wish {}

        /// @param limit of the channel at this time
        record Consume(String tag, int prefetch, boolean autoAck, boolean exclusive, Map<String, Object> arguments,
                ChannelLimit limit) implements Wish {}

        record Cancel(String tag) implements Wish {}

        record Purge() implements Wish {}

        /// Checks the conditions; the record is removed by the replica's own proposal.
        record Delete(boolean ifUnused, boolean ifEmpty) implements Wish {}
    }

    /// What a master answers.
    sealed interface Answer {
        record Counted(long messages, long consumers) implements Answer {}

        /// @param left ready messages after this one
        record Got(long position, boolean redelivered, long left, Message message) implements Answer {}

        record Empty() implements Answer {}

        record Consuming() implements Answer {}

        record Cancelled() implements Answer {}

        record Purged(long messages) implements Answer {}

        record Deleted(long messages) implements Answer {}

        /// A channel error.
        record Refused(int replyCode, String replyText) implements Answer {}
    }

    /// A replica ended, told to all nodes by its node; also the answer to a message for a replica that is not there.
    record ReplicaGone(ReplicaId replica) implements QueueMessage {}

    /// From a channel's node to another: record a queue whose master is there; answered by {@link QueueReady}.
    record CreateQueue(ChannelId channel, QueueName queue, boolean durable, boolean autoDelete,
            Map<String, Object> arguments) implements QueueMessage {}

    /// The queue is there, by this declaration or by another one, and its first mirrors run.
    record QueueReady(ChannelId channel, QueueName queue) implements QueueMessage {}

    /// From a master to a node: start a mirror there. The mirror's own request for the stream is the answer.
    ///
    /// @param record as the master knows it; the node may not have it yet
    record StartMirror(QueueRecord record) implements QueueMessage {}
}
