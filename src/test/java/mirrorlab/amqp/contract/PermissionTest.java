package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a user may do in a vhost, and who may come in at all.
class PermissionTest extends Contract {
    private String user;
    private Connection own;
    private Channel asked;

    /// May configure ct-c…, write ct-w…, read ct-r…; the last letters say what else.
    @BeforeEach
    void comeIn() throws Exception {
        comeInAs(broker.user());
    }

    /// As somebody whose limits may be changed.
    private void comeInAsSomebodyElse() throws Exception {
        String other = broker.addUser();
        afterwards(() -> broker.administration().deleteUser(other));
        comeInAs(other);
    }

    private void comeInAs(String name) throws Exception {
        user = name;
        own = factory("/").newConnection();
        afterwards(() -> own.abort(1000));
        asked = own.createChannel();
    }

    private ConnectionFactory factory(String vhost) throws Exception {
        ConnectionFactory factory = broker.factory();
        factory.setUsername(user);
        factory.setPassword(Broker.PASSWORD);
        factory.setVirtualHost(vhost);
        return factory;
    }

    private String refused(String kind, String name, String method) {
        return "403 ACCESS_REFUSED - access to " + kind + " '" + name + "' in vhost '/' refused for user '" + user
                + "' ("
                + method + ")";
    }

    private void isRefused(Call call, String kind, String name, String method) throws Exception {
        assertThat(channelError(asked, call)).isEqualTo(refused(kind, name, method));
        asked = own.createChannel();
    }

    private void cannotOpen(String vhost, String why) throws Exception {
        assertThatThrownBy(factory(vhost)::newConnection).hasRootCauseInstanceOf(ShutdownSignalException.class)
                .hasStackTraceContaining(
                        "reply-code=530, reply-text=NOT_ALLOWED - " + why + ", class-id=10, method-id=40");
    }

    /// A vhost of this test alone, in which its user may do nothing yet.
    private String freshVhost() throws Exception {
        String vhost = Broker.freshName("vhost");
        Administration administration = broker.administration();
        administration.addVhost(vhost);
        afterwards(() -> administration.deleteVhost(vhost));
        return vhost;
    }

    private String ownVhost() throws Exception {
        String vhost = freshVhost();
        broker.administration().permit(user, vhost, ".*", ".*", ".*");
        return vhost;
    }

    private String queueNamed(String beginning) throws Exception {
        String name = Broker.freshName(beginning);
        channel.queueDeclare(name, false, false, false, null);
        afterwards(() -> broker.connection().createChannel().queueDelete(name));
        return name;
    }

    private String exchangeNamed(String beginning) throws Exception {
        String name = Broker.freshName(beginning);
        channel.exchangeDeclare(name, "fanout", false, false, Map.of());
        afterwards(() -> broker.connection().createChannel().exchangeDelete(name));
        return name;
    }

    @Test
    void declaring_needs_configure() throws Exception {
        String allowed = Broker.freshName("cq");
        asked.queueDeclare(allowed, false, false, true, null);
        asked.queueDelete(allowed);
        asked.queueDeclare();
        isRefused(() -> asked.queueDeclare("ct-w1", false, false, true, null), "queue", "ct-w1", "50,10");
        isRefused(() -> asked.exchangeDeclare("ct-w1", "fanout"), "exchange", "ct-w1", "40,10");
        isRefused(() -> asked.queueDelete("ct-w1"), "queue", "ct-w1", "50,40");
        isRefused(() -> asked.exchangeDelete("ct-w1"), "exchange", "ct-w1", "40,20");
    }

    @Test
    void asking_passively_needs_nothing() throws Exception {
        asked.queueDeclarePassive(queueNamed("none"));
        asked.exchangeDeclarePassive("amq.direct");
    }

    @Test
    void publishing_needs_write() throws Exception {
        isRefused(() -> asked.basicPublish("amq.direct", "k", null, bytes("m")), "exchange", "amq.direct", "60,40");
        isRefused(() -> asked.basicPublish("", "k", null, bytes("m")), "exchange", "amq.default", "60,40");
        asked.basicPublish(exchangeNamed("w"), "k", null, bytes("m"));
        asked.basicQos(1);
    }

    @Test
    void consuming_needs_read() throws Exception {
        String queue = queueNamed("w");
        isRefused(() -> asked.basicConsume(queue, Deliveries.unused(this, asked)), "queue", queue, "60,20");
        isRefused(() -> asked.basicGet(queue, true), "queue", queue, "60,70");
        isRefused(() -> asked.queuePurge(queue), "queue", queue, "50,30");
        String readable = queueNamed("r");
        asked.queuePurge(readable);
        asked.basicGet(readable, true);
        Deliveries.manual(this, asked, readable);
    }

    @Test
    void binding_needs_write_to_the_queue_and_read_from_the_exchange() throws Exception {
        String writable = queueNamed("w");
        String readable = exchangeNamed("r");
        asked.queueBind(writable, readable, "k");
        asked.queueUnbind(writable, readable, "k");
        String other = queueNamed("r");
        isRefused(() -> asked.queueBind(other, readable, "k"), "queue", other, "50,20");
        isRefused(() -> asked.queueUnbind(other, readable, "k"), "queue", other, "50,50");
        isRefused(() -> asked.queueBind(writable, "amq.direct", "k"), "exchange", "amq.direct", "50,20");
    }

    @Test
    void binding_exchanges_needs_write_to_the_destination_and_read_from_the_source() throws Exception {
        String writable = exchangeNamed("w");
        String readable = exchangeNamed("r");
        asked.exchangeBind(writable, readable, "");
        asked.exchangeUnbind(writable, readable, "");
        isRefused(() -> asked.exchangeBind(readable, readable, ""), "exchange", readable, "40,30");
        isRefused(() -> asked.exchangeBind(writable, writable, ""), "exchange", writable, "40,30");
        isRefused(() -> asked.exchangeUnbind(readable, readable, ""), "exchange", readable, "40,40");
    }

    @Test
    void dead_letter_exchange_needs_write_to_it_and_read_from_the_queue() throws Exception {
        isRefused(() -> asked.queueDeclare("ct-c1", false, false, true, Map.of("x-dead-letter-exchange", "ct-w1")),
                "queue",
                "ct-c1", "50,10");
        isRefused(() -> asked.queueDeclare("ct-cr1", false, false, true, Map.of("x-dead-letter-exchange", "ct-none")),
                "exchange", "ct-none", "50,10");
        String allowed = Broker.freshName("cr");
        asked.queueDeclare(allowed, false, false, true, Map.of("x-dead-letter-exchange", "ct-w1"));
        asked.queueDelete(allowed);
    }

    @Test
    void alternate_exchange_needs_write_to_it_and_read_from_the_exchange() throws Exception {
        isRefused(() -> asked.exchangeDeclare("ct-c1", "fanout", false, true, Map.of("alternate-exchange", "ct-w1")),
                "exchange", "ct-c1", "40,10");
        isRefused(() -> asked.exchangeDeclare("ct-cr1", "fanout", false, true, Map.of("alternate-exchange", "ct-none")),
                "exchange", "ct-none", "40,10");
    }

    @Test
    void user_without_permissions_cannot_open_the_vhost() throws Exception {
        String vhost = freshVhost();
        cannotOpen(vhost, "access to vhost '" + vhost + "' refused for user '" + user + "'");
    }

    @Test
    void vhosts_know_nothing_of_each_other() throws Exception {
        String vhost = ownVhost();
        String queue = queue();
        try (Connection inside = factory(vhost).newConnection()) {
            Channel within = inside.createChannel();
            within.exchangeDeclarePassive("amq.topic");
            assertThat(channelError(within, () -> within.queueDeclarePassive(queue)))
                    .isEqualTo("404 NOT_FOUND - no queue '" + queue + "' in vhost '" + vhost + "' (50,10)");
        }
    }

    @Test
    void full_vhost_lets_nobody_in() throws Exception {
        String vhost = ownVhost();
        broker.administration().limitConnections(vhost, 0);
        cannotOpen(vhost, "access to vhost '" + vhost + "' refused for user '" + user
                + "': connection limit (0) is reached");
    }

    @Test
    void full_vhost_takes_no_more_queues() throws Exception {
        String vhost = ownVhost();
        broker.administration().limitQueues(vhost, 1);
        try (Connection inside = factory(vhost).newConnection()) {
            Channel within = inside.createChannel();
            within.queueDeclare("first", false, false, false, null);
            assertThat(channelError(within, () -> within.queueDeclare("second", false, false, false, null)))
                    .isEqualTo("406 PRECONDITION_FAILED - cannot declare queue 'second': queue limit in vhost '" + vhost
                            + "' (1) is reached (50,10)");
        }
    }

    @Test
    void user_with_enough_connections_gets_no_more() throws Exception {
        comeInAsSomebodyElse();
        broker.administration().limitUser(user, 1);
        cannotOpen("/", "connection refused for user '" + user + "': user connection limit (1) is reached");
    }

    @Test
    void user_with_enough_channels_gets_no_more() throws Exception {
        comeInAsSomebodyElse();
        broker.administration().limitChannels(user, 1);
        assertThat(connectionError(own, own::createChannel)).isEqualTo(
                "530 NOT_ALLOWED - number of channels opened for user '" + user
                        + "' has reached the maximum allowed user limit of (1) (0,0)");
    }

    @Test
    void closed_by_an_administrator() throws Exception {
        CompletableFuture<ShutdownSignalException> ended = new CompletableFuture<>();
        own.addShutdownListener(ended::complete);
        broker.administration().closeConnections(user, "Closed via management plugin");
        assertThat(await(ended)).hasMessageContaining(
                "reply-code=320, reply-text=CONNECTION_FORCED - Closed via management plugin, class-id=0, method-id=0");
    }

    @Test
    void user_id_must_be_the_users_own() throws Exception {
        var mine = new com.rabbitmq.client.AMQP.BasicProperties.Builder().userId(user).build();
        asked.basicPublish(exchangeNamed("w"), "", mine, bytes("m"));
        asked.basicQos(1);
        var other = new com.rabbitmq.client.AMQP.BasicProperties.Builder().userId("guest").build();
        assertThat(channelError(asked, () -> asked.basicPublish("ct-w1", "", other, bytes("m"))))
                .isEqualTo("404 NOT_FOUND - no exchange 'ct-w1' in vhost '/' (60,40)");
    }
}
