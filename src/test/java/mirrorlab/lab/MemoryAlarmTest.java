package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// Node processes with a small watermark: publishers are blocked, consumers are not.
class MemoryAlarmTest {
    private static final long PATIENCE = 120;
    private static final int IN_FLIGHT = 500;
    private static final long WATERMARK = 48L << 20;

    private static LiveLab lab() throws Exception {
        ClusterFile file = new ClusterFile(ClusterFile.threeNodes().nodes(),
                Map.of("vm_memory_high_watermark.absolute", WATERMARK));
        LiveLab lab = LiveLab.open(new Scenario("", "", "", file, List.of()), new LabOptions(false, false));
        try {
            lab.started().toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS);
            perform(lab, Step.of("set_policy").with("name", "ha").with("pattern", "^ha\\.").with("definition",
                    Map.of("ha-mode", "all")));
            perform(lab, Step.of("declare_queue").with("queue", "ha.full").with("durable", true));
        } catch (Exception e) {
            lab.close();
            throw e;
        }
        return lab;
    }

    private static void perform(LiveLab lab, Step step) throws Exception {
        assertThat(lab.perform(step).toCompletableFuture().get(PATIENCE, TimeUnit.SECONDS).ok()).isTrue();
    }

    private static Connection connect(LiveLab lab, int node) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(lab.cluster().amqpPort(lab.nodes().get(node)));
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    private static JsonNode nodes(LiveLab lab) throws Exception {
        NodeName any = lab.nodes().getFirst();
        NodeApi.Reply reply = lab.cluster().api(any).get("/api/nodes", Duration.ofSeconds(20));
        assertThat(reply.isOk()).isTrue();
        return reply.body();
    }

    private static boolean isAlarmed(JsonNode nodes) {
        for (JsonNode each : nodes) {
            if (each.path("mem_alarm").asBoolean()) {
                return true;
            }
        }
        return false;
    }

    @Test
    void a_node_above_its_watermark_blocks_publishers_until_consumers_have_made_room() throws Exception {
        try (LiveLab lab = lab(); Connection publishing = connect(lab, 1); Connection consuming = connect(lab, 2)) {
            CountDownLatch blocked = new CountDownLatch(1);
            CountDownLatch unblocked = new CountDownLatch(1);
            Queue<String> reasons = new ConcurrentLinkedQueue<>();
            publishing.addBlockedListener(reason -> {
                reasons.add(reason);
                blocked.countDown();
            }, unblocked::countDown);
            Semaphore confirmed = new Semaphore(IN_FLIGHT);
            Semaphore delivered = new Semaphore(0);
            Channel publisher = publishing.createChannel();
            publisher.confirmSelect();
            long[] last = new long[1];
            publisher.addConfirmListener((tag, multiple) -> {
                confirmed.release(multiple ? (int) (tag - last[0]) : 1);
                last[0] = tag;
            }, (tag, multiple) -> reasons.add("nack " + tag));
            int published = 0;
            while (blocked.getCount() > 0) {
                if (confirmed.tryAcquire(20, TimeUnit.MILLISECONDS)) {
                    publisher.basicPublish("", "ha.full", MessageProperties.MINIMAL_BASIC, new byte[200]);
                    published++;
                }
                assertThat(published).isLessThan(2_000_000);
            }
            assertThat(reasons).containsExactly("low on memory");
            assertThat(isAlarmed(nodes(lab))).isTrue();
            assertThat(nodes(lab).get(0).path("mem_limit").asLong()).isEqualTo(WATERMARK);
            consuming.createChannel().basicConsume("ha.full", true, (tag, message) -> delivered.release(), tag -> {});
            assertThat(unblocked.await(PATIENCE, TimeUnit.SECONDS)).isTrue();
            publisher.basicPublish("", "ha.full", MessageProperties.MINIMAL_BASIC, new byte[200]);
            assertThat(delivered.tryAcquire(published + 1, PATIENCE, TimeUnit.SECONDS)).isTrue();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
            while (isAlarmed(nodes(lab))) {
                assertThat(System.nanoTime()).as("an alarm is still raised").isLessThan(deadline);
            }
            assertThat(reasons).hasSize(1);
        }
    }
}
