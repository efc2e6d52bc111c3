package mirrorlab.mirror;

import java.time.Duration;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What a replica asks for.
public sealed interface ReplicaEffect {

    record ToReplica(ReplicaMessage message) implements ReplicaEffect {}

    record ToChannel(QueueMessage.ToChannel message) implements ReplicaEffect {}

    /// A proposal for the metadata; the replica sees its effect when the record changes.
    record Propose(MetadataChange change) implements ReplicaEffect {}

    record StartMirrorOn(NodeName node, QueueName queue) implements ReplicaEffect {}

    record Happened(Happening happening) implements ReplicaEffect {}

    record Log(String level, String text) implements ReplicaEffect {}

    /// Names are unique within the replica.
    record SetTimer(String name, Duration after) implements ReplicaEffect {
        /// Names that begin so may fire after any time: a cluster that waits for nothing else is quiet.
        public static final String HOUSEKEEPING = "housekeeping/";
    }

    record CancelTimer(String name) implements ReplicaEffect {}

    /// The command that asked for a synchronisation can go on (S-25); `outcome` as in SyncEnded.
    record SyncAnswered(String outcome) implements ReplicaEffect {}

    /// Publish a copy of this message, which has left the queue for good, to its dead-letter exchange.
    ///
    /// @param reason `rejected`, `expired` or `maxlen`
    /// @param exchange exists; the empty name is the default exchange
    /// @param routingKey null: the message keeps its own
    record DeadLetter(Message message, String reason, String exchange, @Nullable String routingKey)
            implements
                ReplicaEffect {}

    /// The replica is over.
    record Ended(String reason) implements ReplicaEffect {}
}
