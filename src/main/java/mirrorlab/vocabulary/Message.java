package mirrorlab.vocabulary;

/// A published message as every replica holds it. `properties` is the AMQP content header's property list as it came over the
/// wire (flags and values, without class, weight and body size); only the doors look inside.
///
/// @param persistent delivery-mode 2
public record Message(MessageId id, String exchange, String routingKey, boolean persistent, Bytes properties,
        Bytes body) {
    public int size() {
        return properties.size() + body.size() + routingKey.length() + exchange.length();
    }
}
