package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.metadata.MetadataMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class BrokerTest {
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);

    private void declare(NodeName node, long connection, String queue) {
        assertThat(cluster.call(node, connection,
                new ClientMethod.QueueDeclare(queue, false, true, false, false, false, Map.of())))
                .containsExactly(new ClientEvent.QueueDeclared(queue, 0, 0));
    }

    private List<Object> publish(NodeName node, long connection, String queue, int from, int to) {
        List<Object> told = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            told.addAll(cluster.call(node, connection,
                    new ClientMethod.BasicPublish("", queue, false, true, Bytes.EMPTY, Bytes.of("m" + i))));
        }
        return told;
    }

    private void policy(Object params, String mode, Map<String, Object> more) {
        Map<String, Object> definition = new java.util.LinkedHashMap<>();
        definition.put("ha-mode", mode);
        if (params != null) {
            definition.put("ha-params", params);
        }
        definition.putAll(more);
        assertThat(cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", ".*", "queues", 0, definition)))
                .containsExactly(new AdminReply.Done(""));
    }

    private List<String> drain(NodeName node, long connection, String queue) {
        List<String> bodies = new ArrayList<>();
        while (cluster.call(node, connection, new ClientMethod.BasicGet(queue, true))
                .getLast() instanceof ClientEvent.GetOk got) {
            bodies.add(got.message().body().text() + (got.redelivered() ? "*" : ""));
        }
        return bodies;
    }

    @Test
    void three_nodes_come_together_in_order() {
        assertThat(cluster.serves(one) && cluster.serves(two) && cluster.serves(three)).isTrue();
        AdminReply.Cluster shown = (AdminReply.Cluster) cluster.administer(three, new AdminCommand.ShowCluster())
                .getLast();
        assertThat(shown.running()).containsExactly(one, two, three);
    }

    @Test
    void a_node_whose_link_ends_while_it_is_let_in_ends_and_comes_back_in_its_next_life() {
        cluster.kill(three);
        cluster.held = input -> input instanceof Input.FromPeer(NodeName from, long link, MetadataMessage.Propose of)
                && of.change().equals(new MetadataChange.NodeServes(three));
        cluster.start(three, false);
        cluster.run();
        assertThat(cluster.serves(three)).isFalse();
        cluster.flap(one, three);
        assertThat(cluster.logs).filteredOn(each -> each.startsWith("rabbit3 BOOT FAILED")).isNotEmpty();
        cluster.kill(three);
        cluster.releaseHeld();
        cluster.start(three, false);
        cluster.run();
        assertThat(cluster.serves(three)).isTrue();
    }

    @Test
    void an_unsynchronised_mirror_is_promoted_and_older_messages_are_lost() {
        cluster.connect(one, 1);
        cluster.call(one, 1, new ClientMethod.ConfirmSelect(false));
        declare(one, 1, "orders");
        assertThat(publish(one, 1, "orders", 1, 4)).contains(new ClientEvent.Confirmed(4, false));
        policy(List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"), "nodes", Map.of());
        assertThat(cluster.queue(one, "orders").mirrors()).extracting(each -> each.node().shortName())
                .containsExactly("rabbit2", "rabbit3");
        assertThat(cluster.queue(one, "orders").synchronised()).isEmpty();
        assertThat(publish(one, 1, "orders", 5, 6)).contains(new ClientEvent.Confirmed(6, false));
        cluster.kill(one);
        AdminReply.QueueView view = cluster.queue(three, "orders");
        assertThat(view.master().node()).isEqualTo(two);
        assertThat(view.ready()).isEqualTo(2);
        assertThat(view.synchronised()).extracting(each -> each.node().shortName()).containsExactly("rabbit3");
        cluster.connect(three, 2);
        assertThat(drain(three, 2, "orders")).containsExactly("m5*", "m6*"); // F-12
    }

    @Test
    void a_synchronised_mirror_loses_nothing_and_the_old_master_returns_empty() {
        policy(null, "all", Map.of());
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 3);
        assertThat(cluster.queue(two, "orders").synchronised()).hasSize(2);
        cluster.kill(one);
        assertThat(cluster.queue(two, "orders").master().node()).isEqualTo(three); // PO-21
        cluster.start(one, false);
        cluster.run();
        assertThat(cluster.serves(one)).isTrue();
        AdminReply.QueueView view = cluster.queue(one, "orders");
        assertThat(view.mirrors()).extracting(each -> each.node().shortName()).containsExactly("rabbit2", "rabbit1");
        assertThat(view.synchronised()).extracting(each -> each.node().shortName()).containsExactly("rabbit2");
        cluster.connect(one, 2);
        assertThat(drain(one, 2, "orders")).containsExactly("m1*", "m2*", "m3*");
        assertThat(cluster.queue(one, "orders").synchronised()).hasSize(2); // S-05
    }

    @Test
    void a_clean_stop_without_synchronised_mirror_takes_the_queue_down_and_back() {
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 4);
        policy(null, "all", Map.of());
        publish(one, 1, "orders", 5, 6);
        assertThat(cluster.stop(one)).isTrue();
        AdminReply.QueueView view = cluster.queue(two, "orders");
        assertThat(view.state()).isNull();
        assertThat(view.mirrors()).isEmpty();
        cluster.connect(two, 2);
        assertThat(cluster.call(two, 2, new ClientMethod.BasicGet("orders", true))).isEmpty(); // F-25
        cluster.start(one, true);
        cluster.run();
        assertThat(cluster.told).anyMatch(each -> each instanceof ClientEvent.GetOk got
                && got.message().body().text().equals("m1") && !got.redelivered());
        assertThat(drain(two, 2, "orders")).containsExactly("m2", "m3", "m4", "m5", "m6");
    }

    @Test
    void when_synced_refuses_after_a_kill() {
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 4);
        policy(null, "all", Map.of("ha-promote-on-failure", "when-synced"));
        cluster.kill(one);
        assertThat(cluster.happenings).filteredOn(Happening.PromotionRefused.class::isInstance).hasSize(2);
        AdminReply.QueueView view = cluster.queue(two, "orders");
        assertThat(view.master().node()).isEqualTo(one);
        assertThat(view.mirrors()).hasSize(2); // F-04
        cluster.connect(two, 2);
        cluster.call(two, 2, new ClientMethod.ConfirmSelect(false));
        assertThat(publish(two, 2, "orders", 5, 5)).containsExactly(new ClientEvent.Nacked(1, false)); // P-24
        cluster.start(one, false);
        cluster.run();
        assertThat(drain(two, 2, "orders")).containsExactly("m1*", "m2*", "m3*", "m4*");
        assertThat(cluster.queue(two, "orders").mirrors()).hasSize(2);
    }

    @Test
    void sync_queue_brings_mirrors_up_to_date_in_batches() {
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 25);
        policy(null, "all", Map.of("ha-sync-batch-size", 10L));
        assertThat(cluster.administer(two,
                new AdminCommand.SyncQueue(mirrorlab.vocabulary.QueueName.of("orders"))))
                .containsExactly(new AdminReply.Done(""));
        assertThat(cluster.happenings).filteredOn(Happening.SyncProgressed.class::isInstance)
                .extracting(each -> ((Happening.SyncProgressed) each).sent()).containsExactly(10L, 20L, 25L);
        assertThat(cluster.queue(one, "orders").synchronised()).hasSize(2);
        cluster.kill(one);
        cluster.connect(two, 2);
        assertThat(drain(two, 2, "orders")).hasSize(25);
    }

    @Test
    void a_queue_without_mirrors_is_down_with_its_node_and_returns() {
        cluster.connect(one, 1);
        declare(one, 1, "plain");
        publish(one, 1, "plain", 1, 3);
        cluster.kill(one);
        assertThat(cluster.queue(two, "plain").state()).isEqualTo("down"); // N-06
        cluster.connect(two, 2);
        assertThat(cluster.call(two, 2, new ClientMethod.BasicGet("plain", true))).containsExactly(
                new ClientEvent.ChannelFailed(404,
                        "NOT_FOUND - home node 'rabbit1@localhost' of durable queue 'plain' in"
                                + " vhost '/' is down or inaccessible",
                        60, 70)); // N-07
        cluster.start(one, false);
        cluster.run();
        cluster.connect(two, 3);
        assertThat(drain(two, 3, "plain")).containsExactly("m1*", "m2*", "m3*"); // N-09
    }

    @Test
    void a_consumer_moves_to_the_promoted_mirror_and_gets_its_messages_again() {
        policy(null, "all", Map.of());
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 2);
        cluster.connect(two, 2);
        List<Object> told = cluster.call(two, 2,
                new ClientMethod.BasicConsume("orders", "c", false, false, false, false, Map.of()));
        assertThat(told).hasSize(3);
        cluster.told.clear();
        cluster.kill(one);
        assertThat(cluster.told).extracting(each -> ((ClientEvent.Delivered) each).redelivered()).containsExactly(true,
                true); // F-19, F-35
        cluster.told.clear();
        cluster.call(two, 2, new ClientMethod.BasicAck(0, true));
        assertThat(cluster.queue(two, "orders").unacknowledged()).isZero();
    }

    @Test
    void what_a_master_yet_to_be_was_asked_ends_with_the_node_that_asked() { // F-37
        cluster.connect(one, 1);
        declare(one, 1, "orders");
        publish(one, 1, "orders", 1, 1);
        cluster.kill(one);
        long[] link = {-1};
        boolean[] holds = {false};
        cluster.held = input -> {
            if (input instanceof Input.PeerUp(NodeName peer, long life, long number) && peer.equals(two)) {
                link[0] = number;
            }
            holds[0] |= input instanceof Input.FromPeer(NodeName peer, long number, MetadataMessage.Sequenced news)
                    && number == link[0] && news.operations().stream()
                            .anyMatch(each -> each.change() instanceof MetadataChange.QueueRecovered);
            return holds[0] && input instanceof Input.FromPeer(NodeName peer, long number, var unused)
                    && number == link[0] && peer.equals(two);
        };
        cluster.start(one, false);
        cluster.run();
        cluster.connect(three, 2);
        assertThat(cluster.call(three, 2, new ClientMethod.BasicGet("orders", false))).isEmpty();
        cluster.kill(three);
        cluster.releaseHeld();
        AdminReply.QueueView view = cluster.queue(two, "orders");
        assertThat(view.ready()).isEqualTo(1);
        assertThat(view.unacknowledged()).isZero();
    }
}
