package mirrorlab.mirror;

import mirrorlab.vocabulary.NodeName;
import java.util.List;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.ReplicaId;

/// One instruction of the master's ordered stream (P-07). Messages are named by id, never by a replica's own position (P-05).
public sealed interface ReplicaOperation {

    record Publish(Message message) implements ReplicaOperation {}

    /// Straight to a consumer that acknowledges; the mirror's ready part is empty then (P-15).
    record PublishDelivered(Message message) implements ReplicaOperation {}

    /// Straight to a consumer that does not acknowledge: nothing to hold.
    record Discard(MessageId message) implements ReplicaOperation {}

    /// `dropped` messages left the master's head, `lengthAfter` are ready there now (S-05).
    ///
    /// @param ackRequired they became unacknowledged; otherwise they are gone
    record Drop(long lengthAfter, long dropped, boolean ackRequired) implements ReplicaOperation {}

    /// These left the ready part of a queue with priorities, whose head a mirror that lacks messages cannot know.
    ///
    /// @param ackRequired as for {@link Drop}
    record Take(MessageSet messages, boolean ackRequired) implements ReplicaOperation {}

    record Acknowledge(MessageSet messages) implements ReplicaOperation {}

    record Requeue(MessageSet messages) implements ReplicaOperation {}

    /// The master's depth at this place of the stream (S-03).
    ///
    /// @param together
    ///            nodes whose mirrors were placed at once with the one that asked for it (PO-21)
    record Depth(long depth, List<NodeName> together) implements ReplicaOperation {}

    /// The master has seen the last of this channel (P-17).
    record SenderDeath(ChannelId channel) implements ReplicaOperation {}

    /// An explicit synchronisation begins (S-08).
    record SyncStart(long session, List<ReplicaId> mirrors) implements ReplicaOperation {}

    /// F-08: delete everything and end.
    record Terminate() implements ReplicaOperation {}
}
