package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DurableQueueTest {
    private static final NodeName NODE = NodeName.of("rabbit1");
    private static final int KILLS = 20;
    private static final int CONFIRMS_EACH_TIME = 40;

    /// A durable queue without mirrors keeps what was confirmed, whenever its node is killed.
    @Test
    @Timeout(900)
    void what_was_confirmed_is_there_once_after_twenty_kills_while_publishing() throws Exception {
        ClusterFile alone = new ClusterFile(List.of(new ClusterFile.Node(NODE, "disc", 0, 0)), Map.of());
        try (LiveLab lab = LiveLab.open(new Scenario("durable", "", "", alone, List.of()),
                new LabOptions(false, false))) {
            lab.started().toCompletableFuture().get(60, TimeUnit.SECONDS);
            ConnectionFactory factory = new ConnectionFactory();
            factory.setAutomaticRecoveryEnabled(false);
            factory.setHost("127.0.0.1");
            factory.setPort(lab.cluster().amqpPort(NODE));
            try (Connection connection = factory.newConnection()) {
                connection.createChannel().queueDeclare("kept", true, false, false, Map.of());
            }
            // metadata reach the disk within about 2 s (N-30) or with a clean stop
            lab.cluster().stop(List.of(NODE), false).toCompletableFuture().get(60, TimeUnit.SECONDS);
            lab.cluster().start(NODE).toCompletableFuture().get(60, TimeUnit.SECONDS);
            SteadyPublisher publisher = new SteadyPublisher(factory, "kept");
            for (int i = 0; i < KILLS; i++) {
                publisher.connect();
                publisher.awaitMore(CONFIRMS_EACH_TIME);
                lab.cluster().kill(List.of(NODE)).toCompletableFuture().get(60, TimeUnit.SECONDS);
                publisher.awaitDisconnected();
                lab.cluster().start(NODE).toCompletableFuture().get(60, TimeUnit.SECONDS);
            }
            List<String> kept = drain(factory);
            assertThat(kept).doesNotHaveDuplicates().containsAll(publisher.confirmed());
            assertThat(publisher.confirmed()).hasSizeGreaterThanOrEqualTo(KILLS * CONFIRMS_EACH_TIME);
        }
    }

    private static List<String> drain(ConnectionFactory factory) throws Exception {
        List<String> bodies = new ArrayList<>();
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            for (GetResponse next = channel.basicGet("kept", true); next != null; next = channel.basicGet("kept",
                    true)) {
                bodies.add(new String(next.getBody(), StandardCharsets.UTF_8));
            }
        }
        return bodies;
    }
}
