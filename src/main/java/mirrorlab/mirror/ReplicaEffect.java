package mirrorlab.mirror;

import java.time.Duration;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

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
    record SetTimer(String name, Duration after) implements ReplicaEffect {}

    record CancelTimer(String name) implements ReplicaEffect {}

    /// The command that asked for a synchronisation can go on (S-25); `outcome` as in SyncEnded.
    record SyncAnswered(String outcome) implements ReplicaEffect {}

    /// The replica is over.
    record Ended(String reason) implements ReplicaEffect {}
}
