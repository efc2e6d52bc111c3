package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/// What a client of a surviving node sees when the queue's master dies: on a cluster of its own, a node fewer each time.
@DisabledIfSystemProperty(named = "broker", matches = ".+")
class FailoverTest {
    private static final int PATIENCE = 80;
    private static LabBroker cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = LabBroker.threeNodes();
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    /// At another node than {@link LabBroker#connection}'s.
    private static String declared() throws Exception {
        try (Channel declaring = cluster.other().createChannel()) {
            return declaring.queueDeclare(Broker.freshName("q"), false, false, false, null).getQueue();
        }
    }

    private static Deliveries consume(Channel channel, String queue, Map<String, Object> arguments) throws Exception {
        Deliveries consumer = new Deliveries(channel, PATIENCE);
        channel.basicConsume(queue, false, "mine", false, false, arguments, consumer);
        return consumer;
    }

    // F-19
    @Test
    void consumer_that_asked_for_it_is_cancelled_by_a_failover() throws Exception {
        try (Channel channel = cluster.connection().createChannel()) {
            String queue = declared();
            Deliveries consumer = consume(channel, queue, Map.of("x-cancel-on-ha-failover", true));
            cluster.killMasterOf(queue);
            assertThat(consumer.cancelled.get(PATIENCE, TimeUnit.SECONDS)).isEqualTo("mine");
            assertThat(channel.queueDelete(queue).getMessageCount()).isZero();
        }
    }

    // F-20
    @Test
    void consumer_goes_on_after_a_failover() throws Exception {
        try (Channel channel = cluster.connection().createChannel()) {
            channel.confirmSelect();
            String queue = declared();
            channel.basicPublish("", queue, null, Contract.bytes("held"));
            channel.waitForConfirmsOrDie(PATIENCE * 1000L);
            Deliveries consumer = consume(channel, queue, Map.of());
            assertThat(consumer.nextText()).isEqualTo("held");
            cluster.killMasterOf(queue);
            channel.basicPublish("", queue, null, Contract.bytes("later"));
            channel.waitForConfirmsOrDie(PATIENCE * 1000L);
            Delivery again = consumer.next();
            assertThat(Contract.text(again.getBody())).isEqualTo("held");
            assertThat(again.getEnvelope().isRedeliver()).isTrue();
            assertThat(consumer.nextText()).isEqualTo("later");
            channel.queueDelete(queue);
        }
    }
}
