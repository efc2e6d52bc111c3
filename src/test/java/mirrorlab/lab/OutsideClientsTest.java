package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.Happening;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Connections of programs of other people, as any node's management API lists and closes them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutsideClientsTest {
    private static final NodeName RABBIT1 = NodeName.of("rabbit1");
    private static final NodeName RABBIT2 = NodeName.of("rabbit2");
    private TestCluster cluster;

    @BeforeAll
    void start() throws Exception {
        cluster = TestCluster.start(true);
    }

    @AfterAll
    void end() {
        cluster.close();
    }

    @Test
    void a_connection_is_listed_at_every_node_with_its_channels_and_consumers() throws Exception {
        cluster.perform(Step.of("declare_queue").with("queue", "listed"));
        try (Connection connection = connect("the shop")) {
            var first = connection.createChannel();
            first.confirmSelect();
            var second = connection.createChannel();
            second.basicQos(7);
            second.basicConsume("listed", false, "shopper", new DefaultConsumer(second));
            for (NodeName node : List.of(RABBIT1, RABBIT2)) {
                JsonNode found = named(node, "the shop");
                String name = found.path("name").asText();
                assertThat(name).matches("127\\.0\\.0\\.1:\\d+ -> 127\\.0\\.0\\.1:" + port(RABBIT1));
                assertThat(found.path("user").asText()).isEqualTo("guest");
                assertThat(found.path("vhost").asText()).isEqualTo("/");
                assertThat(found.path("node").asText()).isEqualTo("rabbit1@localhost");
                assertThat(found.path("peer_host").asText()).isEqualTo("127.0.0.1");
                assertThat(name).startsWith("127.0.0.1:" + found.path("peer_port").asInt() + " ");
                assertThat(found.path("channels").asInt()).isEqualTo(2);
                assertThat(found.path("state").asText()).isEqualTo("running");
                assertThat(found.at("/client_properties/product").asText()).isEqualTo("RabbitMQ");
                assertThat(found.at("/client_properties/capabilities/consumer_cancel_notify").asBoolean()).isTrue();
                JsonNode channels = get(node, "/api/connections/" + NodeApi.part(name) + "/channels");
                assertThat(channels.at("/0/name").asText()).isEqualTo(name + " (1)");
                assertThat(channels.at("/0/confirm").asBoolean()).isTrue();
                assertThat(channels.at("/1/consumer_count").asInt()).isEqualTo(1);
                JsonNode consumer = get(node, "/api/consumers/%2F").path(0);
                assertThat(consumer.path("consumer_tag").asText()).isEqualTo("shopper");
                assertThat(consumer.at("/queue/name").asText()).isEqualTo("listed");
                assertThat(consumer.path("prefetch_count").asInt()).isEqualTo(7);
                assertThat(consumer.path("ack_required").asBoolean()).isTrue();
                assertThat(consumer.at("/channel_details/connection_name").asText()).isEqualTo(name);
            }
            second.basicCancel("shopper");
            second.close();
            assertThat(get(RABBIT2, "/api/consumers")).isEmpty();
            assertThat(named(RABBIT2, "the shop").path("channels").asInt()).isEqualTo(1);
        }
        assertThat(named(RABBIT1, "the shop").isMissingNode()).isTrue();
    }

    @Test
    void a_publisher_waits_for_credit_while_a_mirror_is_frozen() throws Exception { // P-30, T-14
        cluster.perform(Step.of("set_policy").with("name", "ha").with("pattern", "^mirrored$").with("definition",
                Map.of("ha-mode", "all")));
        cluster.perform(Step.of("declare_queue").with("queue", "mirrored").with("node", "rabbit1"));
        try (Connection connection = connect("never confirms")) {
            var channel = connection.createChannel();
            cluster.perform(Step.of("pause").with("node", "rabbit3"));
            for (int i = 0; i < 300; i++) {
                channel.basicPublish("", "mirrored", null, new byte[12]);
            }
            awaitState("never confirms", "flow");
            ChannelId publisher = cluster.await(Happening.ChannelFlow.class, Happening.ChannelFlow::held).channel();
            assertThat(get(RABBIT1, "/api/channels").at("/0/state").asText()).isEqualTo("flow");
            cluster.perform(Step.of("resume").with("node", "rabbit3"));
            awaitState("never confirms", "running");
            cluster.await(Happening.ChannelFlow.class, each -> !each.held() && each.channel().equals(publisher));
            assertThat(channel.messageCount("mirrored")).isEqualTo(300);
        }
    }

    private void awaitState(String connection, String state) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!named(RABBIT1, connection).path("state").asText().equals(state)) {
            assertThat(System.nanoTime()).as("no state " + state + " came").isLessThan(deadline);
        }
    }

    @Test
    void a_connection_is_closed_through_another_node() throws Exception {
        assertThat(closed("closed without reason", "")).isEqualTo("CONNECTION_FORCED - Closed via management plugin");
        assertThat(closed("closed with reason", "out of order")).isEqualTo("CONNECTION_FORCED - out of order");
    }

    @Test
    void what_is_not_there_cannot_be_closed() throws Exception {
        assertThat(delete(RABBIT1, "nobody", "")).isEqualTo(404);
        assertThat(cluster.lab.cluster().api(RABBIT1).get("/api/connections/nobody", Duration.ofSeconds(20)).status())
                .isEqualTo(404);
    }

    /// What the client sees.
    private String closed(String name, String reason) throws Exception {
        CompletableFuture<ShutdownSignalException> seen = new CompletableFuture<>();
        Connection connection = connect(name);
        connection.createChannel();
        connection.addShutdownListener(seen::complete);
        String full = named(RABBIT2, name).path("name").asText();
        assertThat(delete(RABBIT2, full, reason)).isEqualTo(204);
        AMQP.Connection.Close close = (AMQP.Connection.Close) seen.get(30, TimeUnit.SECONDS).getReason();
        assertThat(close.getReplyCode()).isEqualTo(320);
        // it is there until it has answered
        while (!named(RABBIT2, name).isMissingNode()) {
            Thread.onSpinWait();
        }
        return close.getReplyText();
    }

    private int port(NodeName node) {
        return cluster.lab.cluster().amqpPort(node);
    }

    private Connection connect(String name) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port(RABBIT1));
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection(name);
    }

    private JsonNode get(NodeName node, String path) throws IOException {
        return cluster.lab.cluster().api(node).get(path, Duration.ofSeconds(20)).body();
    }

    private JsonNode named(NodeName node, String name) throws IOException {
        for (JsonNode each : get(node, "/api/connections")) {
            if (each.path("user_provided_name").asText().equals(name)) {
                return each;
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    private int delete(NodeName node, String connection, String reason) throws Exception {
        String login = Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = HttpRequest
                .newBuilder(URI.create("http://127.0.0.1:" + cluster.lab.cluster().httpPort(node)
                        + "/api/connections/" + NodeApi.part(connection)))
                .header("Authorization", "Basic " + login).DELETE();
        if (!reason.isEmpty()) {
            request.header("X-Reason", reason);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
