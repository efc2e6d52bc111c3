package mirrorlab.channel;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.QueueName;

/// A channel as lists show it, by RabbitMQ's words.
///
/// @param prefetch of each consumer to come, 0 without a limit
/// @param globalPrefetch of all consumers together, 0 without a limit
/// @param unacknowledged deliveries that the client has not settled
/// @param unconfirmed publishes that are not answered yet
/// @param uncommitted publishes held back by the transaction
/// @param acksUncommitted deliveries whose settling is held back by it
public record ChannelState(int prefetch, int globalPrefetch, boolean confirms, boolean transactional,
        int unacknowledged, int unconfirmed, int uncommitted, int acksUncommitted, List<Subscriber> consumers,
        boolean flow) {

    /// One of its consumers, in the order of subscription.
    public record Subscriber(QueueName queue, String tag, int prefetch, boolean autoAck, boolean exclusive,
            Map<String, Object> arguments) {}
}
