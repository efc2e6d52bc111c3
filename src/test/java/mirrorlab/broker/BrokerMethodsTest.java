package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.content.BasicProperties;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Methods of clients on three nodes, the masters elsewhere.
class BrokerMethodsTest {
    private static final String REPLIES = "amq.rabbitmq.reply-to";
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);

    @BeforeEach
    void connect() {
        cluster.connect(one, 1);
        cluster.connect(two, 2);
        cluster.connect(three, 3);
    }

    private List<Object> two(ClientMethod method) {
        return cluster.call(two, 2, method);
    }

    private void declare(NodeName node, long connection, String queue) {
        assertThat(cluster.call(node, connection,
                new ClientMethod.QueueDeclare(queue, false, false, false, false, false, Map.of())))
                .containsExactly(new ClientEvent.QueueDeclared(queue, 0, 0));
    }

    private String got(String queue) {
        Object told = cluster.call(three, 3, new ClientMethod.BasicGet(queue, true)).getLast();
        return told instanceof ClientEvent.GetOk ok ? ok.message().body().text() : "nothing";
    }

    private static ClientMethod.BasicPublish publish(String exchange, String key, String body) {
        return new ClientMethod.BasicPublish(exchange, key, false, false, Bytes.EMPTY, Bytes.of(body));
    }

    @Test
    void what_one_node_declares_and_another_binds_routes_at_the_third() { // M-01
        declare(one, 1, "orders");
        declare(three, 3, "copies");
        assertThat(cluster.call(one, 1, new ClientMethod.ExchangeDeclare("x", "fanout", false, false, false, false,
                false, Map.of()))).containsExactly(new ClientEvent.ExchangeDeclared());
        for (String each : List.of("orders", "copies")) {
            assertThat(cluster.call(three, 3, new ClientMethod.QueueBind(each, "x", "", false, Map.of())))
                    .containsExactly(new ClientEvent.QueueBound());
        }
        two(new ClientMethod.ConfirmSelect(false));
        assertThat(two(publish("x", "", "m"))).containsExactly(new ClientEvent.Confirmed(1, false));
        assertThat(List.of(got("orders"), got("copies"))).containsExactly("m", "m");
    }

    @Test
    void a_transaction_waits_for_every_queue_and_holds_back_what_follows() { // P-27
        declare(one, 1, "orders");
        declare(three, 3, "copies");
        assertThat(two(new ClientMethod.TxSelect())).containsExactly(new ClientEvent.TxSelectOk());
        two(publish("", "orders", "m1"));
        two(publish("", "copies", "m2"));
        assertThat(got("orders")).isEqualTo("nothing");
        assertThat(two(new ClientMethod.TxCommit())).containsExactly(new ClientEvent.TxCommitOk());
        assertThat(List.of(got("orders"), got("copies"))).containsExactly("m1", "m2");
    }

    @Test
    void a_full_queue_fails_the_transaction() { // P-27
        cluster.call(one, 1, new ClientMethod.QueueDeclare("full", false, false, false, false, false,
                Map.of("x-max-length", 1, "x-overflow", "reject-publish")));
        two(publish("", "full", "m1"));
        two(new ClientMethod.TxSelect());
        two(publish("", "full", "m2"));
        assertThat(two(new ClientMethod.TxCommit())).containsExactly(
                new ClientEvent.ChannelFailed(406, "PRECONDITION_FAILED - partial tx completion", 90, 20));
    }

    @Test
    void a_transaction_with_nothing_in_it_is_complete_at_once() {
        two(new ClientMethod.TxSelect());
        assertThat(two(new ClientMethod.TxCommit())).containsExactly(new ClientEvent.TxCommitOk());
        assertThat(two(new ClientMethod.TxRollback())).containsExactly(new ClientEvent.TxRollbackOk());
    }

    @Test
    void a_direct_reply_finds_its_consumer_from_another_node() {
        declare(one, 1, "questions");
        two(new ClientMethod.BasicConsume(REPLIES, "c", false, true, false, false, Map.of()));
        Bytes properties = new BasicProperties(null, null, null, null, null, null, REPLIES, null, null, null, null,
                null, null, null).encode();
        two(new ClientMethod.BasicPublish("", "questions", false, false, properties, Bytes.EMPTY));
        ClientEvent.GetOk question = (ClientEvent.GetOk) cluster
                .call(three, 3, new ClientMethod.BasicGet("questions", true)).getLast();
        String address = BasicProperties.decode(question.message().properties()).replyTo();
        assertThat(cluster.call(three, 3, publish("", String.valueOf(address), "answer")))
                .singleElement().isInstanceOfSatisfying(ClientEvent.Delivered.class, delivered -> {
                    assertThat(delivered.consumerTag()).isEqualTo("c");
                    assertThat(delivered.message().body().text()).isEqualTo("answer");
                });
    }

    @Test
    void a_right_that_is_taken_away_is_missed_at_every_node_at_once() {
        declare(one, 1, "orders");
        assertThat(two(publish("", "orders", "m"))).isEmpty();
        cluster.administer(one, new AdminCommand.SetPermissions("guest", "/", "^$", "^orders$", ".*"));
        assertThat(two(publish("", "orders", "m"))).containsExactly(new ClientEvent.ChannelFailed(403,
                "ACCESS_REFUSED - access to exchange 'amq.default' in vhost '/' refused for user 'guest'", 60, 40));
        assertThat(cluster.call(three, 3,
                new ClientMethod.QueueDeclare("mine", false, false, false, false, false, Map.of())))
                .containsExactly(new ClientEvent.ChannelFailed(403,
                        "ACCESS_REFUSED - access to queue 'mine' in vhost '/' refused for user 'guest'", 50, 10));
    }

    @Test
    void an_expiration_that_is_no_time_costs_the_channel() {
        assertThat(two(new ClientMethod.BasicPublish("", "orders", false, false, 0, "5x", Bytes.EMPTY, Bytes.EMPTY)))
                .containsExactly(new ClientEvent.ChannelFailed(406,
                        "PRECONDITION_FAILED - invalid expiration '5x': {leftover_string,\"x\"}", 60, 40));
    }

    @Test
    void an_exclusive_queue_is_locked_for_others_to_bind() { // PO-20
        cluster.call(one, 1, new ClientMethod.QueueDeclare("mine", false, true, true, false, false, Map.of()));
        assertThat(two(new ClientMethod.QueueBind("mine", "amq.direct", "k", false, Map.of()))).singleElement()
                .isInstanceOfSatisfying(ClientEvent.ChannelFailed.class,
                        failed -> assertThat(failed.replyCode()).isEqualTo(405));
    }
}
