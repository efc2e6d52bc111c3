package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// What consumers keep when their master's node dies, and what limits do across nodes.
class ConsumersOverFailoverTest {
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);
    private final List<String> got = new ArrayList<>();

    private void declare(NodeName node, long connection, String queue, boolean autoDelete,
            Map<String, Object> arguments) {
        cluster.connect(node, connection);
        call(node, connection,
                new ClientMethod.QueueDeclare(queue, false, true, false, autoDelete, false, arguments));
    }

    private void mirrored() {
        assertThat(cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0,
                Map.of("ha-mode", "all")))).containsExactly(new AdminReply.Done(""));
    }

    private List<Object> consume(NodeName node, long connection, String queue, String tag,
            Map<String, Object> arguments) {
        return call(node, connection,
                new ClientMethod.BasicConsume(queue, tag, false, false, false, false, arguments));
    }

    private void publish(NodeName node, long connection, String queue, int count) {
        for (int i = 1; i <= count; i++) {
            call(node, connection,
                    new ClientMethod.BasicPublish("", queue, false, true, Bytes.EMPTY, Bytes.of(queue + i)));
        }
    }

    private List<Object> call(NodeName node, long connection, ClientMethod method) {
        collect();
        return cluster.call(node, connection, method);
    }

    /// Who got what since the last look.
    private List<String> got() {
        collect();
        List<String> all = List.copyOf(got);
        got.clear();
        return all;
    }

    private void collect() {
        for (Object each : cluster.told) {
            if (each instanceof ClientEvent.Delivered delivered) {
                got.add(delivered.consumerTag() + " " + delivered.message().body().text()
                        + (delivered.redelivered() ? "*" : ""));
            }
        }
        cluster.told.clear();
    }

    @Test
    void consumers_move_with_their_priority() { // F-19
        mirrored();
        declare(one, 1, "q", false, Map.of());
        cluster.connect(two, 2);
        cluster.connect(three, 3);
        consume(three, 3, "q", "low", Map.of("x-priority", -1));
        consume(two, 2, "q", "high", Map.of("x-priority", 4));
        cluster.kill(one);
        got();
        publish(two, 2, "q", 2);
        assertThat(got()).containsExactly("high q1", "high q2");
    }

    @Test
    void a_single_active_consumer_is_chosen_anew_and_unacknowledged_messages_return() { // F-19, F-35
        mirrored();
        declare(one, 1, "q", false, Map.of("x-single-active-consumer", true));
        cluster.connect(two, 2);
        cluster.connect(three, 3);
        consume(one, 1, "q", "first", Map.of());
        consume(two, 2, "q", "second", Map.of());
        consume(three, 3, "q", "third", Map.of("x-priority", 2));
        publish(two, 2, "q", 2);
        assertThat(got()).containsExactly("first q1", "first q2");
        cluster.kill(one);
        List<String> after = got();
        assertThat(after).hasSize(2).allMatch(each -> each.endsWith("*"));
        assertThat(after.getFirst().split(" ")[0]).isEqualTo(after.getLast().split(" ")[0]).isNotEqualTo("first");
    }

    @Test
    void a_limit_of_the_channel_holds_over_masters_on_two_nodes_and_a_failover() { // F-19, F-22
        mirrored();
        declare(one, 1, "left", false, Map.of());
        declare(two, 2, "right", false, Map.of());
        cluster.connect(three, 3);
        publish(one, 1, "left", 4);
        publish(two, 2, "right", 4);
        call(three, 3, new ClientMethod.BasicQos(3, true));
        consume(three, 3, "left", "l", Map.of());
        consume(three, 3, "right", "r", Map.of());
        assertThat(got()).hasSize(3);
        call(three, 3, new ClientMethod.BasicAck(1, false));
        assertThat(got()).as("one settled, one delivered").hasSize(1);
        cluster.kill(two);
        assertThat(got()).as("the old tags count until they are acknowledged").isEmpty();
        for (long tag = 2; tag <= 12; tag++) {
            call(three, 3, new ClientMethod.BasicAck(tag, false));
            assertThat(got()).as("after tag " + tag).hasSizeLessThanOrEqualTo(1);
        }
        assertThat(cluster.queue(three, "left").ready() + cluster.queue(three, "right").ready())
                .as("nothing waits for room that was lost").isZero();
    }

    @Test
    void room_that_an_empty_queue_was_given_does_not_stay_there() {
        declare(one, 1, "left", false, Map.of());
        declare(two, 2, "right", false, Map.of());
        cluster.connect(three, 3);
        publish(one, 1, "left", 3);
        call(three, 3, new ClientMethod.BasicQos(1, true));
        consume(three, 3, "left", "l", Map.of());
        consume(three, 3, "right", "r", Map.of());
        call(one, 1, new ClientMethod.QueuePurge("left", false));
        call(three, 3, new ClientMethod.BasicAck(1, false));
        assertThat(got()).containsExactly("l left1");
        publish(two, 2, "right", 1);
        assertThat(got()).containsExactly("r right1");
    }

    @Test
    void a_lifted_limit_lets_everything_through() {
        declare(one, 1, "q", false, Map.of());
        cluster.connect(two, 2);
        publish(one, 1, "q", 5);
        call(two, 2, new ClientMethod.BasicQos(2, true));
        consume(two, 2, "q", "c", Map.of());
        assertThat(got()).hasSize(2);
        call(two, 2, new ClientMethod.BasicQos(4, true));
        assertThat(got()).hasSize(2);
        call(two, 2, new ClientMethod.BasicQos(0, true));
        assertThat(got()).hasSize(1);
    }

    @Test
    void a_limit_of_each_consumer_lifts_that_of_the_channel() { // as RabbitMQ 3.10 does
        declare(one, 1, "q", false, Map.of());
        publish(one, 1, "q", 5);
        call(one, 1, new ClientMethod.BasicQos(1, true));
        call(one, 1, new ClientMethod.BasicQos(2, false));
        consume(one, 1, "q", "a", Map.of());
        consume(one, 1, "q", "b", Map.of());
        assertThat(got()).hasSize(4);
    }

    @Test
    void only_who_asked_for_it_is_cancelled_by_a_failover() { // F-19, F-20
        mirrored();
        declare(one, 1, "q", false, Map.of());
        cluster.connect(two, 2);
        consume(two, 2, "q", "moves", Map.of());
        consume(two, 2, "q", "ends", Map.of("x-cancel-on-ha-failover", true));
        cluster.told.clear();
        cluster.kill(one);
        assertThat(cluster.told).contains(new ClientEvent.ServerCancel("ends"))
                .doesNotContain(new ClientEvent.ServerCancel("moves"));
        got();
        publish(two, 2, "q", 2);
        assertThat(got()).containsExactly("moves q1", "moves q2");
    }

    @Test
    void what_returns_of_several_queues_stands_in_its_place() { // F-11, F-37
        declare(one, 1, "left", false, Map.of());
        declare(one, 1, "right", false, Map.of());
        publish(one, 1, "left", 3);
        publish(one, 1, "right", 2);
        consume(one, 1, "left", "l", Map.of());
        consume(one, 1, "right", "r", Map.of());
        got();
        call(one, 1, new ClientMethod.BasicCancel("l", false));
        call(one, 1, new ClientMethod.BasicCancel("r", false));
        publish(one, 1, "left", 1);
        call(one, 1, new ClientMethod.BasicAck(1, false));
        call(one, 1, new ClientMethod.BasicNack(5, true, true));
        cluster.connect(two, 2);
        consume(two, 2, "left", "l", Map.of());
        consume(two, 2, "right", "r", Map.of());
        assertThat(got()).containsExactly("l left2*", "l left3*", "l left1", "r right1*", "r right2*");
    }

    @Test
    void an_auto_delete_queue_goes_when_the_last_consumer_s_node_dies_but_not_with_its_master() { // F-37
        mirrored();
        declare(one, 1, "elsewhere", true, Map.of());
        declare(three, 3, "there", true, Map.of());
        consume(three, 3, "elsewhere", "c", Map.of());
        consume(three, 3, "there", "d", Map.of());
        cluster.kill(three);
        assertThat(cluster.queue(one, "elsewhere")).isNull();
        assertThat(cluster.queue(one, "there")).isNotNull();
    }
}
