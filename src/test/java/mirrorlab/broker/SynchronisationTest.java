package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// Explicit synchronisation rule by rule, on whole nodes: the queue `orders` has its master on rabbit1 and batches of two.
class SynchronisationTest {
    private static final String QUEUE = "orders";
    private final TableCluster cluster = new TableCluster(3);
    private final NodeName one = cluster.node(1);
    private final NodeName two = cluster.node(2);
    private final NodeName three = cluster.node(3);

    // ---- what is done

    private void backlog(int count) {
        cluster.connect(one, 1);
        declare(QUEUE);
        publish(1, count);
    }

    private void declare(String queue) {
        cluster.call(one, 1, new ClientMethod.QueueDeclare(queue, false, true, false, false, false, Map.of()));
    }

    private List<Object> publish(int from, int to) {
        List<Object> told = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            told.addAll(cluster.call(one, 1,
                    new ClientMethod.BasicPublish("", QUEUE, false, true, Bytes.EMPTY, Bytes.of("m" + i))));
        }
        return told;
    }

    private void mirrored(Object... keysAndValues) {
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("ha-mode", "all");
        definition.put("ha-sync-batch-size", 2L);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            definition.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        assertThat(cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", QUEUE, "queues", 0, definition)))
                .containsExactly(new AdminReply.Done(""));
    }

    private void mirroredOn(NodeName... nodes) {
        mirrored("ha-mode", "nodes", "ha-params", List.of(nodes).stream().map(NodeName::value).toList());
    }

    private List<Object> sync(NodeName at) {
        return cluster.administer(at, new AdminCommand.SyncQueue(QueueName.of(QUEUE)));
    }

    private List<Object> cancel(NodeName at) {
        return cluster.administer(at, new AdminCommand.CancelSync(QueueName.of(QUEUE)));
    }

    private void hold(Class<? extends PeerMessage> kind) {
        cluster.held = input -> input instanceof Input.FromPeer message && kind.isInstance(message.message());
    }

    private void hold(Class<? extends PeerMessage> kind, NodeName from) {
        cluster.held = input -> input instanceof Input.FromPeer message && kind.isInstance(message.message())
                && message.peer().equals(from);
    }

    private void alarm(NodeName at, boolean on) {
        cluster.post(at, new Input.Memory(10, 10, on));
        cluster.run();
    }

    // ---- what is seen

    private AdminReply.QueueView queue() {
        AdminReply.QueueView view = cluster.queue(one, QUEUE);
        return view == null ? cluster.queue(two, QUEUE) : view;
    }

    private List<NodeName> synchronised() {
        List<ReplicaId> all = cluster.queue(two, QUEUE).synchronised();
        return all == null ? List.of() : all.stream().map(ReplicaId::node).toList();
    }

    private <T extends Happening> List<T> happened(Class<T> kind) {
        return cluster.happenings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private List<Long> progress() {
        return happened(Happening.SyncProgressed.class).stream().map(Happening.SyncProgressed::sent)
                .filter(each -> each > 0).distinct().toList();
    }

    private List<String> outcomes() {
        return happened(Happening.SyncEnded.class).stream().filter(each -> each.replica().node().equals(one))
                .map(Happening.SyncEnded::outcome).toList();
    }

    private List<String> drain(NodeName node, long connection) {
        cluster.connect(node, connection);
        List<String> bodies = new ArrayList<>();
        while (cluster.call(node, connection, new ClientMethod.BasicGet(QUEUE, true))
                .getLast() instanceof ClientEvent.GetOk got) {
            bodies.add(got.message().body().text());
        }
        return bodies;
    }

    private static List<String> bodies(int from, int to) {
        List<String> all = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            all.add("m" + i);
        }
        return all;
    }

    // ---- becoming synchronised

    @Test
    void it_is_synchronised_once_and_stays_so_and_the_latest_comes_first() { // S-01, S-07
        backlog(5);
        mirroredOn(one, two);
        sync(one);
        mirrored();
        assertThat(synchronised()).containsExactly(two);
        sync(one);
        publish(6, 9);
        assertThat(synchronised()).containsExactly(three, two);
        assertThat(happened(Happening.MirrorSynchronised.class)).hasSize(2);
    }

    @Test
    void a_mirror_of_an_empty_queue_is_synchronised_at_once() { // S-04
        backlog(0);
        mirrored();
        assertThat(synchronised()).containsExactlyInAnyOrder(two, three);
        assertThat(happened(Happening.SyncStarted.class)).isEmpty();
    }

    @Test
    void what_was_unacknowledged_when_it_joined_keeps_it_back_until_it_is_acknowledged() { // S-02, S-06
        backlog(1);
        cluster.call(one, 1, new ClientMethod.BasicGet(QUEUE, false));
        mirrored();
        assertThat(synchronised()).isEmpty();
        cluster.call(one, 1, new ClientMethod.BasicNack(1, false, true));
        cluster.call(one, 1, new ClientMethod.BasicGet(QUEUE, false));
        publish(2, 3);
        assertThat(synchronised()).isEmpty();
        cluster.call(one, 1, new ClientMethod.BasicAck(2, false));
        assertThat(synchronised()).hasSize(2);
    }

    // ---- the command

    @Test
    void only_mirrors_that_lack_something_are_copied_to() { // S-08
        backlog(5);
        mirroredOn(one, two);
        sync(one);
        mirrored();
        sync(one);
        assertThat(happened(Happening.SyncStarted.class)).extracting(each -> each.mirrors().stream()
                .map(ReplicaId::node).toList()).containsExactly(List.of(two), List.of(three));
    }

    @Test
    void when_nobody_lacks_anything_the_command_is_done_at_once() { // S-10
        backlog(5);
        mirrored();
        sync(one);
        assertThat(sync(one)).containsExactly(new AdminReply.Done(""));
        assertThat(happened(Happening.SyncStarted.class)).hasSize(1);
        assertThat(cluster.logs).contains(
                "rabbit1 info Mirrored queue 'orders' in vhost '/': Synchronising: all mirrors already synced");
    }

    @Test
    void ready_and_unacknowledged_are_copied_together_in_order() { // S-11
        backlog(7);
        cluster.call(one, 1, new ClientMethod.BasicGet(QUEUE, false));
        cluster.call(one, 1, new ClientMethod.BasicGet(QUEUE, false));
        cluster.call(one, 1, new ClientMethod.BasicGet(QUEUE, false));
        cluster.call(one, 1, new ClientMethod.BasicAck(2, false));
        mirrored();
        sync(one);
        assertThat(progress()).containsExactly(2L, 4L, 6L);
        cluster.kill(one);
        assertThat(happened(Happening.MirrorPromoted.class)).extracting(Happening.MirrorPromoted::requeued)
                .containsExactly(2L);
        assertThat(drain(two, 2)).containsExactly("m1", "m3", "m4", "m5", "m6", "m7");
    }

    @Test
    void the_slowest_mirror_rules_how_much_is_under_way() { // S-12
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class, three);
        assertThat(sync(one)).isEmpty();
        assertThat(progress()).containsExactly(2L, 4L, 6L, 8L);
        cluster.releaseHeld();
        assertThat(progress()).hasSize(13).endsWith(24L, 25L);
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void a_mirror_whose_disk_is_behind_holds_it_up() { // S-12
        backlog(25);
        mirrored();
        cluster.held = Input.Persisted.class::isInstance;
        assertThat(sync(one)).isEmpty();
        assertThat(progress()).containsExactly(2L, 4L, 6L, 8L);
        cluster.releaseHeld();
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void a_memory_alarm_on_any_node_holds_up_beginning_and_going_on() { // S-12
        backlog(25);
        mirrored();
        alarm(three, true);
        assertThat(sync(one)).isEmpty();
        assertThat(progress()).isEmpty();
        hold(ReplicaMessage.SyncTaken.class);
        alarm(three, false);
        assertThat(progress()).containsExactly(2L, 4L, 6L, 8L);
        alarm(one, true);
        cluster.releaseHeld();
        assertThat(progress()).hasSize(4);
        alarm(one, false);
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void meanwhile_the_queue_answers_nobody_and_then_everybody_in_order() { // S-13
        backlog(25);
        mirrored();
        cluster.connect(one, 2);
        cluster.call(one, 2, new ClientMethod.ConfirmSelect(false));
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        assertThat(cluster.call(one, 2,
                new ClientMethod.BasicPublish("", QUEUE, false, true, Bytes.EMPTY, Bytes.of("m26")))).isEmpty();
        assertThat(cluster.call(one, 1, new ClientMethod.QueuePurge(QUEUE, false))).isEmpty();
        cluster.connect(two, 3);
        cluster.call(two, 3, new ClientMethod.QueueDeclare("other", false, true, false, false, false, Map.of()));
        assertThat(cluster.call(two, 3, new ClientMethod.BasicGet("other", true)))
                .containsExactly(new ClientEvent.GetEmpty());
        assertThat(cluster.call(two, 3, new ClientMethod.BasicGet(QUEUE, true))).isEmpty();
        cluster.told.clear();
        cluster.releaseHeld();
        assertThat(cluster.told).containsExactlyInAnyOrder(new AdminReply.Done(""), new ClientEvent.Confirmed(1, false),
                new ClientEvent.QueuePurged(26), new ClientEvent.GetEmpty());
    }

    @Test
    void lists_show_that_it_is_syncing_and_how_many_were_sent() { // S-14
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cluster.pass(1_000);
        assertThat(queue().state()).isEqualTo("syncing");
        assertThat(queue().syncMessages()).isEqualTo(8);
        cluster.releaseHeld();
        assertThat(queue().state()).isEqualTo("running");
        assertThat(queue().syncMessages()).isNull();
    }

    @Test
    void complete_means_synchronised() { // S-15
        backlog(5);
        mirrored();
        sync(one);
        assertThat(outcomes()).containsExactly("complete");
        assertThat(happened(Happening.MirrorSynchronised.class)).extracting(Happening.MirrorSynchronised::how)
                .containsExactly("explicit", "explicit");
        cluster.kill(one);
        assertThat(drain(two, 2)).isEqualTo(bodies(1, 5));
    }

    @Test
    void a_cancel_comes_between_batches_and_leaves_the_mirrors_empty() { // S-16
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        assertThat(cancel(two)).containsExactlyInAnyOrder(new AdminReply.Done(""), new AdminReply.Done(""));
        assertThat(happened(Happening.SyncEnded.class)).extracting(Happening.SyncEnded::sent).containsExactly(8L);
        assertThat(queue().ready()).isEqualTo(25);
        assertThat(synchronised()).isEmpty();
        cluster.releaseHeld();
        assertThat(synchronised()).isEmpty();
        assertThat(sync(one)).containsExactly(new AdminReply.Done(""));
        assertThat(synchronised()).hasSize(2);
        cluster.kill(one);
        assertThat(drain(two, 2)).isEqualTo(bodies(1, 25));
    }

    @Test
    void a_mirror_of_a_cancelled_synchronisation_is_promoted_empty() { // S-16, T-08
        backlog(25);
        mirrored();
        publish(26, 27);
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cancel(one);
        cluster.kill(one);
        assertThat(drain(two, 2)).isEmpty();
    }

    @Test
    void a_cancel_of_nothing_says_so() { // S-16
        backlog(5);
        assertThat(cancel(two)).containsExactly(new AdminReply.Done("not_syncing"));
        mirrored();
        assertThat(cancel(two)).containsExactly(new AdminReply.Done("not_syncing"));
    }

    @Test
    void a_master_that_dies_meanwhile_leaves_empty_mirrors_and_its_own_copy_is_discarded() { // S-17
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(two);
        cluster.told.clear();
        cluster.kill(one);
        assertThat(cluster.told).hasSize(1).first().isInstanceOf(AdminReply.Refused.class);
        assertThat(happened(Happening.SyncEnded.class)).extracting(Happening.SyncEnded::outcome)
                .containsExactly("master-lost", "master-lost");
        cluster.start(one, false);
        cluster.run();
        cluster.releaseHeld();
        assertThat(drain(two, 2)).isEmpty();
    }

    @Test
    void a_mirror_that_dies_meanwhile_is_left_out() { // S-18
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class, three);
        sync(one);
        cluster.told.clear();
        cluster.kill(three);
        assertThat(cluster.told).containsExactly(new AdminReply.Done(""));
        assertThat(synchronised()).containsExactly(two);
        assertThat(outcomes()).containsExactly("complete");
    }

    @Test
    void when_the_last_mirror_dies_meanwhile_the_master_goes_on_alone() { // S-18
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cluster.told.clear();
        cluster.kill(three);
        cluster.kill(two);
        assertThat(cluster.told).contains(new AdminReply.Done(""));
        assertThat(outcomes()).containsExactly("no-mirror-left");
        assertThat(drain(one, 2)).isEqualTo(bodies(1, 25));
    }

    @Test
    void after_a_cancelled_one_not_even_an_empty_queue_is_synchronised() { // S-19
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cancel(one);
        cluster.releaseHeld();
        cluster.call(one, 1, new ClientMethod.QueuePurge(QUEUE, false));
        assertThat(synchronised()).isEmpty();
        publish(26, 27);
        assertThat(synchronised()).isEmpty();
        sync(one);
        assertThat(synchronised()).hasSize(2);
        cluster.kill(one);
        assertThat(drain(two, 2)).containsExactly("m26", "m27");
    }

    @Test
    void what_cannot_be_synchronised_is_refused() { // S-20
        assertThat(sync(two)).containsExactly(new AdminReply.Refused("not_found", "not_found"));
        assertThat(cancel(two)).containsExactly(new AdminReply.Refused("not_found", "not_found"));
        backlog(2);
        assertThat(sync(two)).containsExactly(new AdminReply.Refused("not_mirrored", "not_mirrored"));
        mirroredOn(one);
        assertThat(sync(two)).containsExactly(new AdminReply.Done(""));
    }

    @Test
    void a_queue_without_mirrors_whose_node_is_down_is_refused_at_once() { // S-20
        backlog(2);
        cluster.kill(one);
        assertThat(sync(two)).hasSize(1).first().isInstanceOfSatisfying(AdminReply.Refused.class,
                each -> assertThat(each.kind()).isEqualTo("nodedown"));
    }

    @Test
    void a_mirrored_queue_that_is_down_is_refused_after_looking_for_its_master() { // S-20
        backlog(2);
        mirrored();
        cluster.stop(one);
        assertThat(sync(two)).isEmpty();
        cluster.fireLongTimers();
        assertThat(cluster.told).hasSize(1).first().isInstanceOfSatisfying(AdminReply.Refused.class,
                each -> assertThat(each.kind()).isEqualTo("timeout"));
    }

    @Test
    void automatic_begins_when_a_mirror_has_started() { // S-21
        backlog(25);
        mirrored("ha-sync-mode", "automatic");
        assertThat(happened(Happening.SyncStarted.class)).isNotEmpty()
                .allSatisfy(each -> assertThat(each.automatic()).isTrue());
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void automatic_begins_when_the_policy_changes() { // S-21, S-22
        backlog(25);
        mirrored();
        assertThat(happened(Happening.SyncStarted.class)).isEmpty();
        assertThat(synchronised()).isEmpty();
        mirrored("ha-sync-mode", "automatic");
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void automatic_begins_again_when_a_replica_has_died() { // S-21
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        mirrored("ha-sync-mode", "automatic");
        cancel(one);
        cluster.releaseHeld();
        assertThat(synchronised()).isEmpty();
        cluster.kill(three);
        assertThat(synchronised()).containsExactly(two);
    }

    @Test
    void a_second_command_waits_and_then_finds_all_synchronised() { // S-23
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        assertThat(sync(one)).isEmpty();
        assertThat(sync(two)).isEmpty();
        assertThat(sync(three)).isEmpty();
        cluster.told.clear();
        cluster.releaseHeld();
        assertThat(cluster.told).containsExactly(new AdminReply.Done(""), new AdminReply.Done(""),
                new AdminReply.Done(""));
        assertThat(happened(Happening.SyncStarted.class)).hasSize(1);
    }

    @Test
    void a_second_command_has_its_own_turn_when_the_first_is_cancelled() { // S-23
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        sync(one);
        assertThat(cancel(one)).containsExactly(new AdminReply.Done(""), new AdminReply.Done(""));
        assertThat(happened(Happening.SyncStarted.class)).hasSize(2);
        cluster.told.clear();
        cluster.releaseHeld();
        assertThat(cluster.told).containsExactly(new AdminReply.Done(""));
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void a_mirror_that_joins_meanwhile_has_to_wait_for_the_next() { // S-23
        backlog(25);
        mirroredOn(one, two);
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        mirrored();
        cluster.releaseHeld();
        assertThat(synchronised()).containsExactly(two);
        sync(one);
        assertThat(synchronised()).containsExactly(three, two);
    }

    @Test
    void it_is_logged_in_rabbitmqs_words() { // S-24
        backlog(25);
        mirroredOn(one, two);
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cluster.pass(1_000);
        cluster.releaseHeld();
        sync(one);
        String start = "rabbit1 info Mirrored queue 'orders' in vhost '/': Synchronising: ";
        assertThat(cluster.logs.stream().filter(each -> each.startsWith(start)).distinct()).containsExactly(
                start + "25 messages to synchronise", start + "batch size: 2",
                start + "mirrors [rabbit2@localhost] to sync", start + "8 messages",
                start + "complete", start + "all mirrors already synced");
    }

    @Test
    void a_cancelled_one_is_logged_with_two_blanks() { // S-24
        backlog(25);
        mirrored();
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        cancel(one);
        assertThat(cluster.logs).filteredOn(each -> each.contains("Synchronising:")).last()
                .isEqualTo("rabbit1 info Mirrored queue 'orders' in vhost '/': Synchronising:  synchronisation cancelled ");
    }

    @Test
    void the_command_is_done_when_everything_was_sent() { // S-25
        backlog(8);
        mirrored();
        hold(ReplicaMessage.SyncBatch.class);
        assertThat(sync(one)).containsExactly(new AdminReply.Done(""));
        assertThat(synchronised()).isEmpty();
        cluster.releaseHeld();
        assertThat(synchronised()).hasSize(2);
    }

    @Test
    void any_node_takes_the_command() { // S-26
        backlog(25);
        mirrored();
        assertThat(sync(three)).containsExactly(new AdminReply.Done(""));
        assertThat(synchronised()).hasSize(2);
    }
}
