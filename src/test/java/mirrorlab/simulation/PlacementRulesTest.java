package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules of policies, placement and synchronisation, on a simulated cluster of four nodes.
class PlacementRulesTest {
    private final Conversation it = new Conversation(4);

    @Test
    void a_policy_set_again_as_it_is_changes_nothing() { // PO-04
        it.does("connect a rabbit1", "declare a orders");
        assertThat(it.does("policy nodes rabbit1,rabbit2")).anyMatch(each -> each.contains("QueueRecorded"));
        assertThat(it.does("policy nodes rabbit1,rabbit2")).containsExactly("answer: Done");
    }

    @Test
    void mirrors_are_added_before_surplus_replicas_are_dropped() { // PO-12, PO-14
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders", "publish a orders m1");
        List<String> told = it.does("policy nodes rabbit1,rabbit3");
        assertThat(told).anyMatch(each -> each.contains("mirrors=[rabbit2.1.1 rabbit3.1.1]"));
        assertThat(it.queue("orders")).contains("mirrors=[rabbit3.1.1]");
    }

    @Test
    void a_locator_does_not_move_a_queue_that_is_there() { // PO-19
        it.does("connect a rabbit1", "declare a one", "declare a two", "declare a three",
                "set-policy spread 0 .* queue-master-locator=min-masters");
        assertThat(it.queue("three")).contains("master=rabbit1.1.");
        it.does("declare a four");
        assertThat(it.queue("four")).contains("master=rabbit2.1.");
    }

    @Test
    void exactly_one_waits_for_its_node_as_a_mirrored_queue_does() { // PO-22
        it.does("policy exactly 1", "connect a rabbit1", "declare a orders", "connect b rabbit2", "kill rabbit1");
        assertThat(it.does("get b orders")).anyMatch(each -> each.contains("ChannelWaits"))
                .noneMatch(each -> each.contains("Failed"));
    }

    @Test
    void fewer_replicas_cost_the_youngest() { // PO-10, T-26
        it.does("connect a rabbit1", "policy exactly 3", "declare a orders");
        String elder = it.queue("orders").replaceAll(".*mirrors=\\[(\\S+) (\\S+)].*", "$1");
        it.does("policy exactly 2");
        assertThat(it.queue("orders")).contains("mirrors=[" + elder + "]");
    }

    @Test
    void neither_master_nor_synchronised_mirror_listed_moves_twice() { // PO-14, T-28
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders", "publish a orders m1");
        assertThat(it.does("policy nodes rabbit3")).anyMatch(
                each -> each.contains("MirrorPromoted") && each.contains("mirror=rabbit2")
                        && each.contains("master-dropped"));
        assertThat(it.queue("orders")).contains("master=rabbit2.1.1 mirrors=[rabbit3.1.1] synchronised=[]");
        it.does("sync orders");
        assertThat(it.queue("orders")).contains("master=rabbit3.1.1 mirrors=[]").contains("ready=1");
    }

    @Test
    void policies_are_not_merged() { // PO-01, T-29
        it.does("set-policy p0 0 .* ha-mode=all", "set-policy p1 1 .* max-length=10", "connect a rabbit1",
                "declare a orders");
        assertThat(it.queue("orders")).contains("mirrors=none");
    }

    @Test
    void a_pattern_matches_anywhere_in_a_name() { // PO-01, T-30
        it.does("set-policy ha 0 ha ha-mode=exactly ha-params=2", "connect a rabbit1", "declare a xhay");
        assertThat(it.queue("xhay")).contains("mirrors=[rabbit4.1.1]");
    }

    @Test
    void one_key_that_classic_queues_do_not_know_switches_the_policy_off() { // PO-03, T-31
        it.does("set-policy ha 0 .* ha-mode=all delivery-limit=3", "connect a rabbit1", "declare a orders");
        assertThat(it.queue("orders")).contains("mirrors=none");
    }

    @Test
    void without_a_policy_the_master_keeps_everything_and_the_mirrors_delete() { // PO-15, T-39
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders", "publish a orders m1 m2");
        assertThat(it.does("clear-policy"))
                .contains("rabbit2: ReplicaStopped queue=orders replica=rabbit2.1.1 reason=not-mirrored");
        assertThat(it.queue("orders")).contains("master=rabbit1.1.1 mirrors=none").contains("ready=2");
    }

    // ---- synchronisation

    @Test
    void a_mirror_of_an_empty_queue_is_synchronised_without_a_synchronisation() { // S-04, T-40
        it.does("connect a rabbit1", "declare a orders");
        assertThat(it.does("policy nodes rabbit1,rabbit2"))
                .contains("rabbit2: MirrorSynchronised queue=orders mirror=rabbit2.1.1 how=empty")
                .noneMatch(each -> each.contains("SyncStarted"));
    }

    @Test
    void a_queue_with_unacknowledged_messages_only_is_not_empty() { // S-02, T-41
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1", "get a orders",
                "policy nodes rabbit1,rabbit2");
        assertThat(it.queue("orders")).contains("synchronised=[] ready=0 unacknowledged=1");
        assertThat(it.holds("rabbit2")).contains("delta=1");
    }

    @Test
    void what_a_mirror_lacks_is_unknown_to_it_until_the_master_tells_its_depth() { // S-03
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1", "hold Operations>rabbit2",
                "policy nodes rabbit1,rabbit2");
        assertThat(it.holds("rabbit2")).contains("delta=-1");
        it.does("release");
        assertThat(it.holds("rabbit2")).contains("delta=1");
    }

    @Test
    void a_queue_that_synchronises_answers_nobody_and_then_everybody_in_order() { // S-13, T-09
        it.does("connect a rabbit1", "declare a orders", "declare a other",
                "publish a orders m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12",
                "policy nodes rabbit1,rabbit2 ha-sync-batch-size=2", "connect b rabbit4", "connect c rabbit4",
                "hold SyncTaken>rabbit1", "sync orders");
        assertThat(it.does("publish b orders m13", "get c orders auto")).noneMatch(each -> each.startsWith("c: "));
        assertThat(it.does("publish a other m14")).contains("a: Confirmed publishSequence=13");
        assertThat(it.does("release")).contains("b: Confirmed publishSequence=1",
                "c: GetOk deliveryTag=1 messageCount=12 message=m1");
    }

    @Test
    void a_mirror_whose_synchronisation_was_cancelled_does_not_become_synchronised_by_itself() { // S-16, S-19, T-10
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1 m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12",
                "policy nodes rabbit1,rabbit2 ha-sync-batch-size=2", "hold SyncTaken>rabbit1", "sync orders",
                "cancel-sync orders", "release", "get a orders auto", "get a orders auto", "purge a orders",
                "publish a orders m13");
        assertThat(it.queue("orders")).contains("mirrors=[rabbit2.1.1] synchronised=[] ready=1");
    }

    @Test
    void progress_moves_by_whole_batches() { // S-11, S-14, T-11
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1 m2 m3 m4 m5 m6 m7 m8 m9 m10",
                "policy nodes rabbit1,rabbit2 ha-sync-batch-size=4");
        assertThat(it.does("sync orders")).filteredOn(each -> each.contains("SyncProgressed")).isNotEmpty()
                .allMatch(each -> each.matches(".*sent=(0|4|8|10) total=10.*"));
    }

    @Test
    void automatic_mode_blocks_a_queue_although_nobody_asked() { // S-21, S-13, T-46
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1 m2");
        assertThat(it.does("policy nodes rabbit1,rabbit2 ha-sync-mode=automatic")).anyMatch(
                each -> each.contains("SyncStarted queue=orders") && each.contains("automatic=true"));
        assertThat(it.queue("orders")).contains("synchronised=[rabbit2.1.1]");
    }

    @Test
    void sync_queue_returns_before_the_mirrors_have_taken_everything_in() { // S-25, T-50
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1 m2", "policy nodes rabbit1,rabbit2",
                "hold SyncFinished>rabbit2");
        assertThat(it.does("sync orders")).contains("answer: Done")
                .noneMatch(each -> each.contains("MirrorSynchronised"));
        assertThat(it.does("release")).anyMatch(each -> each.contains("MirrorSynchronised"));
    }
}
