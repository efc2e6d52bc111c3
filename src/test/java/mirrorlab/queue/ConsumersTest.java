package mirrorlab.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class ConsumersTest {
    private static final ChannelId ONE = new ChannelId(NodeName.of("rabbit1"), 1, 1);
    private static final ChannelId TWO = new ChannelId(NodeName.of("rabbit2"), 1, 1);
    private final Consumers consumers = new Consumers(QueueName.of("orders"));
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
        assertThat(new Consumers(QueueName.of("q")).next()).isNull();
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
        String refusal = "ACCESS_REFUSED - queue 'orders' in vhost '/' in exclusive use";
        add(exclusive);
        assertThat(consumers.add(consumer(TWO, "b", 0))).isEqualTo(refusal);
        assertThat(consumers.remove(ONE, "x")).isEqualTo(exclusive);
        add(consumer(TWO, "b", 0));
        assertThat(consumers.add(exclusive)).isEqualTo(refusal);
        assertThat(consumers.count()).isEqualTo(1);
    }

    @Test
    void a_tag_is_unique_on_its_channel() {
        add(consumer(ONE, "a", 0));
        add(consumer(TWO, "a", 0));
        assertThatThrownBy(() -> consumers.add(consumer(ONE, "a", 0))).isInstanceOf(IllegalArgumentException.class)
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

    private void add(Consumer consumer) {
        assertThat(consumers.add(consumer)).isNull();
    }

    private List<String> deliver(int count) {
        List<String> tags = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Consumer next = consumers.next();
            if (next == null) {
                break;
            }
            consumers.delivered(next, ++position);
            tags.add(next.tag());
        }
        return tags;
    }

    private static Consumer consumer(ChannelId channel, String tag, int prefetch) {
        return new Consumer(channel, tag, prefetch, false, false, Map.of());
    }
}
