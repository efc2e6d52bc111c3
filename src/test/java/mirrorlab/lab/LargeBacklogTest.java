package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Node processes whose queue has more bodies than their memory may hold.
class LargeBacklogTest {
    private static final Duration PATIENCE = Duration.ofSeconds(150);
    private static final String QUEUE = "ha.backlog";
    private static final int BODY = 8 << 10;
    private static final int HALF = 5_000;
    private static final int AT_ONCE = 250;
    /// Of a node's 512 MiB: 31 MiB. Half of the backlog has 39.
    private static final double SMALL_WATERMARK = 0.06;
    private static final long SMALL = (long) (SMALL_WATERMARK * (512L << 20));

    private static LiveLab lab() throws Exception {
        LiveLab lab = LiveLab.open(new Scenario("", "", "", ClusterFile.threeNodes(), List.of()),
                new LabOptions(false, false));
        try {
            lab.started().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            perform(lab, Step.of("set_policy").with("name", "ha").with("pattern", "^ha\\.").with("definition",
                    Map.of("ha-mode", "all")));
            perform(lab, Step.of("declare_queue").with("queue", QUEUE).with("durable", true));
        } catch (Exception e) {
            lab.close();
            throw e;
        }
        return lab;
    }

    private static void perform(LiveLab lab, Step step) throws Exception {
        assertThat(lab.perform(step).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).ok()).isTrue();
    }

    private static Connection connect(LiveLab lab, NodeName node) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(lab.cluster().amqpPort(node));
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    private static JsonNode ask(LiveLab lab, NodeName node, String method, String path, JsonNode body)
            throws IOException {
        NodeApi.Reply reply = lab.cluster().api(node).ask(method, path, body, PATIENCE);
        assertThat(reply.isOk()).as("%s %s: %s", method, path, reply.body()).isTrue();
        return reply.body();
    }

    private static byte[] body(int number) {
        byte[] body = new byte[BODY];
        Arrays.fill(body, (byte) number);
        ByteBuffer.wrap(body).putInt(number);
        return body;
    }

    /// Persistent and transient ones by turns.
    private static void fill(LiveLab lab, NodeName node, int from, int to) throws Exception {
        try (Connection connection = connect(lab, node)) {
            Channel channel = connection.createChannel();
            channel.confirmSelect();
            for (int i = from; i < to; i++) {
                AMQP.BasicProperties properties = i % 2 == 0
                        ? MessageProperties.MINIMAL_PERSISTENT_BASIC
                        : MessageProperties.MINIMAL_BASIC;
                channel.basicPublish("", QUEUE, properties, body(i));
                if ((i + 1) % AT_ONCE == 0) {
                    channel.waitForConfirmsOrDie(PATIENCE.toMillis());
                }
            }
            channel.waitForConfirmsOrDie(PATIENCE.toMillis());
        }
    }

    private static void awaitHeapBelowWatermark(LiveLab lab) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (NodeName each : lab.nodes()) {
            long heap = Long.MAX_VALUE;
            while (heap >= SMALL) {
                assertThat(System.nanoTime()).as("%s keeps %s bytes in its heap", each, heap).isLessThan(deadline);
                heap = ask(lab, each, "POST", "/api/lab/collect", JsonNodeFactory.instance.objectNode()).path("heap")
                        .asLong();
            }
        }
    }

    private static void awaitNoAlarm(LiveLab lab, NodeName asked) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String alarmed = "\"mem_alarm\":true";
        while (ask(lab, asked, "GET", "/api/nodes", null).toString().contains(alarmed)) {
            assertThat(System.nanoTime()).as("an alarm is still raised").isLessThan(deadline);
        }
    }

    /// Completes when all came, in order and once; exceptionally when one did not.
    private static CompletableFuture<Void> drain(Connection connection) throws IOException {
        CompletableFuture<Void> drained = new CompletableFuture<>();
        Channel channel = connection.createChannel();
        channel.basicQos(AT_ONCE);
        int[] next = {0};
        channel.basicConsume(QUEUE, false, (tag, message) -> {
            if (!Arrays.equals(message.getBody(), body(next[0]))) {
                drained.completeExceptionally(new AssertionError("message " + next[0] + " is another one or changed"));
                return;
            }
            channel.basicAck(message.getEnvelope().getDeliveryTag(), false);
            next[0]++;
            if (next[0] == 2 * HALF) {
                drained.complete(null);
            }
        }, tag -> drained.completeExceptionally(new AssertionError("the consumer was cancelled")));
        return drained;
    }

    @Test
    @Timeout(600)
    void what_is_in_the_heap_leaves_it_before_publishers_wait_and_comes_back_whole_and_in_order() throws Exception {
        try (LiveLab lab = lab()) {
            NodeName master = NodeName.of(ask(lab, lab.nodes().getFirst(), "GET", "/api/queues/%2F/" + QUEUE, null)
                    .path("node").asText());
            List<NodeName> mirrors = lab.nodes().stream().filter(each -> !each.equals(master)).toList();
            fill(lab, master, 0, HALF);
            for (NodeName each : lab.nodes()) {
                ask(lab, each, "PUT", "/api/lab/watermark",
                        JsonNodeFactory.instance.objectNode().put("value", SMALL_WATERMARK));
            }
            awaitHeapBelowWatermark(lab);
            awaitNoAlarm(lab, mirrors.getFirst());
            fill(lab, mirrors.getFirst(), HALF, 2 * HALF);
            awaitHeapBelowWatermark(lab);
            lab.cluster().kill(List.of(master)).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            try (Connection connection = connect(lab, mirrors.getLast())) {
                drain(connection).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }
}
