package mirrorlab.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.MessageProperties;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The door before queues in memory: the contract, and what only shows from behind the door.
class AmqpDoorTest extends AmqpContract {
    private QueueNode node;

    @Override
    protected int port() throws Exception {
        if (node == null) {
            node = new QueueNode(QueueNode.settings());
        }
        return node.port;
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void connection_is_named_and_told_to_the_core_once() throws Exception {
        var opened = node.awaitInput(Input.ConnectionOpened.class, _ -> true);
        assertThat(opened.name()).isEqualTo("orders-service");
        assertThat(opened.cancelNotify()).isTrue();
        assertThat(opened.peer()).startsWith("127.0.0.1:");
        connection.close(200, "bye");
        var closed = node.awaitInput(Input.ConnectionClosed.class, _ -> true);
        assertThat(closed.reason()).isEqualTo("closed by the client: 200 bye");
        node.awaitNoConnections();
        assertThat(node.connectionInputs).containsExactly(opened, closed);
    }

    @Test
    void server_says_what_it_is_and_can() {
        var properties = connection.getServerProperties();
        assertThat(properties.get("product")).hasToString("Mirrorlab");
        assertThat(properties.get("version")).hasToString("0.1.0");
        assertThat(properties.get("platform")).asString().startsWith("Java ");
        assertThat(properties.get("capabilities")).isEqualTo(Map.of("publisher_confirms", true, "basic.nack", true,
                "consumer_cancel_notify", true, "connection.blocked", true, "consumer_priorities", true,
                "authentication_failure_close", true,
                "per_consumer_qos", true, "exchange_exchange_bindings", true, "direct_reply_to", true));
        assertThat(connection.getChannelMax()).isEqualTo(2047);
        assertThat(connection.getFrameMax()).isEqualTo(131_072);
        assertThat(connection.getHeartbeat()).isEqualTo(60);
    }

    @Test
    void delivery_mode_and_arguments_reach_the_core() throws Exception {
        var seen = new LinkedBlockingQueue<ClientMethod>();
        node.holding = input -> {
            if (input instanceof Input.FromClient(_, _, var method)) {
                seen.add(method);
            }
            return false;
        };
        channel.queueDeclare("q", true, false, true, Map.of("x-max-length", 5));
        channel.basicPublish("", "q", true, MessageProperties.MINIMAL_PERSISTENT_BASIC, bytes("a"));
        channel.basicPublish("", "q", false, MessageProperties.MINIMAL_BASIC, bytes("b"));
        assertThat(next(seen)).isEqualTo(
                new ClientMethod.QueueDeclare("q", false, true, false, true, false, Map.of("x-max-length", 5)));
        var first = (ClientMethod.BasicPublish) next(seen);
        assertThat(first.persistent()).isTrue();
        assertThat(first.mandatory()).isTrue();
        assertThat(first.properties().array()).containsExactly(0x10, 0, 2);
        var second = (ClientMethod.BasicPublish) next(seen);
        assertThat(second.persistent()).isFalse();
        assertThat(second.body().text()).isEqualTo("b");
    }

    @Test
    void runs_of_confirms_are_told_once_and_nacks_alone() throws Exception {
        node.holding = input -> input instanceof Input.FromClient(_, _, ClientMethod.BasicPublish _);
        channel.confirmSelect();
        for (var i = 0; i < 8; i++) {
            channel.basicPublish("", "q", null, bytes("m"));
        }
        var heard = new LinkedBlockingQueue<String>();
        channel.addConfirmListener((tag, multiple) -> heard.add("ack " + tag + (multiple ? "*" : "")),
                (tag, multiple) -> heard.add("nack " + tag + (multiple ? "*" : "")));
        var id = node.awaitInput(Input.ConnectionOpened.class, _ -> true).connection();
        node.onLoop(out -> {
            for (var sequence : new long[]{1, 2, 3, 5, 7}) {
                out.add(new Effect.ToClient(id, 1, new ClientEvent.Confirmed(sequence, false)));
            }
            out.add(new Effect.ToClient(id, 1, new ClientEvent.Nacked(4, false)));
            out.add(new Effect.ToClient(id, 1, new ClientEvent.Confirmed(6, false)));
            out.add(new Effect.ToClient(id, 1, new ClientEvent.Confirmed(8, false)));
        });
        assertThat(List.of(next(heard), next(heard), next(heard), next(heard), next(heard))).containsExactly("ack 3*",
                "ack 5", "ack 7", "nack 4", "ack 8*");
    }

    @Test
    void connection_error_of_the_core_closes_the_connection() throws Exception {
        var reason = new CompletableFuture<ShutdownSignalException>();
        connection.addShutdownListener(reason::complete);
        var id = node.awaitInput(Input.ConnectionOpened.class, _ -> true).connection();
        node.onLoop(out -> out.add(
                new Effect.ToClient(id, 1, new ClientEvent.ConnectionFailed(530, "NOT_ALLOWED - attempt", 60, 20))));
        assertThat(reason.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("reply-code=530, reply-text=NOT_ALLOWED - attempt,"
                        + " class-id=60, method-id=20");
        node.awaitInput(Input.ConnectionClosed.class, _ -> true);
        node.awaitNoConnections();
    }

    @Test
    void message_over_the_limit_costs_the_channel_only() throws Exception {
        node.close();
        node = new QueueNode(QueueNode.settings().withLimits(10, 4096, 100_000, 10, 1_000_000));
        connection = factory().newConnection();
        channel = connection.createChannel();
        var number = channel.getChannelNumber();
        var reason = new CompletableFuture<ShutdownSignalException>();
        channel.addShutdownListener(reason::complete);
        channel.basicPublish("", "q", null, new byte[100_001]);
        assertThat(reason.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("reply-code=406, reply-text=PRECONDITION_FAILED -"
                        + " message size 100001 is larger than configured max size 100000, class-id=60, method-id=40");
        var again = connection.createChannel(number);
        again.queueDeclare("q", false, false, false, null);
        again.basicPublish("", "q", null, new byte[100_000]);
        assertThat(again.basicGet("q", true).getBody()).hasSize(100_000);
    }

    @Test
    void clean_stop_tells_every_client() throws Exception {
        var reason = new CompletableFuture<ShutdownSignalException>();
        connection.addShutdownListener(reason::complete);
        node.door.stop();
        assertThat(reason.get(60, TimeUnit.SECONDS))
                .hasMessageContaining("reply-code=320, reply-text=CONNECTION_FORCED - "
                        + "broker forced connection closure with reason 'shutdown'");
        node.awaitNoConnections();
        assertThatThrownBy(factory()::newConnection).isInstanceOf(java.net.ConnectException.class);
    }

    @Test
    void kill_breaks_sockets_without_a_word() throws Exception {
        var reason = new CompletableFuture<ShutdownSignalException>();
        connection.addShutdownListener(reason::complete);
        node.door.kill();
        assertThat(reason.get(60, TimeUnit.SECONDS).isHardError()).isTrue();
        assertThat(reason.get().getReason()).isNull();
        node.awaitNoConnections();
        assertThat(node.connectionInputs).noneMatch(Input.ConnectionClosed.class::isInstance);
    }

    @Test
    void paused_node_is_silent_and_goes_on_afterwards() throws Exception {
        channel.confirmSelect();
        channel.queueDeclare("q", false, false, false, null);
        var published = new LinkedBlockingQueue<Input>();
        node.holding = input -> {
            published.add(input);
            return false;
        };
        node.door.pause();
        channel.basicPublish("", "q", null, bytes("m"));
        assertThatThrownBy(() -> channel.waitForConfirms(300)).isInstanceOf(TimeoutException.class);
        assertThat(published).isEmpty();
        node.door.resume();
        assertThat(channel.waitForConfirms(60_000)).isTrue();
        assertThat(published).hasSize(1);
    }

    @Test
    void closed_door_refuses_and_open_connections_stay() throws Exception {
        node.door.setServing(false);
        assertThatThrownBy(factory()::newConnection).isInstanceOf(java.net.ConnectException.class);
        channel.queueDeclare("q", false, false, false, null);
        node.door.setServing(true);
        factory().newConnection().abort();
    }

    @Test
    void a_port_in_use_is_said_in_one_sentence() {
        var second = new AmqpDoor(AmqpSettings.of("rabbit2@localhost", node.port, "0.1.0"), _ -> {}, new OneUser());
        assertThatThrownBy(second::start).isInstanceOf(IOException.class).hasMessage("AMQP port " + node.port
                + " of node rabbit2@localhost is in use on 127.0.0.1 by another program; give the node another port or 0 for any");
    }

    @Test
    void broken_socket_is_told_to_the_core_once() throws Exception {
        try (var client = RawClient.withChannel(node.port)) {
            client.send(new byte[]{1, 0});
        }
        var closed = node.awaitInput(Input.ConnectionClosed.class, _ -> true);
        assertThat(closed.reason()).isEqualTo("client unexpectedly closed TCP connection");
        connection.close();
        node.awaitNoConnections();
        assertThat(node.connectionInputs).filteredOn(Input.ConnectionClosed.class::isInstance).hasSize(2);
    }
}
