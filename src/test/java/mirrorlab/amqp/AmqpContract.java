package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DeliverCallback;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What RabbitMQ's own Java client must find, whatever core is behind the door, and at RabbitMQ itself.
public abstract class AmqpContract {
    protected Connection connection;
    protected Channel channel;
    private final String queue = "contract-" + System.nanoTime();

    /// A broker on 127.0.0.1 with user guest and virtual host `/`.
    protected abstract int port() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        connection = factory().newConnection("orders-service");
        channel = connection.createChannel();
    }

    @AfterEach
    void disconnect() throws Exception {
        if (connection.isOpen()) {
            connection.createChannel().queueDelete(queue);
        }
        connection.abort(1000);
    }

    protected ConnectionFactory factory() throws Exception {
        var factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port());
        factory.setAutomaticRecoveryEnabled(false);
        return factory;
    }

    @Test
    void wrong_password_is_refused() throws Exception {
        var factory = factory();
        factory.setPassword("wrong");
        assertThatThrownBy(factory::newConnection).isInstanceOf(AuthenticationFailureException.class)
                .hasMessage("ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN. "
                        + "For details see the broker logfile.");
    }

    @Test
    void unknown_virtual_host_is_refused() throws Exception {
        var factory = factory();
        factory.setVirtualHost("nope");
        assertThatThrownBy(factory::newConnection).isInstanceOf(IOException.class)
                .hasRootCauseInstanceOf(ShutdownSignalException.class)
                .hasStackTraceContaining("reply-code=530, reply-text=NOT_ALLOWED - vhost nope not found");
    }

    @Test
    void message_goes_through_with_every_property() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        var headers = Map.<String, Object>of("number", 7, "big", 1L << 40, "text", "ü", "flag", true, "list",
                List.of(1, "two"), "decimal", new BigDecimal("1.5"), "inner", Map.of("a", 1.5));
        var properties = new AMQP.BasicProperties("text/plain", "utf-8", headers, 2, 3, "correlation", "reply",
                "60000", "id", new Date(1_000_000_000_000L), "type", "guest", "app", "cluster");
        channel.basicPublish("", queue, properties, bytes("hello"));
        channel.basicPublish("", queue, null, new byte[0]);
        var full = channel.basicGet(queue, true);
        assertThat(full.getProps().getHeaders().get("inner")).isEqualTo(Map.of("a", 1.5));
        assertThat(full.getProps().getHeaders()).hasSize(7).hasEntrySatisfying("text",
                text -> assertThat(text).hasToString("ü"));
        assertThat(full.getProps().builder().headers(null).build())
                .isEqualTo(properties.builder().headers(null).build());
        assertThat(full.getBody()).asString(StandardCharsets.UTF_8).isEqualTo("hello");
        assertThat(full.getMessageCount()).isEqualTo(1);
        assertThat(full.getEnvelope().getRoutingKey()).isEqualTo(queue);
        assertThat(channel.basicGet(queue, true).getBody()).isEmpty();
        assertThat(channel.basicGet(queue, true)).isNull();
    }

    @Test
    void large_bodies_are_cut_and_joined() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        var body = new byte[5_000_001];
        new java.util.Random(1).nextBytes(body);
        channel.basicPublish("", queue, null, body);
        assertThat(channel.basicGet(queue, true).getBody()).isEqualTo(body);
    }

    @Test
    void confirms_come_for_all_publishes() throws Exception {
        channel.confirmSelect();
        channel.queueDeclare(queue, false, false, false, null);
        for (var i = 0; i < 5000; i++) {
            channel.basicPublish("", queue, null, bytes("m" + i));
        }
        assertThat(channel.waitForConfirms(60_000)).isTrue();
        assertThat(channel.queueDeclarePassive(queue).getMessageCount()).isEqualTo(5000);
        assertThat(channel.queuePurge(queue).getMessageCount()).isEqualTo(5000);
    }

    @Test
    void unroutable_mandatory_message_returns_before_its_confirm() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        channel.confirmSelect();
        channel.addReturnListener(returned -> heard.add(returned.getReplyCode() + " " + returned.getReplyText() + " "
                + new String(returned.getBody(), StandardCharsets.UTF_8)));
        channel.addConfirmListener((tag, _) -> heard.add("ack " + tag), (tag, _) -> heard.add("nack " + tag));
        channel.basicPublish("", "nowhere", true, null, bytes("m1"));
        assertThat(next(heard)).isEqualTo("312 NO_ROUTE m1");
        assertThat(next(heard)).isEqualTo("ack 1");
    }

    @Test
    void consumer_gets_acknowledges_rejects_and_cancels() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        channel.basicQos(2);
        var deliveries = new LinkedBlockingQueue<Delivery>();
        var tag = channel.basicConsume(queue, false, collect(deliveries), _ -> {});
        for (var i = 1; i <= 4; i++) {
            channel.basicPublish("", queue, null, bytes("m" + i));
        }
        var first = next(deliveries);
        var second = next(deliveries);
        assertThat(text(first)).isEqualTo("m1");
        assertThat(deliveries.poll(200, TimeUnit.MILLISECONDS)).isNull();
        channel.basicAck(first.getEnvelope().getDeliveryTag(), false);
        var third = next(deliveries);
        channel.basicNack(third.getEnvelope().getDeliveryTag(), true, true);
        assertThat(List.of(text(next(deliveries)), text(next(deliveries)))).containsExactly("m2", "m3");
        assertThat(text(second)).isEqualTo("m2");
        channel.basicCancel(tag);
        channel.close();
        var other = connection.createChannel();
        var again = other.basicGet(queue, false);
        assertThat(again.getBody()).asString(StandardCharsets.UTF_8).isEqualTo("m2");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
        other.basicReject(again.getEnvelope().getDeliveryTag(), false);
        assertThat(other.queueDelete(queue).getMessageCount()).isEqualTo(2);
    }

    @Test
    void deleted_queue_cancels_its_consumer() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        var cancelled = new CompletableFuture<String>();
        var tag = channel.basicConsume(queue, true, (_, _) -> {}, cancelled::complete);
        connection.createChannel().queueDelete(queue);
        assertThat(cancelled.get(60, TimeUnit.SECONDS)).isEqualTo(tag);
    }

    @Test
    void channel_error_leaves_the_connection_and_its_number_usable() throws Exception {
        var number = channel.getChannelNumber();
        assertThatThrownBy(() -> channel.queueDeclarePassive("nope")).isInstanceOf(IOException.class)
                .hasStackTraceContaining("reply-code=404, reply-text=NOT_FOUND - no queue 'nope' in vhost '/'");
        assertThatThrownBy(() -> channel.queueDeclare()).isInstanceOf(AlreadyClosedException.class);
        var again = connection.createChannel(number);
        assertThat(again.queueDeclare().getQueue()).startsWith("amq.gen-");
    }

    @Test
    void consumer_without_prefetch_gets_everything_in_order() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        for (var i = 1; i <= 5000; i++) {
            channel.basicPublish("", queue, null, bytes("m" + i));
        }
        var deliveries = new LinkedBlockingQueue<Delivery>();
        channel.basicConsume(queue, true, collect(deliveries), _ -> {});
        for (var i = 1; i <= 5000; i++) {
            assertThat(text(next(deliveries))).isEqualTo("m" + i);
        }
    }

    @Test
    void unacknowledged_messages_return_in_their_order_when_a_connection_ends() throws Exception {
        channel.queueDeclare(queue, false, false, false, null);
        for (var i = 1; i <= 3; i++) {
            channel.basicPublish("", queue, null, bytes("m" + i));
        }
        try (var other = factory().newConnection()) {
            var deliveries = new LinkedBlockingQueue<Delivery>();
            other.createChannel().basicConsume(queue, false, collect(deliveries), _ -> {});
            assertThat(List.of(text(next(deliveries)), text(next(deliveries)), text(next(deliveries))))
                    .containsExactly("m1", "m2", "m3");
        }
        for (var i = 1; i <= 3; i++) {
            var again = channel.basicGet(queue, true);
            assertThat(again.getBody()).asString(StandardCharsets.UTF_8).isEqualTo("m" + i);
            assertThat(again.getEnvelope().isRedeliver()).isTrue();
        }
    }

    protected static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    protected static String text(Delivery delivery) {
        return new String(delivery.getBody(), StandardCharsets.UTF_8);
    }

    protected static DeliverCallback collect(LinkedBlockingQueue<Delivery> into) {
        return (_, delivery) -> into.add(delivery);
    }

    protected static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
        var next = queue.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }
}
