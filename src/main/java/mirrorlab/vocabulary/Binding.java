package mirrorlab.vocabulary;

import java.util.Map;

/// A way from an exchange to a queue or to another exchange of the same vhost; the same on every node (M-01).
///
/// @param toQueue the destination is a queue, otherwise an exchange
public record Binding(ExchangeName source, boolean toQueue, String destination, String routingKey,
        Map<String, Object> arguments) {}
