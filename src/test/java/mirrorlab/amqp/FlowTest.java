package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.ConnectionFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// Clients that do not read, do not speak, or are asked to wait.
class FlowTest {

    @Test
    void client_that_does_not_read_is_cut_off_and_stops_nobody() throws Exception {
        try (var node = new QueueNode(QueueNode.settings().withLimits(2047, 131_072, 1_000_000, 10, 8_000_000));
                var deaf = RawClient.withChannel(node.port);
                var other = RawClient.withChannel(node.port)) {
            var first = node.awaitInput(Input.ConnectionOpened.class, _ -> true);
            var message = new Message(new MessageId(new ChannelId(NodeName.of("rabbit1"), 1, 1), 1), "", "q", false,
                    Bytes.of(new byte[2]), Bytes.of(new byte[100_000]));
            for (var i = 0; i < 1000; i++) {
                var tag = i;
                node.onLoop(out -> out.add(new Effect.ToClient(first.connection(), 1,
                        new ClientEvent.Delivered("c", tag, false, message))));
            }
            var closed = node.awaitInput(Input.ConnectionClosed.class, _ -> true);
            assertThat(closed.connection()).isEqualTo(first.connection());
            assertThat(closed.reason()).startsWith("client does not read: ")
                    .endsWith("bytes wait, the limit is 8000000");
            other.send(RawClient.declare("q", new byte[0]));
            assertThat(other.next()).isEqualTo("50.11 on 1");
        }
    }

    @Test
    void held_publisher_waits_and_is_told_why() throws Exception {
        try (var node = new QueueNode(QueueNode.settings()); var client = connect(node)) {
            var heard = new LinkedBlockingQueue<String>();
            client.addBlockedListener(new BlockedListener() {
                @Override
                public void handleBlocked(String reason) {
                    heard.add("blocked: " + reason);
                }

                @Override
                public void handleUnblocked() {
                    heard.add("unblocked");
                }
            });
            var channel = client.createChannel();
            channel.confirmSelect();
            channel.addConfirmListener((tag, _) -> heard.add("ack " + tag), (tag, _) -> heard.add("nack " + tag));
            var id = node.awaitInput(Input.ConnectionOpened.class, _ -> true).connection();
            node.onLoop(out -> {
                out.add(new Effect.ToClient(id, 1, new ClientEvent.Flow(false, null)));
                out.add(new Effect.ToClient(id, 1, new ClientEvent.Flow(false, "low on memory")));
            });
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("blocked: low on memory");
            channel.queueDeclare("q", false, false, false, null); // whoever does not publish is not held
            channel.basicPublish("", "q", null, "m".getBytes(StandardCharsets.UTF_8));
            assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
            node.onLoop(out -> out.add(new Effect.ToClient(id, 1, new ClientEvent.Flow(true, null))));
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("unblocked");
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("ack 1");
        }
    }

    @Test
    void heartbeats_are_sent_and_missed() throws Exception {
        try (var node = new QueueNode(QueueNode.settings());
                var silent = RawClient.tuning(node.port);
                var lively = connect(node)) {
            silent.send(RawClient.tuneOk(10, 4096, 1), RawClient.openConnection("/")).skip();
            assertThat(silent.next()).isEqualTo("heartbeat 0 ");
            var closed = node.awaitInput(Input.ConnectionClosed.class, _ -> true);
            assertThat(closed.reason()).isEqualTo("missed heartbeats from client, timeout: 1s");
            assertThat(lively.isOpen()).isTrue();
        }
    }

    @Test
    void a_pause_is_no_missing_heartbeat() throws Exception {
        try (var node = new QueueNode(QueueNode.settings()); var silent = RawClient.tuning(node.port)) {
            silent.send(RawClient.tuneOk(10, 4096, 1), RawClient.openConnection("/")).skip();
            node.door.pause();
            silent.socket.setSoTimeout(2500);
            var heard = silent.next();
            while (heard.equals("heartbeat 0 ")) {
                heard = silent.next(); // sent before the pause
            }
            assertThat(heard).isEqualTo("silence");
            silent.socket.setSoTimeout(100_000);
            assertThat(node.connectionInputs).hasSize(1);
            node.door.resume();
            silent.send(RawClient.frame(8, 0, new byte[0], 0xCE));
            assertThat(silent.next()).isEqualTo("heartbeat 0 ");
        }
    }

    @Test
    void full_mailbox_slows_the_publisher_down() throws Exception {
        try (var node = new QueueNode(QueueNode.settings()); var client = RawClient.withChannel(node.port)) {
            var entered = new java.util.concurrent.CountDownLatch(1);
            var goOn = new java.util.concurrent.CountDownLatch(1);
            var handled = new java.util.concurrent.atomic.AtomicInteger();
            node.holding = input -> {
                if (input instanceof Input.FromClient(_, _, ClientMethod.BasicPublish _)) {
                    entered.countDown();
                    awaitQuietly(goOn);
                    handled.incrementAndGet();
                }
                return false;
            };
            var publish = RawClient.join(RawClient.publish("nowhere", 0), RawClient.contentHeader(0));
            var thousands = RawClient.join(java.util.Collections.nCopies(1000, publish).toArray(byte[][]::new));
            var writing = Thread.startVirtualThread(() -> sendOften(client, thousands, 1000));
            assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(writing.join(Duration.ofMillis(700))).as("a million publishes do not fit between").isFalse();
            goOn.countDown();
            assertThat(writing.join(Duration.ofSeconds(150))).isTrue();
            client.send(RawClient.declare("q", new byte[0]));
            assertThat(client.next()).isEqualTo("50.11 on 1");
            assertThat(handled).hasValue(1_000_000);
        }
    }

    private static void sendOften(RawClient client, byte[] bytes, int times) {
        try {
            for (var i = 0; i < times; i++) {
                client.send(bytes);
            }
        } catch (java.io.IOException trouble) {
            throw new java.io.UncheckedIOException(trouble);
        }
    }

    private static void awaitQuietly(java.util.concurrent.CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static com.rabbitmq.client.Connection connect(QueueNode node) throws Exception {
        var factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(node.port);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }
}
