package mirrorlab.journal;

import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Direct copies that a channel's node sent to a replica and that have not arrived (P-04).
public record CopiesInFlight(QueueName queue, ChannelId channel, ReplicaId to, MessageSet messages) {}
