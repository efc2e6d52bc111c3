package mirrorlab.journal;

import java.util.List;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;

/// An open client channel.
///
/// @param connection
///            and `number` as its node counts them
/// @param confirmsFrom
///            the first sequence whose publishes are answered; 0 when the client did not ask
/// @param waitsFor
///            queues that are down or syncing and keep it waiting (F-21, F-25)
/// @param flow
///            its publisher waits for replicas' credit, or did a moment ago (P-30)
public record ChannelPicture(NodeName node, long connection, int number, ChannelId channel, long confirmsFrom,
        List<QueueName> waitsFor, boolean flow) {}
