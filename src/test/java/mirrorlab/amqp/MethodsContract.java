package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.ShutdownSignalException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Exchanges, bindings, transactions and replies, as clients find them at a whole node and at RabbitMQ itself.
public abstract class MethodsContract {
    private static final String REPLIES = "amq.rabbitmq.reply-to";
    private final String exchange = "methods-x-" + System.nanoTime();
    private final String queue = "methods-q-" + System.nanoTime();
    private final List<String> queues = new ArrayList<>(List.of(queue));
    private Connection connection;
    private Channel channel;

    /// A broker on 127.0.0.1 with user guest and virtual host `/`.
    protected abstract int port() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        var factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port());
        factory.setAutomaticRecoveryEnabled(false);
        connection = factory.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(queue, false, false, false, null);
    }

    @AfterEach
    void disconnect() throws Exception {
        if (connection.isOpen()) {
            var last = connection.createChannel();
            last.exchangeDelete(exchange);
            for (var each : queues) {
                last.queueDelete(each);
            }
        }
        connection.abort(1000);
    }

    private String second() throws Exception {
        var name = queue + "-2";
        queues.add(name);
        connection.createChannel().queueDeclare(name, false, false, false, null);
        return name;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String got(String from) throws Exception {
        var got = channel.basicGet(from, true);
        return got == null ? "nothing" : new String(got.getBody(), StandardCharsets.UTF_8);
    }

    private static void refused(ThrowingCallable method, String code, String text) {
        assertThatThrownBy(method).cause().isInstanceOf(ShutdownSignalException.class)
                .hasMessageContaining("reply-code=" + code + ", reply-text=" + text + ",");
    }

    @Test
    void topic_exchange_routes_by_words() throws Exception {
        channel.exchangeDeclare(exchange, "topic");
        channel.queueBind(queue, exchange, "orders.#");
        channel.basicPublish(exchange, "orders.new.eu", null, bytes("m1"));
        channel.basicPublish(exchange, "bills.new", null, bytes("m2"));
        assertThat(List.of(got(queue), got(queue))).containsExactly("m1", "nothing");
    }

    @Test
    void bound_exchanges_route_further_and_each_queue_gets_one() throws Exception {
        var inner = exchange + "-inner";
        channel.exchangeDeclare(exchange, "direct");
        channel.exchangeDeclare(inner, "fanout", false, true, null);
        channel.exchangeBind(inner, exchange, "k");
        channel.queueBind(queue, inner, "");
        channel.queueBind(queue, exchange, "k");
        channel.basicPublish(exchange, "k", null, bytes("m"));
        assertThat(List.of(got(queue), got(queue))).containsExactly("m", "nothing");
        channel.queueUnbind(queue, inner, "");
        refused(() -> channel.exchangeDeclarePassive(inner), "404",
                "NOT_FOUND - no exchange '" + inner + "' in vhost '/'");
    }

    @Test
    void fanout_to_two_queues_is_confirmed_once() throws Exception {
        var other = second();
        channel.exchangeDeclare(exchange, "fanout");
        channel.queueBind(queue, exchange, "");
        channel.queueBind(other, exchange, "");
        channel.confirmSelect();
        channel.basicPublish(exchange, "", null, bytes("m"));
        assertThat(channel.waitForConfirms(20_000)).isTrue();
        assertThat(List.of(got(queue), got(other))).containsExactly("m", "m");
    }

    @Test
    void blind_copies_arrive_and_are_not_seen() throws Exception {
        var other = second();
        Map<String, Object> headers = Map.of("BCC", List.of(other), "a", 1);
        channel.basicPublish("", queue, new BasicProperties.Builder().headers(headers).build(), bytes("m"));
        for (var each : List.of(queue, other)) {
            GetResponse got = channel.basicGet(each, true);
            assertThat(got.getProps().getHeaders()).containsOnlyKeys("a");
            assertThat(got.getEnvelope().getRoutingKey()).isEqualTo(queue);
        }
    }

    @Test
    void exchanges_are_refused_in_the_brokers_words() throws Exception {
        channel.exchangeDeclare(exchange, "direct");
        refused(() -> connection.createChannel().exchangeDeclare(exchange, "fanout"), "406",
                "PRECONDITION_FAILED - inequivalent arg 'type' for exchange '" + exchange
                        + "' in vhost '/': received 'fanout' but current is 'direct'");
        refused(() -> connection.createChannel().exchangeDeclare("amq.mine", "fanout"), "403",
                "ACCESS_REFUSED - exchange name 'amq.mine' contains reserved prefix 'amq.*'");
        refused(() -> connection.createChannel().exchangeDelete("amq.direct"), "403",
                "ACCESS_REFUSED - deletion of system exchange 'amq.direct' in vhost '/' not allowed");
        refused(() -> connection.createChannel().queueBind(queue, "", "k"), "403",
                "ACCESS_REFUSED - operation not permitted on the default exchange");
        channel.queueBind(queue, exchange, "k");
        refused(() -> channel.exchangeDelete(exchange, true), "406",
                "PRECONDITION_FAILED - exchange '" + exchange + "' in vhost '/' in use");
    }

    @Test
    void unknown_exchange_type_costs_the_connection() {
        refused(() -> channel.exchangeDeclare(exchange, "weird"), "503",
                "COMMAND_INVALID - unknown exchange type 'weird'");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void publish_to_no_exchange_costs_the_channel() throws Exception {
        var reason = new CompletableFuture<ShutdownSignalException>();
        channel.addShutdownListener(reason::complete);
        channel.basicPublish(exchange, "k", null, bytes("m"));
        assertThat(reason.get(60, TimeUnit.SECONDS)).hasMessageContaining(
                "reply-code=404, reply-text=NOT_FOUND - no exchange '" + exchange + "' in vhost '/', class-id=60");
    }

    @Test
    void transaction_publishes_and_settles_at_its_commit() throws Exception {
        channel.basicPublish("", queue, null, bytes("m1"));
        channel.txSelect();
        channel.basicAck(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), false);
        channel.basicPublish("", queue, null, bytes("m2"));
        assertThat(channel.messageCount(queue)).isZero();
        channel.txRollback();
        channel.basicRecover(true);
        assertThat(got(queue)).isEqualTo("m1");
        channel.basicPublish("", queue, null, bytes("m3"));
        channel.txCommit();
        assertThat(List.of(got(queue), got(queue))).containsExactly("m3", "nothing");
        refused(() -> channel.confirmSelect(), "406", "PRECONDITION_FAILED - cannot switch from tx to confirm mode");
    }

    @Test
    void recovered_messages_come_again() throws Exception {
        channel.basicPublish("", queue, null, bytes("m"));
        channel.basicGet(queue, false);
        channel.basicRecover(true);
        GetResponse again = channel.basicGet(queue, false);
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
        assertThat(again.getEnvelope().getDeliveryTag()).isEqualTo(2);
    }

    @Test
    void reply_comes_directly_to_who_asked() throws Exception {
        var replies = new LinkedBlockingQueue<String>();
        channel.basicConsume(REPLIES, true,
                (tag, reply) -> replies.add(new String(reply.getBody(), StandardCharsets.UTF_8)), tag -> {});
        channel.basicPublish("", queue, new BasicProperties.Builder().replyTo(REPLIES).build(), bytes("question"));
        var server = connection.createChannel();
        var address = server.basicGet(queue, true).getProps().getReplyTo();
        assertThat(address).startsWith(REPLIES + ".");
        server.basicPublish("", address, null, bytes("answer"));
        assertThat(replies.poll(60, TimeUnit.SECONDS)).isEqualTo("answer");
    }

    @Test
    void reply_consumer_has_to_take_replies_for_acknowledged() {
        refused(() -> channel.basicConsume(REPLIES, false, (tag, reply) -> {}, tag -> {}), "406",
                "PRECONDITION_FAILED - reply consumer cannot acknowledge");
    }

    @Test
    void names_left_out_mean_the_last_declared_queue() throws Exception {
        channel.queueBind("", "amq.direct", "");
        channel.basicPublish("amq.direct", queue, null, bytes("m"));
        assertThat(got("")).isEqualTo("m");
        refused(() -> connection.createChannel().queuePurge(""), "404", "NOT_FOUND - no previously declared queue");
    }

    @Test
    void acknowledging_up_to_a_settled_tag_costs_the_channel() throws Exception {
        channel.basicPublish("", queue, null, bytes("m1"));
        channel.basicPublish("", queue, null, bytes("m2"));
        channel.basicGet(queue, false);
        channel.basicGet(queue, false);
        var reason = new CompletableFuture<ShutdownSignalException>();
        channel.addShutdownListener(reason::complete);
        channel.basicAck(2, false);
        channel.basicAck(2, true);
        assertThat(reason.get(60, TimeUnit.SECONDS)).hasMessageContaining(
                "reply-code=406, reply-text=PRECONDITION_FAILED - unknown delivery tag 2, class-id=60, method-id=80");
    }
}
