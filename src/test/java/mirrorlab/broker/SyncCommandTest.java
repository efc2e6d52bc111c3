package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// What begins a synchronisation, and what who asked for it is told, rule by rule.
class SyncCommandTest extends SyncOnATable {

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
    void a_cancel_of_nothing_says_so() { // S-16
        backlog(5);
        assertThat(cancel(two)).containsExactly(new AdminReply.Done("not_syncing"));
        mirrored();
        assertThat(cancel(two)).containsExactly(new AdminReply.Done("not_syncing"));
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
                .isEqualTo(
                        "rabbit1 info Mirrored queue 'orders' in vhost '/': Synchronising:  synchronisation cancelled ");
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
