package mirrorlab.amqp;

import java.util.LinkedHashMap;
import java.util.Map;

/// What connection.start says of this node: exactly the capabilities that are there.
final class ServerProperties {

    private ServerProperties() {}

    static Map<String, Object> of(AmqpSettings settings) {
        var capabilities = new LinkedHashMap<String, Object>();
        capabilities.put("publisher_confirms", true);
        capabilities.put("exchange_exchange_bindings", true);
        capabilities.put("basic.nack", true);
        capabilities.put("consumer_cancel_notify", true);
        capabilities.put("connection.blocked", true);
        capabilities.put("consumer_priorities", true);
        capabilities.put("authentication_failure_close", true);
        capabilities.put("per_consumer_qos", true);
        capabilities.put("direct_reply_to", true);
        var properties = new LinkedHashMap<String, Object>();
        properties.put("capabilities", capabilities);
        properties.put("cluster_name", settings.cluster());
        properties.put("copyright", "The authors of Mirrorlab");
        properties.put("product", "Mirrorlab");
        properties.put("version", settings.version());
        properties.put("platform", "Java " + Runtime.version().feature());
        properties.put("node", settings.node());
        properties.put("information", "A lab that behaves like RabbitMQ 3.10.8");
        return properties;
    }
}
