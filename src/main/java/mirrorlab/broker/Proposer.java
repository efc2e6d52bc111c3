package mirrorlab.broker;

import mirrorlab.metadata.MetadataChange;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Who is told when a proposal was applied everywhere.
sealed interface Proposer {
    record OfReplica(ReplicaId replica, MetadataChange change) implements Proposer {}

    record OfAdministrator(long request) implements Proposer {}

    record OfChannel(ChannelId channel, QueueName queue) implements Proposer {}

    record OfChange(ChannelId channel) implements Proposer {}

    record OfBoot() implements Proposer {}

    record OfStop() implements Proposer {}
}
