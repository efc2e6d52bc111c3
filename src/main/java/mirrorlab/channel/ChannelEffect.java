package mirrorlab.channel;

import java.time.Duration;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.QueueName;

/// What a channel asks for.
public sealed interface ChannelEffect {

    record ToReplica(QueueMessage.ToReplica message) implements ChannelEffect {}

    /// To another channel of the cluster.
    record ToChannel(QueueMessage.ToChannel message) implements ChannelEffect {}

    record Event(ClientEvent event) implements ChannelEffect {}

    /// Make this queue; {@link ClientChannel#declared} goes on.
    record Create(QueueName queue, boolean durable, boolean autoDelete, boolean exclusive,
            Map<String, Object> arguments)
            implements
                ChannelEffect {}

    /// Remove a queue that no replica can answer for (F-27); {@link ClientChannel#recordChanged} goes on.
    record Remove(QueueName queue) implements ChannelEffect {}

    /// Change the metadata; {@link ClientChannel#changed} goes on when every running node has applied it (M-08).
    record Change(MetadataChange change) implements ChannelEffect {}

    record Happened(Happening happening) implements ChannelEffect {}

    record SetTimer(Duration after) implements ChannelEffect {}

    record CancelTimer() implements ChannelEffect {}

    /// The channel ended with an error; it has told its client.
    record Ended() implements ChannelEffect {}
}
