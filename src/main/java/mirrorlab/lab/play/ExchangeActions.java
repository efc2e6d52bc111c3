package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.StreamSupport;
import mirrorlab.lab.host.NodeApi;

/// The steps `declare_exchange`, `delete_exchange`, `bind`, `unbind`, `bind_exchange`, `unbind_exchange` as a client does them,
/// and `list_bindings`.
final class ExchangeActions {
    private static final double PATIENCE = 20;
    private final Stage stage;
    private final Cli cli;

    ExchangeActions(Stage stage) {
        this.stage = stage;
        cli = new Cli(stage.cluster());
    }

    void declare(StepFields step, ObjectNode result) throws StepFault {
        String exchange = step.text("exchange");
        String type = step.text("type");
        boolean durable = step.flag("durable");
        Map<String, Object> arguments = step.arguments();
        stage.withLink(step, result, "declarer", link -> link.ask(step.seconds("timeout"),
                () -> link.channel().exchangeDeclare(exchange, type, durable, false, arguments)));
    }

    void delete(StepFields step, ObjectNode result) throws StepFault {
        String exchange = step.text("exchange");
        stage.withLink(step, result, "deleter",
                link -> link.ask(step.seconds("timeout"), () -> link.channel().exchangeDelete(exchange)));
    }

    void bind(StepFields step, ObjectNode result) throws StepFault {
        binding(step, result, "binder", "queue", Channel::queueBind);
    }

    void unbind(StepFields step, ObjectNode result) throws StepFault {
        binding(step, result, "unbinder", "queue", Channel::queueUnbind);
    }

    void bindExchange(StepFields step, ObjectNode result) throws StepFault {
        binding(step, result, "binder", "destination", Channel::exchangeBind);
    }

    void unbindExchange(StepFields step, ObjectNode result) throws StepFault {
        binding(step, result, "unbinder", "destination", Channel::exchangeUnbind);
    }

    private interface Rebinding {
        Object ask(Channel channel, String destination, String exchange, String key, Map<String, Object> arguments)
                throws IOException;
    }

    private void binding(StepFields step, ObjectNode result, String connection, String to, Rebinding method)
            throws StepFault {
        String destination = step.text(to);
        String exchange = step.text("exchange");
        String key = step.text("routing_key");
        Map<String, Object> arguments = step.arguments();
        stage.withLink(step, result, connection, link -> link.ask(step.seconds("timeout"),
                () -> method.ask(link.channel(), destination, exchange, key, arguments)));
    }

    /// Those of the virtual host, the default exchange's included, in order of source, destination and routing key.
    void list(StepFields step, ObjectNode result) throws StepFault {
        JsonNode all = cli.ask(stage.node(step, result), "GET", "/api/bindings/" + NodeApi.part(step.text("vhost")),
                null, "Listing bindings for vhost " + step.text("vhost") + "...", PATIENCE);
        ArrayNode bindings = result.putArray("bindings");
        StreamSupport.stream(all.spliterator(), false)
                .sorted(Comparator.comparing((JsonNode each) -> each.path("source").asText())
                        .thenComparing(each -> each.path("destination").asText())
                        .thenComparing(each -> each.path("routing_key").asText()))
                .forEach(each -> bindings.addObject().put("source", each.path("source").asText())
                        .put("destination", each.path("destination").asText())
                        .put("routing_key", each.path("routing_key").asText()));
    }
}
