package mirrorlab.channel;

import java.util.Map;
import mirrorlab.vocabulary.Bytes;

/// What a client asks of its channel, one record per AMQP 0-9-1 method; names are the method's. Queue names are as the client
/// gave them (`""` for a server-named queue on declare, for the last declared one elsewhere).
public sealed interface ClientMethod {

    record QueueDeclare(String queue, boolean passive, boolean durable, boolean exclusive, boolean autoDelete,
            boolean noWait,
            Map<String, Object> arguments) implements ClientMethod {}

    record QueueDelete(String queue, boolean ifUnused, boolean ifEmpty, boolean noWait) implements ClientMethod {}

    record QueuePurge(String queue, boolean noWait) implements ClientMethod {}

    /// A publish with its content. `properties` as in {@link mirrorlab.vocabulary.Message}; `persistent`: delivery-mode 2.
    record BasicPublish(String exchange, String routingKey, boolean mandatory, boolean persistent, Bytes properties,
            Bytes body) implements ClientMethod {}

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

    record ConfirmSelect(boolean noWait) implements ClientMethod {}
}
