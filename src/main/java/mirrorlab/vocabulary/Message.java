package mirrorlab.vocabulary;

/// A published message as every replica holds it. `properties` is the AMQP content header's property list as it came over the
/// wire (flags and values, without class, weight and body size).
///
/// @param persistent delivery-mode 2
/// @param priority as published, 0 when not given
/// @param expiry when the master lets it expire, in milliseconds since 1970; 0 for never
public record Message(MessageId id, String exchange, String routingKey, boolean persistent, int priority, long expiry,
        Bytes properties, Bytes body) {

    /// Without priority and expiry.
    public Message(MessageId id, String exchange, String routingKey, boolean persistent, Bytes properties, Bytes body) {
        this(id, exchange, routingKey, persistent, 0, 0, properties, body);
    }

    public Message expiringAt(long millis) {
        return new Message(id, exchange, routingKey, persistent, priority, millis, properties, body);
    }

    public int size() {
        return properties.size() + body.size() + routingKey.length() + exchange.length();
    }
}
