package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rules of the replica model and of publishing, on a simulated cluster of four nodes.
class PublishRulesTest {
    private static final String THREE = "policy nodes rabbit1,rabbit2,rabbit3";
    private final Conversation it = new Conversation(4);

    private void mirrored() {
        it.does("connect a rabbit1", THREE, "declare a orders", "connect b rabbit4");
    }

    @Test
    void a_record_lists_mirrors_oldest_first_and_those_synchronised_together_likewise() { // P-01, S-07, as recorded
        mirrored();
        assertThat(it.queue("orders"))
                .contains(
                        "master=rabbit1.1.1 mirrors=[rabbit2.1.1 rabbit3.1.1] synchronised=[rabbit2.1.1 rabbit3.1.1]");
        assertThat(it.does("kill rabbit3")).anyMatch(
                each -> each
                        .contains("mirrors=[rabbit2.1.1] synchronised=[rabbit2.1.1] recoverable=[rabbit2 rabbit3]"));
    }

    @Test
    void a_mirrored_queue_without_mirrors_is_not_a_queue_that_is_not_mirrored() { // P-02, PO-22
        it.does("connect a rabbit1", "declare a plain");
        assertThat(it.queue("plain")).contains("mirrors=none");
        it.does("policy exactly 1");
        assertThat(it.queue("plain")).contains("mirrors=[]");
    }

    @Test
    void an_exclusive_queue_is_not_mirrored_and_ends_with_its_connection() { // P-03, T-38
        it.does("connect a rabbit2", "policy all", "declare a mine exclusive", "publish a mine m1");
        assertThat(it.queue("mine")).contains("master=rabbit2.1.1 mirrors=none");
        it.does("close a");
        assertThat(it.queue("mine")).isEqualTo("mine is not there");
    }

    @Test
    void a_publish_goes_directly_to_master_and_every_mirror_under_one_id() { // P-04, P-05
        mirrored();
        assertThat(it.does("publish b orders m1")).contains(
                "rabbit4: CopiesSent queue=orders channel=b to=rabbit1.1.1 persistent=true messages=[m1]",
                "rabbit4: CopiesSent queue=orders channel=b to=rabbit2.1.1 persistent=true messages=[m1]",
                "rabbit4: CopiesSent queue=orders channel=b to=rabbit3.1.1 persistent=true messages=[m1]",
                "rabbit2: MessagesEnqueued queue=orders replica=rabbit2.1.1 messages=[m1]",
                "rabbit3: MessagesEnqueued queue=orders replica=rabbit3.1.1 messages=[m1]");
    }

    @Test
    void everything_but_publishing_is_done_by_the_master_and_its_effect_told() { // P-06
        mirrored();
        it.does("publish b orders m1 m2 m3", "connect c rabbit3");
        assertThat(it.does("get c orders")).anyMatch(
                each -> each.contains("MessagesDelivered queue=orders master=rabbit1.1.1 channel=c messages=[m1]"));
        assertThat(it.holds("rabbit2")).startsWith("ready=[m2-m3] unacknowledged=[m1]");
        it.does("ack c m1");
        assertThat(it.holds("rabbit3")).startsWith("ready=[m2-m3] unacknowledged=[]");
    }

    @Test
    void the_masters_instruction_carries_the_message_so_that_a_mirror_needs_no_copy() { // P-07
        mirrored();
        it.does("hold DirectCopy>rabbit2", "publish b orders m1", "kill rabbit1");
        assertThat(it.does("get b orders auto"))
                .contains("b: GetOk deliveryTag=1 redelivered=true messageCount=0 message=m1");
    }

    @Test
    void a_purge_leaves_what_is_unacknowledged_on_all_replicas() { // P-08, S-01, T-45
        mirrored();
        it.does("publish b orders m1 m2 m3", "get b orders", "purge b orders");
        assertThat(it.holds("rabbit2")).startsWith("ready=[] unacknowledged=[m1]");
        it.does("requeue b m1");
        assertThat(it.holds("rabbit1")).startsWith("ready=[m1] unacknowledged=[]");
        assertThat(it.holds("rabbit3")).startsWith("ready=[m1] unacknowledged=[]");
        assertThat(it.queue("orders")).contains("synchronised=[rabbit2.1.1 rabbit3.1.1] ready=1");
    }

    @Test
    void a_mirror_takes_what_was_published_before_it_was_in_the_record_from_the_stream_alone() { // P-13
        it.does("connect a rabbit1", "declare a orders", "connect b rabbit4", "hold DirectCopy>rabbit1",
                "publish b orders m1", "policy nodes rabbit1,rabbit2", "publish b orders m2");
        assertThat(it.holds("rabbit2")).contains("ready=[]").contains("fromChannels=1");
        assertThat(it.does("release").toString()).contains("b: Confirmed");
        assertThat(it.holds("rabbit2")).startsWith("ready=[m1-m2] unacknowledged=[] delta=0 fromChannels=0");
    }

    @Test
    void what_was_on_a_mirror_counts_as_delivered_and_what_comes_later_does_not() { // P-14, F-12, T-01
        mirrored();
        it.does("publish b orders m1 m2", "kill rabbit1", "publish b orders m3");
        assertThat(it.does("get b orders auto"))
                .anyMatch(each -> each.contains("redelivered=true messageCount=2 message=m1"));
        it.does("get b orders auto");
        assertThat(it.does("get b orders auto")).contains("b: GetOk deliveryTag=3 messageCount=0 message=m3");
    }

    @Test
    void a_dead_channels_copies_are_kept_until_the_master_has_told_of_its_death() { // P-17
        mirrored();
        it.does("hold Operations>rabbit2,Operations>rabbit3", "publish b orders m1", "kill rabbit4");
        assertThat(it.holds("rabbit2")).contains("ready=[]").contains("fromChannels=1");
        it.does("kill rabbit1");
        assertThat(it.holds("rabbit2")).startsWith("ready=[m1]");
    }

    @Test
    void a_mirror_asks_for_the_end_of_a_channel_that_the_master_never_heard_of() { // P-17
        mirrored();
        it.does("hold DirectCopy>rabbit1", "publish b orders m1", "kill rabbit4", "wait 15");
        assertThat(it.holds("rabbit2")).contains("ready=[]").contains("fromChannels=1");
        it.does("wait 5");
        assertThat(it.holds("rabbit2")).contains("fromChannels=0");
        it.does("kill rabbit1");
        assertThat(it.holds("rabbit2")).startsWith("ready=[]");
    }

    @Test
    void a_transient_message_is_confirmed_at_once_and_a_persistent_one_from_the_disk() { // P-19
        it.does("connect a rabbit1", "declare a orders");
        assertThat(it.does("publish a orders m1 transient &")).contains("a: Confirmed publishSequence=1");
        assertThat(it.does("publish a orders m2 &")).noneMatch(each -> each.contains("Confirmed"));
        assertThat(it.does("wait 1")).contains("a: Confirmed publishSequence=2");
    }

    @Test
    void a_publish_that_matches_no_queue_is_returned_when_mandatory_and_confirmed_in_any_case() { // P-25
        it.does("connect a rabbit1");
        List<String> mandatory = it.does("publish a nowhere m1 mandatory");
        assertThat(mandatory.subList(0, 2)).satisfiesExactly(
                each -> assertThat(each).startsWith("a: Returned replyCode=312 replyText=NO_ROUTE"),
                each -> assertThat(each).isEqualTo("a: Confirmed publishSequence=1"));
        assertThat(it.does("publish a nowhere m2")).contains("a: Confirmed publishSequence=2")
                .noneMatch(each -> each.contains("Returned replyCode"));
    }

    @Test
    void one_channels_messages_stay_in_order_on_every_replica() { // P-28
        mirrored();
        it.does("hold DirectCopy>rabbit2", "publish b orders m1 m2 m3 &", "publish b orders m4 m5", "release",
                "publish b orders m6");
        for (String each : List.of("rabbit1", "rabbit2", "rabbit3")) {
            assertThat(it.holds(each)).as(each).startsWith("ready=[m1-m6]");
        }
    }

    @Test
    void a_mirror_that_does_not_answer_holds_confirms_back_until_it_is_given_up() { // P-18, T-14
        mirrored();
        assertThat(it.does("pause rabbit3", "publish b orders m1 m2")).noneMatch(each -> each.contains("Confirmed"));
        assertThat(it.does("kill rabbit3").toString()).contains("b: Confirmed");
    }

    private static String names(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(each -> "m" + each).collect(Collectors.joining(" "));
    }

    @Test
    void a_mirror_that_gives_no_credit_back_makes_the_publisher_wait() { // P-29, P-30, T-14
        mirrored();
        assertThat(it.does("pause rabbit3", "publish b orders " + names(1, 199))).noneMatch(
                each -> each.startsWith("b: Flow"));
        assertThat(it.does("publish b orders m200")).contains("b: Flow reason=none");
        assertThat(it.does("publish b orders m201")).noneMatch(each -> each.startsWith("b: Flow"));
        assertThat(it.does("resume rabbit3")).anyMatch(each -> each.startsWith("b: Flow active=true"));
    }

    @Test
    void a_publisher_goes_on_when_the_mirror_is_given_up() { // P-30, F-24
        mirrored();
        it.does("pause rabbit3", "publish b orders " + names(1, 300));
        assertThat(it.does("kill rabbit3")).anyMatch(each -> each.startsWith("b: Flow active=true"));
        assertThat(it.does("publish b orders " + names(301, 900)).stream().filter(each -> each.startsWith("b: Flow"))
                .reduce((first, second) -> second)).hasValueSatisfying(
                        each -> assertThat(each).startsWith("b: Flow active=true"));
    }

    @Test
    void a_publisher_elsewhere_sees_the_loss_of_a_master_as_a_pause_only() { // P-31, F-14
        mirrored();
        it.does("publish b orders m1 m2 m3 &", "kill rabbit1 &", "publish b orders m4 m5 &");
        List<String> later = it.does("wait 5");
        assertThat(later).noneMatch(each -> each.contains("Nacked") || each.contains("Failed"));
        assertThat(it.holds("rabbit2")).startsWith("ready=[m1-m5]");
        assertThat(it.queue("orders")).contains("ready=5");
    }

    @Test
    void one_confirm_is_enough_when_the_others_are_gone() { // P-18, P-21, T-15
        mirrored();
        it.does("hold Operations>rabbit2", "publish b orders m1 &");
        assertThat(it.does("kill rabbit1 rabbit2")).contains("b: Confirmed publishSequence=1")
                .noneMatch(each -> each.contains("Nacked"));
    }
}
