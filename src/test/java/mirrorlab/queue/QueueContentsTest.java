package mirrorlab.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class QueueContentsTest {
    private static final ChannelId ONE = new ChannelId(NodeName.of("rabbit1"), 1, 1);
    private static final ChannelId TWO = new ChannelId(NodeName.of("rabbit2"), 1, 1);
    private final QueueContents contents = new QueueContents();

    @Test
    void positions_count_from_one_and_survive_clearing() {
        assertThat(publish(ONE, 1, 2)).isEqualTo(2);
        contents.clear();
        assertThat(contents.depth()).isZero();
        assertThat(contents.bytes()).isZero();
        assertThat(publish(ONE, 3, 3)).isEqualTo(3);
        assertThat(contents.nextPosition()).isEqualTo(4);
    }

    @Test
    void a_fetched_message_waits_for_its_acknowledgement() { // S-02
        publish(ONE, 1, 3);
        Held first = Objects.requireNonNull(contents.fetch(true));
        assertThat(first).isEqualTo(new Held(1, message(ONE, 1), false));
        assertThat(contents.readyCount()).isEqualTo(2);
        assertThat(contents.unacknowledgedCount()).isEqualTo(1);
        assertThat(contents.depth()).isEqualTo(3);
        assertThat(contents.holdsUnacknowledged(message(ONE, 1).id())).isTrue();
        assertThat(contents.positionOf(message(ONE, 1).id())).isEqualTo(1);
        assertThat(contents.acknowledge(1)).isEqualTo(new Held(1, message(ONE, 1), true));
        assertThat(contents.depth()).isEqualTo(2);
        assertThat(contents.bytes()).isEqualTo(2L * message(ONE, 1).size());
    }

    @Test
    void what_is_unknown_is_not_acknowledged() { // P-16, F-22
        publish(ONE, 1, 3);
        contents.fetch(false);
        contents.fetch(true);
        assertThat(contents.acknowledge(1)).isNull();
        assertThat(contents.acknowledge(3)).as("ready, not delivered").isNull();
        assertThat(contents.acknowledge(message(ONE, 3).id())).isNull();
        assertThat(contents.acknowledge(message(ONE, 2).id())).isNotNull();
        assertThat(contents.depth()).isEqualTo(1);
    }

    @Test
    void requeued_messages_return_to_their_places_as_redelivered() { // F-11
        publish(ONE, 1, 6);
        for (int i = 0; i < 4; i++) {
            contents.fetch(true);
        }
        assertThat(contents.requeue(List.of(4L, 2L, 99L))).extracting(Held::position).containsExactly(2L, 4L);
        assertThat(contents.readyIntervals(9)).containsExactly(interval(ONE, 2, 2), interval(ONE, 4, 6));
        assertThat(contents.unacknowledgedIntervals(9)).containsExactly(interval(ONE, 1, 1), interval(ONE, 3, 3));
        assertThat(contents.fetch(false)).isEqualTo(new Held(2, message(ONE, 2), true));
        contents.requeueAll();
        assertThat(fetchAll()).containsExactly(1L, 3L, 4L, 5L, 6L);
    }

    @Test
    void a_message_straight_to_a_consumer_takes_a_position() { // P-15
        assertThat(contents.publishDelivered(message(ONE, 1), false)).isEqualTo(1);
        assertThat(contents.depth()).isZero();
        assertThat(contents.publishDelivered(message(ONE, 2), true)).isEqualTo(2);
        publish(ONE, 3, 3);
        contents.requeueAll();
        assertThat(contents.fetch(true)).isEqualTo(new Held(2, message(ONE, 2), true));
    }

    @Test
    void a_purge_leaves_the_unacknowledged() { // P-08, T-45
        publish(ONE, 1, 3);
        contents.fetch(true);
        assertThat(contents.purge()).extracting(Held::position).containsExactly(2L, 3L);
        assertThat(contents.readyCount()).isZero();
        contents.requeueAll();
        assertThat(fetchAll()).containsExactly(1L);
    }

    @Test
    void the_head_is_dropped_first() {
        publish(ONE, 1, 5);
        assertThat(contents.dropHead(2)).extracting(Held::position).containsExactly(1L, 2L);
        assertThat(contents.dropHead(0)).isEmpty();
        assertThat(contents.dropHead(9)).hasSize(3);
    }

    @Test
    void a_copy_takes_the_places_it_is_given() { // S-11
        contents.enqueueAt(5, message(ONE, 5), true);
        contents.holdAt(3, message(ONE, 3));
        contents.enqueueAt(2, message(ONE, 2), true);
        contents.enqueueAt(4, message(ONE, 4), true);
        assertThat(contents.nextPosition()).isEqualTo(6);
        assertThatThrownBy(() -> contents.enqueueAt(3, message(ONE, 9), true)).hasMessage("position 3 is taken");
        assertThatThrownBy(() -> contents.holdAt(5, message(ONE, 9))).hasMessage("position 5 is taken");
        assertThatThrownBy(() -> contents.holdAt(0, message(ONE, 9))).hasMessage("position 0 is below 1");
        assertThat(contents.unacknowledgedIntervals(1)).containsExactly(interval(ONE, 3, 3));
        assertThat(contents.readyIntervals(5)).containsExactly(interval(ONE, 2, 2), interval(ONE, 4, 5));
        contents.requeueAll();
        assertThat(fetchAll()).containsExactly(2L, 3L, 4L, 5L);
    }

    @Test
    void a_walk_sees_ready_and_unacknowledged_in_order_and_resumes() { // S-11
        publish(ONE, 1, 5);
        contents.fetch(true);
        contents.fetch(true);
        contents.requeue(List.of(1L));
        assertThat(walk(contents.inOrder())).containsExactly("1 ready", "2 unacknowledged", "3 ready", "4 ready",
                "5 ready");
        assertThat(walk(contents.from(2))).containsExactly("2 unacknowledged", "3 ready", "4 ready", "5 ready");
        assertThat(walk(contents.from(6))).isEmpty();
    }

    @Test
    void intervals_follow_the_queue_and_stop_at_the_most_wanted() {
        publish(ONE, 1, 3);
        publish(TWO, 1, 2);
        publish(ONE, 4, 4);
        publish(ONE, 6, 6);
        assertThat(contents.readyIntervals(9)).containsExactly(interval(ONE, 1, 3), interval(TWO, 1, 2),
                interval(ONE, 4, 4), interval(ONE, 6, 6));
        assertThat(contents.readyIntervals(2)).containsExactly(interval(ONE, 1, 3), interval(TWO, 1, 2));
        contents.dropHead(4);
        assertThat(contents.readyIntervals(9)).startsWith(interval(TWO, 2, 2));
    }

    private long publish(ChannelId channel, int first, int last) {
        long position = 0;
        for (int i = first; i <= last; i++) {
            position = contents.enqueue(message(channel, i), false);
        }
        return position;
    }

    private List<Long> fetchAll() {
        List<Long> positions = new ArrayList<>();
        for (Held head = contents.fetch(false); head != null; head = contents.fetch(false)) {
            positions.add(head.position());
        }
        return positions;
    }

    private static List<String> walk(Iterator<Standing> iterator) {
        List<String> seen = new ArrayList<>();
        iterator.forEachRemaining(
                each -> seen.add(each.held().position() + (each.unacknowledged() ? " unacknowledged" : " ready")));
        return seen;
    }

    private static Interval interval(ChannelId channel, long first, long last) {
        return new Interval(channel, first, last);
    }

    private static Message message(ChannelId channel, long sequence) {
        return new Message(new MessageId(channel, sequence), "", "q", true, Bytes.EMPTY, Bytes.of("m" + sequence % 10));
    }
}
