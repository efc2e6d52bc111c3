package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import mirrorlab.channel.Deliveries.Unsettled;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
    private static final ReplicaId BY = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
    private static final MessageId ID = new MessageId(new ChannelId(NodeName.of("rabbit1"), 1, 1), 1);
    private final QueueName queue = new QueueName("/", "q");
    private final QueueName other = new QueueName("/", "other");
    private long now = 5;
    private final Deliveries deliveries = new Deliveries(() -> now);

    @Test
    void tags_count_up_over_all_queues_and_auto_acknowledged_ones_are_not_kept() {
        assertThat(deliveries.deliver(queue, 10, false, true, BY, ID)).isEqualTo(1);
        assertThat(deliveries.deliver(other, 20, true, true, BY, ID)).isEqualTo(2);
        assertThat(deliveries.deliver(queue, 11, false, true, BY, ID)).isEqualTo(3);
        assertThat(deliveries.count()).isEqualTo(2);
        assertThat(deliveries.take(2, false)).isNull();
    }

    @Test
    void a_tag_is_settled_once() {
        deliveries.deliver(queue, 10, false, true, BY, ID);
        assertThat(deliveries.take(1, false)).containsExactly(new Unsettled(1, queue, 10, true, BY, ID, 5));
        assertThat(deliveries.take(1, false)).isNull();
    }

    @Test
    void multiple_takes_everything_up_to_a_tag_that_is_unsettled_itself() {
        deliveries.deliver(queue, 10, false, true, BY, ID);
        deliveries.deliver(other, 20, false, true, BY, ID);
        deliveries.deliver(queue, 11, false, true, BY, ID);
        assertThat(deliveries.take(2, true)).containsExactly(new Unsettled(1, queue, 10, true, BY, ID, 5),
                new Unsettled(2, other, 20, true, BY, ID, 5));
        assertThat(deliveries.take(2, true)).isNull();
        assertThat(deliveries.take(9, true)).isNull();
    }

    @Test
    void multiple_of_tag_zero_takes_all_there_are_even_none() {
        deliveries.deliver(queue, 10, false, true, BY, ID);
        assertThat(deliveries.take(0, true)).containsExactly(new Unsettled(1, queue, 10, true, BY, ID, 5));
        assertThat(deliveries.take(0, true)).isEmpty();
    }

    @Test
    void what_is_put_back_has_its_old_tags() { // tx.rollback
        deliveries.deliver(queue, 10, false, true, BY, ID);
        deliveries.deliver(other, 20, false, true, BY, ID);
        List<Unsettled> taken = Objects.requireNonNull(deliveries.take(2, true));
        deliveries.putBack(taken);
        assertThat(deliveries.take(2, true)).isEqualTo(taken);
        assertThat(Deliveries.byQueue(taken)).containsExactly(Map.entry(queue, List.of(10L)),
                Map.entry(other, List.of(20L)));
    }

    @Test
    void the_oldest_one_tells_whether_a_client_keeps_deliveries_for_too_long() {
        deliveries.deliver(queue, 10, false, false, BY, ID);
        now = 105;
        deliveries.deliver(queue, 11, false, true, BY, ID);
        assertThat(deliveries.isOverdue(100)).isFalse();
        now = 106;
        assertThat(deliveries.isOverdue(100)).isTrue();
        deliveries.take(1, false);
        assertThat(deliveries.isOverdue(100)).isFalse();
        deliveries.takeAll();
        now = 1_000;
        assertThat(deliveries.isOverdue(100)).isFalse();
    }
}
