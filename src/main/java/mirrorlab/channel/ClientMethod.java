package mirrorlab.channel;

import java.util.Map;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// What a client asks of its channel, one record per AMQP 0-9-1 method; names are the method's. Queue names are as the client
/// gave them (`""` for a server-named queue on declare, for the last declared one elsewhere).
public sealed interface ClientMethod {

    record QueueDeclare(String queue, boolean passive, boolean durable, boolean exclusive, boolean autoDelete,
            boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record QueueDelete(String queue, boolean ifUnused, boolean ifEmpty, boolean noWait) implements ClientMethod {}

    record QueuePurge(String queue, boolean noWait) implements ClientMethod {}

    record ExchangeDeclare(String exchange, String type, boolean passive, boolean durable, boolean autoDelete,
            boolean internal, boolean noWait, Map<String, Object> arguments) implements ClientMethod {}

    record ExchangeDelete(String exchange, boolean ifUnused, boolean noWait) implements ClientMethod {}

    record ExchangeBind(String destination, String source, String routingKey, boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record ExchangeUnbind(String destination, String source, String routingKey, boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record QueueBind(String queue, String exchange, String routingKey, boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record QueueUnbind(String queue, String exchange, String routingKey,
            Map<String, Object> arguments) implements ClientMethod {}

    /// A publish with its content. `properties` as in {@link mirrorlab.vocabulary.Message}.
    ///
    /// @param persistent delivery-mode 2
    /// @param priority 0 when not given
    /// @param expiration as published, not looked at yet; null when not given
    record BasicPublish(String exchange, String routingKey, boolean mandatory, boolean persistent, int priority,
            @Nullable String expiration, Bytes properties, Bytes body) implements ClientMethod {

        /// Without priority and expiration.
        public BasicPublish(String exchange, String routingKey, boolean mandatory, boolean persistent,
                Bytes properties, Bytes body) {
            this(exchange, routingKey, mandatory, persistent, 0, null, properties, body);
        }

        /// The same, with its body kept elsewhere.
        @SuppressWarnings("ReferenceEquality") // bytes would be compared one by one
        public BasicPublish with(Bytes kept) {
            return kept == body
                    ? this
                    : new BasicPublish(exchange, routingKey, mandatory, persistent, priority, expiration, properties,
                            kept);
        }
    }

    record BasicGet(String queue, boolean noAck) implements ClientMethod {}

    record BasicConsume(String queue, String consumerTag, boolean noLocal, boolean noAck, boolean exclusive,
            boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record BasicCancel(String consumerTag, boolean noWait) implements ClientMethod {}

    record BasicAck(long deliveryTag, boolean multiple) implements ClientMethod {}

    record BasicNack(long deliveryTag, boolean multiple, boolean requeue) implements ClientMethod {}

    record BasicReject(long deliveryTag, boolean requeue) implements ClientMethod {}

    /// @param prefetchCount 0 means no limit
    record BasicQos(int prefetchCount, boolean global) implements ClientMethod {}

    /// Everything unacknowledged returns to its queue; without that the door refuses it.
    ///
    /// @param answered basic.recover, otherwise basic.recover-async
    record BasicRecover(boolean answered) implements ClientMethod {}

    record ConfirmSelect(boolean noWait) implements ClientMethod {}

    record TxSelect() implements ClientMethod {}

    record TxCommit() implements ClientMethod {}

    record TxRollback() implements ClientMethod {}
}
