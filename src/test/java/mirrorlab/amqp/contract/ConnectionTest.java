package mirrorlab.amqp.contract;

import static mirrorlab.amqp.RawClient.join;
import static mirrorlab.amqp.RawClient.longstr;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.openConnection;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.startOk;
import static mirrorlab.amqp.RawClient.tuneOk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mirrorlab.amqp.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The class connection: login, tuning, opening, closing, heartbeats, and connection.blocked.
class ConnectionTest extends Contract {
    private static final byte[] HEARTBEAT = RawClient.frame(8, 0, new byte[0], 0xCE);

    @Test
    void server_names_what_it_can() throws Exception {
        Map<String, Object> properties = broker.connection().getServerProperties();
        assertThat(properties).containsKeys("product", "version", "platform", "cluster_name", "copyright",
                "information");
        assertThat(properties.get("capabilities")).asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsAllEntriesOf(Map.of("publisher_confirms", true, "exchange_exchange_bindings", true,
                        "basic.nack",
                        true, "consumer_cancel_notify", true, "connection.blocked", true, "consumer_priorities", true,
                        "authentication_failure_close", true, "per_consumer_qos", true, "direct_reply_to", true));
    }

    @Test
    void other_protocols_are_answered_with_the_right_header() throws Exception {
        try (RawClient client = new RawClient(broker.port())) {
            client.send(new byte[]{'A', 'M', 'Q', 'P', 0, 1, 0, 0});
            assertThat(client.next()).isEqualTo("header 77,81,80,0,0,9,1");
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void login_with_amqplain_is_let_in() throws Exception {
        try (RawClient client = RawClient.greeted(broker.port())) {
            byte[] login = join(shortstr("LOGIN"), RawClient.bytes('S'), longstr(bytes("guest")),
                    shortstr("PASSWORD"),
                    RawClient.bytes('S'), longstr(bytes("guest")));
            client.send(startOk("AMQPLAIN", login, true));
            assertThat(client.next()).isEqualTo("10.30 on 0");
        }
    }

    @Test
    void wrong_amqplain_is_refused() throws Exception {
        try (RawClient client = RawClient.greeted(broker.port())) {
            byte[] login = join(shortstr("LOGIN"), RawClient.bytes('S'), longstr(bytes("guest")),
                    shortstr("PASSWORD"),
                    RawClient.bytes('S'), longstr(bytes("wrong")));
            client.send(startOk("AMQPLAIN", login, true));
            assertThat(client.next())
                    .isEqualTo("10.50 on 0: 403 ACCESS_REFUSED - Login was refused using authentication"
                            + " mechanism AMQPLAIN. For details see the broker logfile. (0,0)");
        }
    }

    @ParameterizedTest
    @CsvSource({"guest,wrong", "nobody,guest", "'',''"})
    void wrong_login_is_refused(String user, String password) throws Exception {
        ConnectionFactory factory = broker.factory();
        factory.setUsername(user);
        factory.setPassword(password);
        assertThatThrownBy(factory::newConnection).isInstanceOf(AuthenticationFailureException.class)
                .hasMessage("ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN. "
                        + "For details see the broker logfile.");
    }

    @Test
    void wrong_login_closes_silently_for_old_clients() throws Exception {
        try (RawClient client = RawClient.greeted(broker.port())) {
            client.send(startOk("guest", "wrong", false));
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void unknown_mechanism_closes() throws Exception {
        try (RawClient client = RawClient.greeted(broker.port())) {
            client.send(startOk("EXTRA", new byte[3], true));
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void answer_to_no_challenge_closes() throws Exception {
        try (RawClient client = RawClient.greeted(broker.port())) {
            client.send(method(0, 10, 21, longstr(new byte[1])));
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void client_chooses_smaller_limits() throws Exception {
        ConnectionFactory factory = broker.factory();
        factory.setRequestedChannelMax(5);
        factory.setRequestedFrameMax(4096);
        factory.setRequestedHeartbeat(0);
        try (Connection small = factory.newConnection()) {
            assertThat(small.getChannelMax()).isEqualTo(5);
            assertThat(small.getFrameMax()).isEqualTo(4096);
            String queue = queue();
            var own = small.createChannel();
            own.confirmSelect();
            own.basicPublish("", queue, null, new byte[20_000]);
            own.waitForConfirmsOrDie(30_000);
            assertThat(own.basicGet(queue, true).getBody()).hasSize(20_000);
        }
    }

    @Test
    void server_proposes_limits() throws Exception {
        assertThat(broker.connection().getChannelMax()).isEqualTo(2047);
        assertThat(broker.connection().getFrameMax()).isEqualTo(131_072);
        assertThat(broker.connection().getHeartbeat()).isEqualTo(60);
    }

    @ParameterizedTest
    @CsvSource({"0,131072", "2048,131072", "2047,0", "2047,131073", "2047,4095"})
    void limits_beyond_the_proposed_close(int channelMax, int frameMax) throws Exception {
        try (RawClient client = RawClient.tuning(broker.port())) {
            client.send(tuneOk(channelMax, frameMax, 0));
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void channels_beyond_the_limit_end_the_connection() throws Exception {
        try (RawClient client = RawClient.tuning(broker.port())) {
            client.send(tuneOk(1, 4096, 0), openConnection("/")).skip();
            client.send(method(1, 20, 10, shortstr(""))).skip();
            client.send(method(2, 20, 10, shortstr("")));
            assertThat(client.next())
                    .isEqualTo("10.50 on 0: 530 NOT_ALLOWED - number of channels opened (1) has reached"
                            + " the negotiated channel_max (1) (0,0)");
        }
    }

    @Test
    void frame_beyond_the_limit_ends_the_connection() throws Exception {
        try (RawClient client = RawClient.tuning(broker.port())) {
            client.send(tuneOk(1, 4096, 0), openConnection("/")).skip();
            client.send(RawClient.frame(3, 1, new byte[4097], 0xCE));
            assertThat(client.next()).isEqualTo(
                    "10.50 on 0: 501 FRAME_ERROR - type 3, all octets = <<>>: {frame_too_large,4097,4088} (0,0)");
        }
    }

    @Test
    void wrong_end_of_a_frame_ends_the_connection() throws Exception {
        try (RawClient client = RawClient.open(broker.port())) {
            client.send(RawClient.frame(1, 1, RawClient.bytes(0, 20, 0, 10, 0), 0));
            assertThat(client.next()).isEqualTo(
                    "10.50 on 0: 501 FRAME_ERROR - type 1, all octets = <<0,20,0,10,0>>: {invalid_frame_end_marker,0} (0,0)");
        }
    }

    @Test
    void unknown_vhost_is_not_allowed() throws Exception {
        ConnectionFactory factory = broker.factory();
        factory.setVirtualHost("contract-none");
        assertThatThrownBy(factory::newConnection).hasRootCauseInstanceOf(ShutdownSignalException.class)
                .hasStackTraceContaining("reply-code=530, reply-text=NOT_ALLOWED - vhost contract-none not found, "
                        + "class-id=10, method-id=40");
    }

    @Test
    void second_open_ends_the_connection() throws Exception {
        try (RawClient client = RawClient.open(broker.port())) {
            client.send(openConnection("/"));
            assertThat(client.next()).isEqualTo(
                    "10.50 on 0: 504 CHANNEL_ERROR - unexpected method in connection state running (10,40)");
        }
    }

    @Test
    void close_is_answered() throws Exception {
        try (RawClient client = RawClient.open(broker.port())) {
            client.send(method(0, 10, 50, RawClient.word(200), shortstr("bye"), RawClient.doubleWord(0)));
            assertThat(client.next()).isEqualTo("10.51 on 0");
        }
    }

    @Test
    void secret_can_be_renewed() throws Exception {
        try (RawClient client = RawClient.open(broker.port())) {
            client.send(method(0, 10, 70, longstr(bytes("guest")), shortstr("rotation")));
            assertThat(client.next()).isEqualTo("10.71 on 0");
        }
    }

    @Test
    void heartbeats_come_when_agreed() throws Exception {
        try (RawClient client = RawClient.tuning(broker.port())) {
            client.send(tuneOk(1, 4096, 4), openConnection("/")).skip();
            assertThat(client.next()).isEqualTo("heartbeat 0 ");
            client.send(HEARTBEAT);
            assertThat(client.next()).isEqualTo("heartbeat 0 ");
        }
    }

    @Test
    void heartbeats_are_welcome_in_the_handshake() throws Exception {
        try (RawClient client = new RawClient(broker.port())) {
            client.send(RawClient.header()).skip();
            client.send(HEARTBEAT, startOk("guest", "guest", true)).skip();
            client.send(tuneOk(1, 4096, 0), openConnection("/"));
            assertThat(client.next()).isEqualTo("10.41 on 0");
        }
    }

    @Test
    void publisher_is_told_that_it_is_blocked() throws Exception {
        Connection own = connect();
        LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
        own.addBlockedListener(new BlockedListener() {
            @Override
            public void handleBlocked(String reason) {
                heard.add("blocked: " + reason);
            }

            @Override
            public void handleUnblocked() {
                heard.add("unblocked");
            }
        });
        String queue = queue();
        var publishing = own.createChannel();
        publishing.confirmSelect();
        var administration = broker.administration();
        afterwards(() -> administration.memoryAlarm(false));
        administration.memoryAlarm(true);
        publishing.basicPublish("", queue, null, bytes("m"));
        assertThat(heard.poll(patience(), TimeUnit.SECONDS)).isEqualTo("blocked: low on memory");
        channel.basicGet(queue, true);
        administration.memoryAlarm(false);
        assertThat(heard.poll(patience(), TimeUnit.SECONDS)).isEqualTo("unblocked");
        assertThat(publishing.waitForConfirms(patience() * 1000L)).isTrue();
        awaitReady(queue, 1);
    }

    @Test
    void client_properties_of_any_kind_are_taken() throws Exception {
        ConnectionFactory factory = broker.factory();
        factory.setClientProperties(
                Map.of("product", "own", "number", 5, "inner", Map.of("list", java.util.List.of(1))));
        try (Connection own = factory.newConnection()) {
            assertThat(own.createChannel().rpc(new AMQP.Basic.Qos.Builder().build())).isNotNull();
        }
    }
}
