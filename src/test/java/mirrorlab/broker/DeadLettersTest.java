package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.content.BasicProperties;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/// Limits, expiry and dead letters in a cluster of three (P-32).
class DeadLettersTest {
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);

    DeadLettersTest() {
        cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", "^ha", "queues", 0, Map.of("ha-mode", "all")));
        cluster.connect(one, 1);
        cluster.connect(two, 2);
        cluster.connect(three, 3);
        cluster.call(one, 1, new ClientMethod.ConfirmSelect(false));
    }

    private void declare(int node, String queue, Object... keysAndValues) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            arguments.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        assertThat(cluster.call(cluster.node(node), node,
                new ClientMethod.QueueDeclare(queue, false, true, false, false, false, arguments)))
                .contains(new ClientEvent.QueueDeclared(queue, 0, 0));
    }

    private List<Object> publish(String queue, String body, BasicProperties properties) {
        return cluster.call(one, 1, new ClientMethod.BasicPublish("", queue, false, true, 0, properties.expiration(),
                properties.encode(), Bytes.of(body)));
    }

    private List<Message> drain(int node, String queue) {
        List<Message> messages = new ArrayList<>();
        while (cluster.call(cluster.node(node), node, new ClientMethod.BasicGet(queue, true))
                .getLast() instanceof ClientEvent.GetOk got) {
            messages.add(got.message());
        }
        return messages;
    }

    private static List<String> bodies(List<Message> messages) {
        return messages.stream().map(each -> each.body().text()).toList();
    }

    private static Map<String, Object> headers(Message message) {
        return BasicProperties.headers(message.properties());
    }

    @Test
    void an_expired_message_goes_to_a_queue_elsewhere_and_tells_its_death() {
        declare(2, "dead");
        declare(1, "ha", "x-dead-letter-exchange", "", "x-dead-letter-routing-key", "dead");
        publish("ha", "m1", BasicProperties.NONE.withHeaders(Map.of("h", 1)).withExpiration("100"));
        cluster.pass(100);
        List<Message> dead = drain(3, "dead");
        assertThat(bodies(dead)).containsExactly("m1");
        assertThat(dead.getFirst().routingKey()).isEqualTo("dead");
        assertThat(BasicProperties.decode(dead.getFirst().properties()).expiration()).isNull();
        assertThat(headers(dead.getFirst())).containsEntry("x-first-death-reason", "expired")
                .containsEntry("x-first-death-queue", "ha").containsEntry("x-first-death-exchange", "")
                .containsEntry("h", 1);
        assertThat(headers(dead.getFirst()).get("x-death")).asInstanceOf(
                InstanceOfAssertFactories.LIST).singleElement().asInstanceOf(
                        InstanceOfAssertFactories.MAP)
                .containsEntry("count", 1L).containsEntry("reason", "expired").containsEntry("queue", "ha")
                .containsEntry("exchange", "").containsEntry("routing-keys", List.of("ha"))
                .containsEntry("original-expiration", "100");
        assertThat(cluster.happenings).filteredOn(Happening.MessagesDeadLettered.class::isInstance).hasSize(1);
    }

    @Test
    void what_a_promoted_mirror_holds_expires_when_it_would_have() {
        declare(1, "ha", "x-message-ttl", 20_000);
        publish("ha", "m1", BasicProperties.NONE);
        cluster.pass(15_000);
        cluster.kill(one);
        assertThat(cluster.queue(two, "ha").ready()).isEqualTo(1);
        cluster.pass(2_000);
        assertThat(cluster.queue(two, "ha").ready()).isEqualTo(1);
        cluster.pass(3_000); // 20 s after the publish, not after the failover
        assertThat(cluster.queue(two, "ha").ready()).isZero();
    }

    @Test
    void a_full_queue_nacks_before_and_after_a_failover() {
        declare(2, "ha", "x-max-length", 1, "x-overflow", "reject-publish");
        assertThat(publish("ha", "m1", BasicProperties.NONE)).containsExactly(new ClientEvent.Confirmed(1, false));
        assertThat(publish("ha", "m2", BasicProperties.NONE)).containsExactly(new ClientEvent.Nacked(2, false));
        cluster.kill(two);
        assertThat(publish("ha", "m3", BasicProperties.NONE)).containsExactly(new ClientEvent.Nacked(3, false));
        assertThat(bodies(drain(3, "ha"))).containsExactly("m1");
    }

    @Test
    void a_message_that_only_expires_does_not_go_round_and_one_that_was_rejected_does() {
        declare(1, "there", "x-message-ttl", 100, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", "back");
        declare(1, "back", "x-dead-letter-exchange", "", "x-dead-letter-routing-key", "there");
        publish("there", "m1", BasicProperties.NONE);
        cluster.pass(200);
        long tag = ((ClientEvent.GetOk) cluster.call(one, 1, new ClientMethod.BasicGet("back", false)).getLast())
                .deliveryTag();
        cluster.call(one, 1, new ClientMethod.BasicReject(tag, false));
        cluster.pass(200);
        List<Message> back = drain(1, "back");
        assertThat(bodies(back)).containsExactly("m1");
        assertThat(headers(back.getFirst()).get("x-death").toString()).contains("count=2").contains("rejected");
        declare(1, "round", "x-message-ttl", 100, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", "round");
        publish("round", "m2", BasicProperties.NONE);
        cluster.pass(1000);
        assertThat(drain(1, "round")).isEmpty();
    }

    @Test
    void an_unused_queue_ends_at_the_promoted_mirror_too() {
        declare(1, "ha", "x-expires", 5000);
        cluster.pass(3000);
        cluster.kill(one);
        cluster.pass(3000);
        assertThat(cluster.state(two).queue(QueueName.of("ha"))).isNotNull();
        cluster.pass(2000);
        assertThat(cluster.state(two).queue(QueueName.of("ha"))).isNull();
    }

    @Test
    void a_queue_can_be_born_at_the_node_with_the_fewest_masters() { // PO-18
        declare(1, "x1");
        declare(1, "x2", "x-queue-master-locator", "min-masters");
        declare(1, "ha3", "x-queue-master-locator", "min-masters");
        assertThat(cluster.queue(one, "x2").master().node()).isEqualTo(two);
        assertThat(cluster.queue(one, "ha3").master().node()).isEqualTo(three);
        assertThat(cluster.queue(one, "ha3").mirrors()).hasSize(2);
    }

    @Test
    void a_home_that_dies_before_it_answers_is_replaced() {
        declare(1, "x1");
        cluster.told.clear();
        cluster.held = input -> input instanceof Input.FromPeer peer
                && peer.message() instanceof QueueMessage.CreateQueue;
        assertThat(cluster.call(one, 1, new ClientMethod.QueueDeclare("x2", false, true, false, false, false,
                Map.of("x-queue-master-locator", "min-masters")))).isEmpty();
        cluster.kill(two);
        cluster.releaseHeld();
        assertThat(cluster.told).contains(new ClientEvent.QueueDeclared("x2", 0, 0));
        assertThat(cluster.queue(one, "x2").master().node()).isEqualTo(three);
    }
}
