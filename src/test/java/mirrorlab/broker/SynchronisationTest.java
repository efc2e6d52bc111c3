package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.Bytes;
import org.junit.jupiter.api.Test;

/// What an explicit synchronisation does, rule by rule.
class SynchronisationTest extends SyncOnATable {

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

    // ---- copying

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
    void large_messages_take_no_more_memory_than_small_ones_while_they_are_under_way() { // S-12
        backlog(0);
        for (int i = 0; i < 20; i++) {
            cluster.call(one, 1, new ClientMethod.BasicPublish("", QUEUE, false, true, Bytes.EMPTY,
                    Bytes.of(new byte[1 << 20])));
        }
        mirrored("ha-sync-batch-size", 4096L);
        hold(ReplicaMessage.SyncTaken.class);
        sync(one);
        assertThat(progress()).containsExactly(8L);
        cluster.releaseHeld();
        assertThat(progress()).containsExactly(8L, 16L, 20L);
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
}
