package mirrorlab.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MessageSetTest {
    private static final ChannelId ONE = new ChannelId(NodeName.of("rabbit1"), 1, 1);
    private static final ChannelId TWO = new ChannelId(NodeName.of("rabbit1"), 1, 2);

    private static MessageSet set(ChannelId channel, long first, long last) {
        return MessageSet.of(List.of(new Interval(channel, first, last)));
    }

    @Test
    void neighbours_and_overlaps_become_one_interval() {
        assertThat(set(ONE, 1, 3).union(set(ONE, 4, 6))).isEqualTo(set(ONE, 1, 6));
        assertThat(set(ONE, 4, 6).union(set(ONE, 1, 3))).isEqualTo(set(ONE, 1, 6));
        assertThat(set(ONE, 1, 9).union(set(ONE, 3, 4))).isEqualTo(set(ONE, 1, 9));
    }

    @Test
    void what_lies_apart_stays_two_intervals_in_order() {
        assertThat(set(ONE, 5, 6).union(set(ONE, 1, 3)).intervals()).containsExactly(new Interval(ONE, 1, 3),
                new Interval(ONE, 5, 6));
        assertThat(set(TWO, 1, 3).union(set(ONE, 4, 6)).intervals()).containsExactly(new Interval(ONE, 4, 6),
                new Interval(TWO, 1, 3));
    }

    @Test
    void messages_are_counted_over_all_intervals() {
        assertThat(set(ONE, 5, 6).union(set(TWO, 1, 3)).count()).isEqualTo(5);
    }

    @Test
    void names_with_equal_parts_are_equal() {
        assertThat(new ChannelId(new NodeName("rabbit1@localhost"), 1, 1)).isEqualTo(ONE).hasSameHashCodeAs(ONE)
                .isNotEqualTo(TWO);
        assertThat(new MessageId(ONE, 7)).isEqualTo(new MessageId(ONE, 7)).isNotEqualTo(new MessageId(ONE, 8));
        assertThat(new Interval(ONE, 1, 2)).isEqualTo(new Interval(ONE, 1, 2)).isNotEqualTo(new Interval(ONE, 1, 3));
        assertThat(QueueName.of("orders")).isEqualTo(new QueueName("/", "orders")).isNotEqualTo(QueueName.of("a"));
        assertThat(new ReplicaId(ONE.node(), 1, 1)).isEqualTo(new ReplicaId(ONE.node(), 1, 1))
                .isNotEqualTo(new ReplicaId(ONE.node(), 2, 1));
    }
}
