package mirrorlab.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.queue.QueueMessage.Answer.Refused;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class ConsumersTest {
    private static final ChannelId ONE = new ChannelId(NodeName.of("rabbit1"), 1, 1);
    private static final ChannelId TWO = new ChannelId(NodeName.of("rabbit2"), 1, 1);
    private final Consumers consumers = new Consumers(QueueName.of("orders"), false);
    private long position;

    @Test
    void deliveries_go_round() {
        add(consumer(ONE, "a", 0));
        add(consumer(TWO, "b", 0));
        add(consumer(ONE, "c", 0));
        assertThat(deliver(5)).containsExactly("a", "b", "c", "a", "b");
    }

    @Test
    void asking_whose_turn_it_is_changes_nothing() {
        add(consumer(ONE, "a", 0));
        add(consumer(TWO, "b", 0));
        assertThat(consumers.next()).isEqualTo(consumers.next());
        assertThat(new Consumers(QueueName.of("q"), false).next()).isNull();
    }

    @Test
    void who_is_full_waits_until_something_is_settled() {
        add(consumer(ONE, "a", 1));
        add(consumer(TWO, "b", 2));
        assertThat(deliver(4)).containsExactly("a", "b", "b");
        consumers.settled(ONE, 1);
        assertThat(deliver(2)).containsExactly("a");
        consumers.settled(TWO, 2);
        consumers.settled(ONE, 4);
        assertThat(deliver(4)).as("who got room first comes first").containsExactly("b", "a");
    }

    @Test
    void only_the_channel_that_got_a_message_frees_a_place() { // F-22
        add(consumer(ONE, "a", 1));
        deliver(1);
        consumers.settled(TWO, 1);
        consumers.settled(ONE, 77);
        assertThat(consumers.next()).isNull();
        consumers.settled(ONE, 1);
        consumers.settled(ONE, 1);
        assertThat(deliver(3)).as("one place, not two").containsExactly("a");
    }

    @Test
    void prefetch_does_not_hold_back_who_needs_not_acknowledge() {
        add(new Consumer(ONE, "a", 1, true, false, Map.of()));
        assertThat(deliver(3)).containsExactly("a", "a", "a");
    }

    @Test
    void an_exclusive_consumer_stands_alone() {
        Consumer exclusive = new Consumer(ONE, "x", 0, false, true, Map.of());
        var refusal = new Refused(403, "ACCESS_REFUSED - queue 'orders' in vhost '/' in exclusive use");
        add(exclusive);
        assertThat(consumers.add(consumer(TWO, "b", 0), ChannelLimit.NONE)).isEqualTo(refusal);
        assertThat(consumers.remove(ONE, "x")).isEqualTo(exclusive);
        add(consumer(TWO, "b", 0));
        assertThat(consumers.add(exclusive, ChannelLimit.NONE)).isEqualTo(refusal);
        assertThat(consumers.count()).isEqualTo(1);
    }

    @Test
    void a_tag_is_unique_on_its_channel() {
        add(consumer(ONE, "a", 0));
        add(consumer(TWO, "a", 0));
        assertThatThrownBy(() -> consumers.add(consumer(ONE, "a", 0), ChannelLimit.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("consumer 'a'");
    }

    @Test
    void who_leaves_gets_nothing_more_even_when_its_last_message_is_settled() {
        add(consumer(ONE, "a", 1));
        deliver(1);
        consumers.remove(ONE, "a");
        assertThat(consumers.remove(ONE, "a")).isNull();
        consumers.settled(ONE, 1);
        assertThat(consumers.next()).isNull();
    }

    @Test
    void channels_and_nodes_leave_with_all_their_consumers() {
        ChannelId other = new ChannelId(NodeName.of("rabbit1"), 1, 2);
        add(consumer(ONE, "a", 0));
        add(consumer(TWO, "b", 0));
        add(consumer(ONE, "c", 0));
        add(consumer(other, "d", 0));
        assertThat(consumers.removeAll(ONE)).extracting(Consumer::tag).containsExactly("a", "c");
        assertThat(consumers.list()).extracting(Consumer::tag).containsExactly("b", "d");
        assertThat(consumers.removeNode(NodeName.of("rabbit1"))).extracting(Consumer::tag).containsExactly("d");
        assertThat(deliver(2)).containsExactly("b", "b");
    }

    // ---- priorities

    @Test
    void a_higher_priority_comes_first_and_equals_take_turns() {
        add(prior(ONE, "low", 0, -1));
        add(prior(ONE, "a", 2, 5L));
        add(consumer(TWO, "middle", 1));
        add(prior(TWO, "b", 1, (short) 5));
        assertThat(deliver(6)).containsExactly("a", "b", "a", "middle", "low", "low");
        consumers.settled(ONE, 3);
        assertThat(deliver(2)).containsExactly("a", "low");
    }

    @Test
    void arguments_of_another_type_are_refused_with_the_brokers_text() {
        assertThat(consumers.add(prior(ONE, "a", 0, "high"), ChannelLimit.NONE)).isEqualTo(new Refused(406,
                "PRECONDITION_FAILED - invalid arg 'x-priority' for queue 'orders' in vhost '/': "
                        + "\"expected integer, got longstr\""));
        assertThat(consumers.add(prior(ONE, "a", 0, true), ChannelLimit.NONE)).isEqualTo(new Refused(406,
                "PRECONDITION_FAILED - invalid arg 'x-priority' for queue 'orders' in vhost '/': "
                        + "\"expected integer, got bool\""));
        Consumer wrong = new Consumer(ONE, "a", 0, false, false, Map.of("x-cancel-on-ha-failover", 1));
        assertThat(consumers.add(wrong, ChannelLimit.NONE)).isEqualTo(new Refused(406,
                "PRECONDITION_FAILED - invalid arg 'x-cancel-on-ha-failover' for queue 'orders' in vhost '/': "
                        + "{unacceptable_type,signedint}"));
        assertThat(consumers.count()).isZero();
    }

    // ---- a single active consumer

    @Test
    void only_the_oldest_is_active_even_when_it_is_full() {
        Consumers single = new Consumers(QueueName.of("orders"), true);
        single.add(consumer(ONE, "a", 1), ChannelLimit.NONE);
        single.add(prior(TWO, "b", 0, 7), ChannelLimit.NONE);
        assertThat(deliver(single, 2)).containsExactly("a");
        assertThat(single.states()).extracting(Consumers.State::active).containsExactly(true, false);
        single.settled(ONE, 1);
        assertThat(deliver(single, 2)).containsExactly("a");
    }

    @Test
    void the_next_active_one_is_the_oldest_of_the_highest_priority() {
        Consumers single = new Consumers(QueueName.of("orders"), true);
        single.add(consumer(ONE, "a", 0), ChannelLimit.NONE);
        single.add(prior(ONE, "b", 0, 1), ChannelLimit.NONE);
        single.add(prior(TWO, "c", 0, 5), ChannelLimit.NONE);
        single.add(prior(ONE, "d", 0, 5), ChannelLimit.NONE);
        single.remove(ONE, "a");
        assertThat(deliver(single, 2)).containsExactly("c", "c");
        single.add(prior(ONE, "e", 0, 9), ChannelLimit.NONE);
        assertThat(deliver(single, 1)).as("a newcomer does not replace it").containsExactly("c");
        single.removeAll(TWO);
        assertThat(deliver(single, 1)).containsExactly("e");
        single.removeAll(ONE);
        assertThat(deliver(single, 1)).isEmpty();
    }

    @Test
    void an_exclusive_consumer_and_a_single_active_one_exclude_each_other() {
        Consumers single = new Consumers(QueueName.of("orders"), true);
        assertThat(single.add(new Consumer(ONE, "x", 0, false, true, Map.of()), ChannelLimit.NONE)).isEqualTo(
                new Refused(403, "ACCESS_REFUSED - queue 'orders' in vhost '/' in exclusive use"));
    }

    // ---- what has not left for the socket

    @Test
    void two_hundred_unsent_deliveries_are_enough_for_a_channel() {
        add(consumer(ONE, "a", 0));
        add(new Consumer(ONE, "b", 0, true, false, Map.of()));
        assertThat(deliver(1000)).hasSize(200);
        consumers.written(ONE, 50);
        assertThat(deliver(1000)).hasSize(50).contains("a", "b");
        add(consumer(TWO, "c", 0));
        assertThat(deliver(3)).as("others go on").containsExactly("c", "c", "c");
        consumers.written(ONE, 50);
        assertThat(deliver(6)).contains("a", "b", "c");
    }

    // ---- a limit shared by a channel's consumers

    @Test
    void under_a_shared_limit_only_given_room_is_used() {
        assertThat(consumers.add(consumer(ONE, "a", 0), new ChannelLimit(3, true))).isNull();
        assertThat(deliver(1)).isEmpty();
        assertThat(consumers.takeLacking(7)).containsExactly(new Consumers.Lack(ONE, 3));
        assertThat(deliver(1)).isEmpty();
        assertThat(consumers.takeLacking(7)).as("asked once").isEmpty();
        consumers.give(ONE, 2, 5);
        assertThat(deliver(1)).as("of an older limit").isEmpty();
        consumers.give(ONE, 3, 5);
        assertThat(deliver(3)).hasSize(3);
        assertThat(consumers.hasEnough(ONE)).isTrue();
        assertThat(consumers.takeBack(ONE)).isEqualTo(2);
        assertThat(deliver(1)).isEmpty();
        assertThat(consumers.takeLacking(1)).hasSize(1);
        consumers.limit(ONE, new ChannelLimit(4, false));
        assertThat(deliver(9)).hasSize(9);
        consumers.limit(ONE, new ChannelLimit(3, true));
        assertThat(deliver(1)).as("late news").hasSize(1);
    }

    @Test
    void a_channel_that_waits_for_room_lets_others_pass_and_keeps_its_turn() {
        consumers.add(prior(ONE, "a", 0, 1), new ChannelLimit(1, true));
        add(consumer(TWO, "b", 0));
        assertThat(deliver(2)).containsExactly("b", "b");
        consumers.give(ONE, 1, 1);
        assertThat(deliver(2)).containsExactly("a", "b");
        assertThat(consumers.states().getFirst().waitsForRoom()).isTrue();
        assertThat(consumers.states().getLast().mayTake()).isTrue();
    }

    private void add(Consumer consumer) {
        assertThat(consumers.add(consumer, ChannelLimit.NONE)).isNull();
    }

    private List<String> deliver(int count) {
        return deliver(consumers, count);
    }

    private List<String> deliver(Consumers from, int count) {
        List<String> tags = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Consumer next = from.next();
            if (next == null) {
                break;
            }
            from.delivered(next, ++position);
            tags.add(next.tag());
        }
        return tags;
    }

    private static Consumer consumer(ChannelId channel, String tag, int prefetch) {
        return new Consumer(channel, tag, prefetch, false, false, Map.of());
    }

    private static Consumer prior(ChannelId channel, String tag, int prefetch, Object priority) {
        return new Consumer(channel, tag, prefetch, false, false, Map.of("x-priority", priority));
    }
}
