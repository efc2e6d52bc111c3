package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.AMQP;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message's properties as a step writes them and as a got message is told: names and shapes are those of the management API.
final class MessageProperties {
    private static final List<String> NAMES = List.of("content_type", "content_encoding", "priority", "correlation_id",
            "reply_to", "expiration", "message_id", "timestamp", "type", "user_id", "app_id", "cluster_id");

    private MessageProperties() {}

    /// Of the step `publish`. Its own fields `expiration` and `priority` count before the same among its `properties`.
    static AMQP.BasicProperties of(StepFields step) throws StepFault {
        AMQP.BasicProperties.Builder properties = new AMQP.BasicProperties.Builder()
                .deliveryMode(step.flag("persistent") ? 2 : 1);
        if (step.has("headers")) {
            properties.headers(step.fields("headers"));
        }
        for (Map.Entry<String, Object> each : (step.has("properties")
                ? step.fields("properties")
                : Map.<String, Object>of())
                .entrySet()) {
            set(properties, each.getKey(), each.getValue());
        }
        if (step.has("expiration")) {
            properties.expiration(step.text("expiration"));
        }
        if (step.has("priority")) {
            properties.priority(step.whole("priority"));
        }
        return properties.build();
    }

    private static void set(AMQP.BasicProperties.Builder properties, String name, @Nullable Object value)
            throws StepFault {
        String text = text(name, value);
        switch (name) {
            case "content_type" -> properties.contentType(text);
            case "content_encoding" -> properties.contentEncoding(text);
            case "priority" -> properties.priority((int) whole(name, text, 255));
            case "correlation_id" -> properties.correlationId(text);
            case "reply_to" -> properties.replyTo(text);
            case "expiration" -> properties.expiration(text);
            case "message_id" -> properties.messageId(text);
            case "timestamp" -> properties.timestamp(Date.from(Instant.ofEpochSecond(whole(name, text, 1L << 40))));
            case "type" -> properties.type(text);
            case "user_id" -> properties.userId(text);
            case "app_id" -> properties.appId(text);
            case "cluster_id" -> properties.clusterId(text);
            default -> throw StepFault.notPossible("property.unknown", name, String.join(", ", NAMES));
        }
    }

    private static String text(String name, @Nullable Object value) throws StepFault {
        if (value instanceof String || value instanceof Number) {
            String text = value.toString();
            if (text.length() <= 255) {
                return text;
            }
        }
        throw StepFault.notPossible("property.value", name, "text of at most 255 characters");
    }

    private static long whole(String name, String text, long most) throws StepFault {
        try {
            long number = Long.parseLong(text.strip());
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw StepFault.notPossible("property.value", name, "a whole number from 0 to " + most);
    }

    /// Those that are set, in the management API's order.
    static ObjectNode json(AMQP.BasicProperties properties) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put("type", properties.getType());
        values.put("user_id", properties.getUserId());
        values.put("app_id", properties.getAppId());
        values.put("cluster_id", properties.getClusterId());
        values.put("message_id", properties.getMessageId());
        Date timestamp = properties.getTimestamp();
        values.put("timestamp", timestamp == null ? null : timestamp.toInstant().getEpochSecond());
        values.put("expiration", properties.getExpiration());
        values.put("reply_to", properties.getReplyTo());
        values.put("correlation_id", properties.getCorrelationId());
        values.put("priority", properties.getPriority());
        values.put("delivery_mode", properties.getDeliveryMode());
        values.put("headers", properties.getHeaders());
        values.put("content_encoding", properties.getContentEncoding());
        values.put("content_type", properties.getContentType());
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        values.forEach((name, value) -> {
            if (value != null) {
                json.set(name, json(value));
            }
        });
        return json;
    }

    /// Values of AMQP tables; text comes as the client library's own kind of text.
    private static JsonNode json(@Nullable Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (value) {
            case null -> nodes.nullNode();
            case Boolean flag -> nodes.booleanNode(flag);
            case Double number -> nodes.numberNode(number);
            case Float number -> nodes.numberNode(number);
            case java.math.BigDecimal number -> nodes.numberNode(number);
            case Number number -> nodes.numberNode(number.longValue());
            case Date date -> nodes.numberNode(date.toInstant().getEpochSecond());
            case List<?> list -> {
                List<JsonNode> all = new ArrayList<>();
                list.forEach(each -> all.add(json(each)));
                yield nodes.arrayNode().addAll(all);
            }
            case Map<?, ?> table -> {
                ObjectNode object = nodes.objectNode();
                table.forEach((key, each) -> object.set(String.valueOf(key), json(each)));
                yield object;
            }
            default -> nodes.textNode(value.toString());
        };
    }
}
