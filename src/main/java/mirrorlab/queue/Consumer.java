package mirrorlab.queue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import mirrorlab.vocabulary.ChannelId;

/// A subscription to a queue.
///
/// @param prefetch
///            how many unsettled deliveries it takes at a time; 0 is no limit
/// @param autoAck
///            deliveries need no acknowledgement, so prefetch does not count
/// @param exclusive
///            nobody else may consume
public record Consumer(ChannelId channel, String tag, int prefetch, boolean autoAck, boolean exclusive,
        Map<String, Object> arguments) {
    public Consumer {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /// From the argument `x-priority`; higher comes first.
    public long priority() {
        return ConsumerArguments.priority(arguments);
    }
}
