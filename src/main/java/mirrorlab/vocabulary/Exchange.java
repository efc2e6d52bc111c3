package mirrorlab.vocabulary;

import java.util.Map;

/// What the cluster knows of an exchange; the same on every node (M-01).
///
/// @param type `direct`, `fanout`, `topic` or `headers`
/// @param internal only other exchanges may send to it
public record Exchange(ExchangeName name, String type, boolean durable, boolean autoDelete, boolean internal,
        Map<String, Object> arguments) {}
