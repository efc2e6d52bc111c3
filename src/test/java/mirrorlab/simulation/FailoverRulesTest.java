package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Rules of promotion, loss and recovery, on a simulated cluster of four nodes.
class FailoverRulesTest {
    private final Conversation it = new Conversation(4);

    private void unsynchronised(String keys) {
        it.does("connect a rabbit1", "declare a orders", "connect b rabbit4", "publish b orders m1 m2 m3",
                "policy nodes rabbit1,rabbit2 " + keys, "publish b orders m4 m5");
    }

    private void synchronised() {
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2,rabbit3", "declare a orders", "connect b rabbit4",
                "publish b orders m1 m2 m3");
    }

    @Test
    void a_clean_stop_is_a_shutdown_and_a_kill_a_failure() { // F-07
        unsynchronised("");
        assertThat(it.does("stop rabbit1")).anyMatch(each -> each.contains("MirrorsTerminated"))
                .noneMatch(each -> each.contains("MirrorPromoted"));
        Conversation other = new Conversation(4);
        other.does("connect a rabbit1", "declare a orders", "publish a orders m1", "policy nodes rabbit1,rabbit2");
        assertThat(other.does("kill rabbit1")).anyMatch(each -> each.contains("MirrorPromoted"));
    }

    @Test
    void always_at_shutdown_does_not_help_when_failure_wants_a_synchronised_mirror() { // F-10
        unsynchronised("ha-promote-on-failure=when-synced ha-promote-on-shutdown=always");
        assertThat(it.does("stop rabbit1")).anyMatch(each -> each.contains("PromotionRefused"));
        it.does("start rabbit1");
        assertThat(it.queue("orders")).contains("master=rabbit1").contains("ready=5");
    }

    @Test
    void an_acknowledgement_that_the_old_master_did_not_pass_on_is_forgotten() { // F-14
        synchronised();
        it.does("hold Operations>rabbit2,Operations>rabbit3", "get b orders", "ack b m1", "kill rabbit1", "release");
        assertThat(it.holds("rabbit2")).startsWith("ready=[m1-m3] unacknowledged=[]");
    }

    @Test
    void stopped_mirrors_stay_recoverable_and_the_lost_masters_node_is_not() { // F-17
        synchronised();
        it.does("kill rabbit3");
        assertThat(it.does("kill rabbit1")).anyMatch(each -> each.contains("QueueRecorded")
                && each.contains("master=rabbit2") && each.contains("recoverable=[rabbit3]"));
    }

    @Test
    void a_node_that_comes_up_is_no_longer_recoverable_when_no_mirror_is_synchronised() { // F-18
        it.does("connect a rabbit1", "policy exactly 2", "declare a orders", "publish a orders m1", "kill rabbit4");
        assertThat(it.does("start rabbit4")).anyMatch(
                each -> each.contains("QueueRecorded") && !each.contains("rabbit4"));
    }

    @Test
    void a_node_that_comes_up_stays_recoverable_while_a_mirror_is_synchronised() { // F-18, as most recordings have it
        it.does("connect a rabbit1", "policy exactly 2", "declare a orders", "kill rabbit4");
        assertThat(it.does("start rabbit4")).noneMatch(
                each -> each.contains("QueueRecorded") && !each.contains("rabbit4"));
    }

    @Test
    void a_consumer_of_a_queue_that_is_down_waits_untold_and_goes_on_when_its_master_returns() { // F-21
        unsynchronised("ha-promote-on-failure=when-synced");
        it.does("connect c rabbit3", "prefetch c 1", "consume c orders");
        assertThat(it.does("kill rabbit1"))
                .anyMatch(each -> each.contains("ChannelWaits") && each.contains("channel=c"))
                .noneMatch(each -> each.contains("ServerCancel"));
        assertThat(it.does("start rabbit1"))
                .contains("c: Delivered consumerTag=c deliveryTag=2 redelivered=true message=m1");
    }

    @Test
    void a_consumer_of_a_queue_without_mirrors_is_cancelled_at_once() { // F-21, F-38
        it.does("connect a rabbit1", "declare a plain", "connect c rabbit3", "consume c plain");
        assertThat(it.does("kill rabbit1")).contains("c: ServerCancel consumerTag=c");
    }

    @Test
    void a_consumer_that_is_not_to_survive_is_told_only_when_its_client_can_hear_it() { // F-19, F-20, T-33
        synchronised();
        it.does("connect c rabbit3", "consume c orders x-cancel-on-ha-failover=true", "connect d rabbit4 deaf",
                "consume d orders x-cancel-on-ha-failover=true");
        List<String> told = it.does("kill rabbit1");
        assertThat(told).contains("c: ServerCancel consumerTag=c")
                .anyMatch(each -> each.contains("ConsumerRemoved") && each.contains("channel=d"))
                .noneMatch(each -> each.startsWith("d: "));
    }

    @Test
    void a_consumer_without_the_argument_goes_on_under_its_tag_and_gets_duplicates() { // F-19, F-35, T-32
        synchronised();
        it.does("connect c rabbit3", "consume c orders");
        assertThat(it.does("kill rabbit1")).contains(
                "c: Delivered consumerTag=c deliveryTag=4 redelivered=true message=m1",
                "c: Delivered consumerTag=c deliveryTag=6 redelivered=true message=m3");
        it.does("ack c m1");
        assertThat(it.holds("rabbit2")).as("the same numbers since the queue was empty")
                .startsWith("ready=[] unacknowledged=[m2-m3]");
    }

    @Test
    void automatic_deliveries_on_their_way_are_lost_and_the_consumer_goes_on() { // F-23
        synchronised();
        it.does("connect c rabbit3", "consume c orders auto", "hold Delivery>rabbit3", "publish b orders m4",
                "kill rabbit1", "release");
        assertThat(it.does("publish b orders m5")).contains("c: Delivered consumerTag=c deliveryTag=4 message=m5");
        assertThat(it.queue("orders")).contains("ready=0 unacknowledged=0");
    }

    @Test
    void a_mirrors_death_is_invisible_but_for_confirms_that_wait() { // F-24
        synchronised();
        it.does("connect c rabbit2", "consume c orders", "pause rabbit3", "publish b orders m4");
        List<String> told = it.does("kill rabbit3");
        assertThat(told).contains("b: Confirmed publishSequence=4")
                .noneMatch(each -> each.startsWith("c: ") || each.contains("ChannelWaits"));
    }

    @Test
    void operations_on_a_queue_without_living_replica_wait_and_end_with_404() { // F-25, T-20
        unsynchronised("");
        it.does("stop rabbit1");
        assertThat(it.does("declare b orders")).anyMatch(each -> each.contains("ChannelWaits"))
                .noneMatch(each -> each.contains("Failed"));
        assertThat(it.does("wait 75")).contains("b: ChannelFailed replyCode=404 replyText=NOT_FOUND - failed to perform"
                + " operation on queue 'orders' in vhost '/' due to timeout classId=50 methodId=10");
    }

    @Test
    void a_wait_for_a_queue_is_answered_when_its_master_returns_in_time() { // F-25, T-20
        unsynchronised("");
        it.does("stop rabbit1", "get b orders auto", "wait 20");
        assertThat(it.does("start rabbit1", "wait 5").toString() + it.queue("orders")).contains("ready=4");
    }

    @Test
    void a_queue_that_is_down_can_be_deleted_at_once_and_does_not_come_back() { // F-27
        unsynchronised("ha-promote-on-failure=when-synced");
        it.does("kill rabbit1");
        assertThat(it.does("delete b orders")).contains("b: QueueDeleted messageCount=0");
        it.does("start rabbit1", "wait 5");
        assertThat(it.queue("orders")).isEqualTo("orders is not there");
    }

    @Test
    void a_transient_mirrored_queue_whose_mirrors_were_stopped_is_a_ghost() { // F-28, T-55
        it.does("connect a rabbit1", "declare a orders transient", "publish a orders m1",
                "policy nodes rabbit1,rabbit2",
                "connect b rabbit4", "stop rabbit1", "start rabbit1", "wait 5");
        assertThat(it.queue("orders")).doesNotContain("running");
        assertThat(it.does("get b orders auto")).anyMatch(each -> each.contains("ChannelWaits"));
        assertThat(it.does("wait 75").toString()).contains("replyCode=404");
    }

    @Test
    void only_the_last_masters_node_brings_a_queue_back() { // F-29, F-30
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders", "publish a orders m1",
                "stop rabbit1", "connect b rabbit4", "publish b orders m2", "stop rabbit2", "start rabbit1", "wait 5");
        assertThat(it.queue("orders")).doesNotContain("running");
        it.does("start rabbit2", "wait 5");
        assertThat(it.queue("orders")).contains("master=rabbit2.2").contains("mirrors=[rabbit1.").contains("ready=2");
    }

    @Test
    void a_changed_policy_does_not_bring_a_queue_back() { // F-36
        unsynchronised("ha-promote-on-failure=when-synced");
        it.does("kill rabbit1", "policy nodes rabbit1,rabbit2 ha-promote-on-failure=always", "wait 5");
        assertThat(it.queue("orders")).doesNotContain("running");
        it.does("start rabbit1", "wait 5");
        assertThat(it.queue("orders")).contains("master=rabbit1.2").contains("ready=5");
    }

    @Test
    void a_dropped_master_is_followed_by_the_eldest_mirror_whatever_the_keys_say() { // F-32, PO-12
        it.does("connect a rabbit1", "declare a orders", "publish a orders m1",
                "policy nodes rabbit2,rabbit3 ha-promote-on-shutdown=when-synced ha-promote-on-failure=when-synced");
        assertThat(it.queue("orders")).contains("master=rabbit1.1.1 mirrors=[rabbit2.1.1 rabbit3.1.1]");
        assertThat(it.does("sync orders"))
                .anyMatch(each -> each.contains("MirrorPromoted") && each.contains("mirror=rabbit2")
                        && each.contains("reason=master-dropped"));
        it.does("policy nodes rabbit9");
        assertThat(it.queue("orders")).as("never the only one").contains("master=rabbit2").contains("running");
    }

    @Test
    void an_auto_delete_queue_stays_when_its_last_consumer_died_with_the_masters_node() { // F-37, T-53
        it.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders auto-delete", "consume a orders",
                "kill rabbit1", "wait 5");
        assertThat(it.queue("orders")).contains("running master=rabbit2");
    }

    @Test
    void what_a_dead_node_held_is_not_given_to_its_other_consumers() { // F-37
        it.does("connect a rabbit1", "declare a orders", "connect b rabbit4", "connect c rabbit4", "consume b orders",
                "publish a orders m1", "consume c orders auto", "kill rabbit4");
        assertThat(it.holds("rabbit1")).startsWith("ready=[m1] unacknowledged=[]");
    }

    @Test
    void a_dead_synchronised_mirror_in_the_record_is_enough_for_when_synced() { // F-04, F-05, T-48
        String when = "policy nodes rabbit1,rabbit2,rabbit3 ha-promote-on-failure=when-synced";
        for (boolean together : List.of(true, false)) {
            Conversation one = new Conversation(4);
            one.does("connect a rabbit1", "policy nodes rabbit1,rabbit2", "declare a orders", "publish a orders m1",
                    when,
                    together ? "wait 1" : "kill rabbit2");
            List<String> told = one.does(together ? "kill rabbit1 rabbit2" : "kill rabbit1");
            assertThat(told).anyMatch(each -> each.contains(together ? "MirrorPromoted" : "PromotionRefused")
                    && each.contains("mirror=rabbit3"));
        }
    }

    @Test
    void a_queue_without_mirrors_cannot_be_declared_elsewhere_while_its_node_is_down() { // T-18
        it.does("connect a rabbit1", "declare a plain", "connect b rabbit2", "kill rabbit1");
        assertThat(it.does("declare b plain")).contains("b: ChannelFailed replyCode=404 replyText=NOT_FOUND - home node"
                + " 'rabbit1@localhost' of durable queue 'plain' in vhost '/' is down or inaccessible classId=50 methodId=10");
    }

    @Test
    void a_transient_queue_without_mirrors_does_not_come_back_with_its_node() { // T-19
        it.does("connect a rabbit1", "declare a plain transient", "kill rabbit1", "start rabbit1", "wait 5");
        assertThat(it.queue("plain")).isEqualTo("plain is not there");
    }

    @Test
    void a_node_that_returns_quickly_is_the_youngest_mirror_and_empty() { // F-06, T-42
        synchronised();
        it.does("stop rabbit1", "start rabbit1", "wait 5");
        assertThat(it.queue("orders"))
                .contains("master=rabbit2.1.1 mirrors=[rabbit3.1.1 rabbit1.2.1] synchronised=[rabbit3.1.1] ready=3");
        assertThat(it.holds("rabbit1")).startsWith("ready=[] unacknowledged=[]");
    }

    @Test
    void mirrors_that_die_while_nothing_flows_leave_the_list_with_their_links() { // T-43: RabbitMQ may be late (G-08)
        synchronised();
        it.does("kill rabbit2", "kill rabbit3");
        assertThat(it.queue("orders")).contains("master=rabbit1.1.1 mirrors=[] synchronised=[]");
    }
}
