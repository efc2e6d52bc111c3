package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.CancelCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DeliverCallback;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mirrorlab.station.OneNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Consumers at a whole node's door: one that does not read, a limit of the whole channel, one active alone.
class SlowConsumerTest {
    private static final int MESSAGES = 20_000;
    private static final int BYTES = 10_240;
    /// What the sockets between may hold: buffers of two ends, far below what is published.
    private static final int IN_SOCKETS = 4_000;
    @TempDir
    static Path folder;

    private static OneNode node;

    @BeforeAll
    static void start() throws Exception {
        node = OneNode.start(folder);
    }

    @AfterAll
    static void kill() {
        node.close();
    }

    private static int port() {
        return node.amqpPort();
    }

    private static com.rabbitmq.client.Connection connect() throws Exception {
        var factory = new ConnectionFactory();
        factory.setPort(port());
        return factory.newConnection();
    }

    @Test
    void a_consumer_that_does_not_read_leaves_the_messages_in_the_queue_and_others_served() throws Exception {
        try (var connection = connect(); var deaf = RawClient.withChannel(port())) {
            var channel = connection.createChannel();
            channel.queueDeclare("deaf", false, false, false, null);
            deaf.send(RawClient.method(1, 60, 20, RawClient.word(0), RawClient.shortstr("deaf"),
                    RawClient.shortstr("c"), RawClient.bytes(0), RawClient.longstr(new byte[0])));
            assertThat(deaf.next()).isEqualTo("60.21 on 1"); // consume-ok, and nothing is read from now on
            publish(channel, "deaf", MESSAGES);
            var left = channel.queueDeclarePassive("deaf").getMessageCount();
            assertThat(left).as("ready").isBetween(MESSAGES - IN_SOCKETS, MESSAGES - 1);
            var got = new Semaphore(0);
            channel.basicConsume("deaf", true, count(got), ignored());
            assertThat(got.tryAcquire(left - 1_000, 120, TimeUnit.SECONDS)).as("another gets the rest").isTrue();
            assertThat(deaf.next()).as("it is connected still").isEqualTo("60.60 on 1");
        }
    }

    @Test
    void one_limit_holds_for_all_consumers_of_a_channel() throws Exception {
        try (var connection = connect()) {
            var channel = connection.createChannel();
            for (var queue : List.of("left", "right")) {
                channel.queueDeclare(queue, false, false, true, null);
                publish(channel, queue, 10);
            }
            var consuming = connection.createChannel();
            consuming.basicQos(5, false);
            consuming.basicQos(3, true);
            var tags = new LinkedBlockingQueue<Long>();
            DeliverCallback each = (_, delivery) -> tags.add(delivery.getEnvelope().getDeliveryTag());
            consuming.basicConsume("left", false, each, ignored());
            consuming.basicConsume("right", false, each, ignored());
            for (var tag = 1L; tag <= 20; tag++) {
                assertThat(tags.poll(60, TimeUnit.SECONDS)).isEqualTo(tag);
                if (tag >= 3) {
                    // all that is out is known now: three, and what is ready elsewhere is the rest
                    assertThat(ready(channel)).isEqualTo(20 - tag);
                    consuming.basicAck(tag - 2, false);
                }
            }
        }
    }

    private static long ready(Channel channel) throws Exception {
        return channel.messageCount("left") + channel.messageCount("right");
    }

    @Test
    void the_next_consumer_becomes_active_when_the_active_one_ends() throws Exception {
        try (var connection = connect()) {
            var channel = connection.createChannel();
            channel.queueDeclare("single", false, false, true, Map.of("x-single-active-consumer", true));
            var got = new LinkedBlockingQueue<String>();
            var others = new ArrayList<Channel>();
            for (var name : List.of("first", "second")) {
                others.add(connection.createChannel());
                others.getLast().basicConsume("single", false, name, (tag, _) -> got.add(tag), ignored());
            }
            publish(channel, "single", 2);
            assertThat(got.poll(60, TimeUnit.SECONDS)).isEqualTo("first");
            assertThat(got.poll(60, TimeUnit.SECONDS)).isEqualTo("first");
            others.getFirst().close();
            assertThat(got.poll(60, TimeUnit.SECONDS)).isEqualTo("second");
            assertThat(got.poll(60, TimeUnit.SECONDS)).isEqualTo("second");
        }
    }

    private static void publish(Channel channel, String queue, int count) throws Exception {
        channel.confirmSelect();
        var body = new byte[BYTES];
        for (var i = 0; i < count; i++) {
            channel.basicPublish("", queue, null, body);
        }
        channel.waitForConfirmsOrDie(120_000);
    }

    private static DeliverCallback count(Semaphore got) {
        return (_, _) -> got.release();
    }

    private static CancelCallback ignored() {
        return _ -> {};
    }
}
