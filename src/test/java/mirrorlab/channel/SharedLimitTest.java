package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.RoomReturned;
import mirrorlab.queue.QueueMessage.RoomWanted;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class SharedLimitTest {
    private static final QueueName QUEUE = QueueName.of("orders");
    private static final MessageId ID = new MessageId(new ChannelId(NodeName.of("rabbit1"), 1, 1), 1);
    private final ReplicaId one = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
    private final ReplicaId two = new ReplicaId(NodeName.of("rabbit2"), 1, 1);
    private final ChannelId id = new ChannelId(NodeName.of("rabbit3"), 1, 1);
    private final ChannelOutput out = new ChannelOutput(id, unused -> {});
    private final Deliveries deliveries = new Deliveries(() -> 5);
    private final SharedLimit limit = new SharedLimit(out, deliveries);
    private final Set<ReplicaId> masters = new LinkedHashSet<>();

    @Test
    void masters_are_told_of_a_limit_and_given_room_in_equal_parts() {
        masters.addAll(List.of(one, two));
        limit.set(5, masters);
        assertThat(sent()).containsExactly(new QueueMessage.Limited(one, id, limit.limit()),
                new QueueMessage.Limited(two, id, limit.limit()), room(one, 3), room(two, 2));
        assertThat(sent()).as("there is no more").isEmpty();
    }

    @Test
    void what_is_settled_becomes_room_for_who_waits() {
        start(4, one);
        deliver(one, 4);
        wants(one, 3);
        assertThat(sent()).isEmpty();
        settle(2, true);
        assertThat(sent()).containsExactly(room(one, 2));
        deliver(one, 2);
        settle(3, false);
        assertThat(sent()).as("the last one wanted").containsExactly(room(one, 1));
    }

    @Test
    void room_that_lies_idle_is_called_back_once_for_who_needs_it() {
        start(4, one);
        masters.add(two);
        wants(two, 10);
        assertThat(sent()).containsExactly(recall(one));
        assertThat(sent()).isEmpty();
        deliver(one, 1); // on its way before it was called back
        limit.on(new RoomReturned(id, one, limit.limit().generation(), 3));
        assertThat(sent()).containsExactly(room(two, 3));
    }

    @Test
    void those_who_wait_get_room_in_turns() {
        start(1, one);
        masters.add(two);
        deliver(one, 1);
        wants(one, 100);
        wants(two, 100);
        Map<ReplicaId, Integer> got = new LinkedHashMap<>();
        for (int i = 0; i < 10; i++) {
            settle(0, true);
            for (Object each : sent()) {
                QueueMessage.Room room = (QueueMessage.Room) each;
                assertThat(room.count()).isEqualTo(1);
                got.merge(room.to(), 1, Integer::sum);
                deliver(room.to(), 1);
            }
        }
        assertThat(got).containsOnly(Map.entry(one, 5), Map.entry(two, 5));
    }

    @Test
    void a_master_that_dies_takes_no_room_with_it_and_what_it_delivered_still_counts() { // F-22, F-35
        start(3, one);
        deliver(one, 1);
        masters.clear();
        limit.gone(one);
        masters.add(two);
        assertThat(sent()).containsExactly(room(two, 2));
        settle(1, false);
        assertThat(sent()).containsExactly(room(two, 1));
    }

    @Test
    void what_belongs_to_a_lifted_limit_is_void() {
        start(2, one);
        long before = limit.limit().generation();
        limit.set(0, masters);
        assertThat(sent()).containsExactly(new QueueMessage.Limited(one, id, limit.limit()));
        limit.set(2, masters);
        limit.on(new RoomReturned(id, one, before, 2));
        limit.on(new RoomWanted(id, one, before, 9));
        assertThat(sent()).containsExactly(new QueueMessage.Limited(one, id, limit.limit()), room(one, 2));
    }

    @Test
    void a_lower_limit_calls_room_back_and_a_higher_one_gives_more() {
        start(6, one);
        deliver(one, 2);
        limit.set(3, masters);
        assertThat(sent()).containsExactly(recall(one));
        limit.on(new RoomReturned(id, one, limit.limit().generation(), 4));
        assertThat(sent()).containsExactly(room(one, 1));
        limit.set(5, masters);
        assertThat(sent()).containsExactly(room(one, 2));
    }

    @Test
    void what_was_on_its_way_before_the_limit_counts_and_uses_none_of_its_room() {
        masters.add(one);
        limit.set(3, masters);
        assertThat(sent()).contains(room(one, 3));
        deliver(one, 1);
        assertThat(sent()).as("four would be more than the limit").containsExactly(recall(one));
        knows(one);
        limit.on(new RoomReturned(id, one, limit.limit().generation(), 3));
        assertThat(sent()).containsExactly(room(one, 2));
    }

    @Test
    void what_was_got_does_not_count() {
        start(1, one);
        deliveries.deliver(QUEUE, 9, false, false, one, ID);
        deliver(one, 1);
        settle(2, false);
        assertThat(sent()).containsExactly(room(one, 1));
    }

    private void start(int count, ReplicaId master) {
        masters.add(master);
        limit.set(count, masters);
        assertThat(sent()).contains(room(master, count));
        knows(master);
    }

    private void knows(ReplicaId master) {
        limit.on(new RoomReturned(id, master, limit.limit().generation(), 0));
    }

    private void deliver(ReplicaId by, int count) {
        for (int i = 0; i < count; i++) {
            limit.arrived(by);
            deliveries.deliver(QUEUE, i, false, true, by, ID);
        }
    }

    private void wants(ReplicaId master, long count) {
        limit.on(new RoomWanted(id, master, limit.limit().generation(), count));
    }

    private QueueMessage.Room room(ReplicaId to, long count) {
        return new QueueMessage.Room(to, id, limit.limit().generation(), count);
    }

    private QueueMessage.RecallRoom recall(ReplicaId to) {
        return new QueueMessage.RecallRoom(to, id, limit.limit().generation());
    }

    private List<Object> sent() {
        limit.distribute(masters);
        return out.take().stream().<Object>map(each -> ((ChannelEffect.ToReplica) each).message()).toList();
    }

    private void settle(long tag, boolean multiple) {
        deliveries.settled(Objects.requireNonNull(deliveries.take(tag, multiple)));
    }
}
