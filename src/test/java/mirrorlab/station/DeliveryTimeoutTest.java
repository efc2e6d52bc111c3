package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.io.TempDir;

/// A node with a short `consumer_timeout`: a client that keeps a delivery for too long loses its channel, and others get
/// the message.
class DeliveryTimeoutTest {
    @TempDir
    static Path folder;

    private static OneNode node;
    private static Connection connection;

    @BeforeAll
    static void start() throws Exception {
        node = OneNode.start(folder, Map.of("consumer_timeout", 200, "channel_tick_interval", 50));
        var factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(node.amqpPort());
        factory.setAutomaticRecoveryEnabled(false);
        connection = factory.newConnection();
    }

    @AfterAll
    static void kill() {
        connection.abort(1000);
        node.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_delivery_that_is_kept_for_too_long_costs_the_channel(boolean consumed) throws Exception {
        Channel keeping = connection.createChannel(7);
        var ended = new CompletableFuture<ShutdownSignalException>();
        keeping.addShutdownListener(ended::complete);
        Channel another = connection.createChannel();
        String queue = another.queueDeclare("", false, true, false, null).getQueue();
        another.confirmSelect();
        another.basicPublish("", queue, null, new byte[1]);
        another.waitForConfirmsOrDie(60_000);
        if (consumed) {
            keeping.basicConsume(queue, false, (_, _) -> {}, _ -> {});
        } else {
            assertThat(keeping.basicGet(queue, false)).isNotNull();
        }
        var reason = (AMQP.Channel.Close) ended.get(60, TimeUnit.SECONDS).getReason();
        assertThat(reason.getReplyCode()).isEqualTo(406);
        assertThat(reason.getReplyText())
                .isEqualTo("PRECONDITION_FAILED - delivery acknowledgement on channel 7 timed out. Timeout value used:"
                        + " 200 ms. This timeout value can be configured, see consumers doc guide to learn more");
        assertThat(reason.getClassId() + reason.getMethodId()).isZero();
        assertThat(another.basicGet(queue, true).getEnvelope().isRedeliver()).isTrue();
        another.close();
    }
}
