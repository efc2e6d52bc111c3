package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class CreditsTest {
    private final Credits credits = new Credits();
    private final QueueName queue = QueueName.of("orders");
    private final ReplicaId master = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
    private final ReplicaId mirror = new ReplicaId(NodeName.of("rabbit2"), 1, 1);

    private void sent(int times, ReplicaId to) {
        IntStream.range(0, times).forEach(unused -> credits.sent(queue, to, to.equals(mirror)));
    }

    @Test
    void a_copy_costs_one_credit_at_a_master_and_two_at_a_mirror() { // P-29
        sent(399, master);
        sent(199, mirror);
        assertThat(credits.isExhausted()).isFalse();
        sent(1, mirror);
        assertThat(credits.isExhausted()).isTrue();
        credits.given(mirror, 200);
        assertThat(credits.isExhausted()).isFalse();
        sent(1, master);
        assertThat(credits.isExhausted()).isTrue();
    }

    @Test
    void what_was_on_its_way_is_paid_back_first() { // P-30
        sent(350, mirror);
        credits.given(mirror, 200);
        assertThat(credits.isExhausted()).isTrue();
        credits.given(mirror, 200);
        assertThat(credits.isExhausted()).isFalse();
    }

    @Test
    void one_replica_without_credit_is_enough_until_it_is_gone() { // P-30
        sent(10, master);
        sent(200, mirror);
        credits.given(master, 10);
        assertThat(credits.isExhausted()).isTrue();
        credits.gone(mirror);
        assertThat(credits.isExhausted()).isFalse();
    }

    @Test
    void replicas_of_a_deleted_queue_hold_nobody_up() { // P-30
        sent(200, mirror);
        credits.queueDeleted(QueueName.of("other"));
        assertThat(credits.isExhausted()).isTrue();
        credits.queueDeleted(queue);
        assertThat(credits.isExhausted()).isFalse();
        credits.given(mirror, 200);
        sent(1, master);
        assertThat(credits.isExhausted()).isFalse();
    }

    @Test
    void nobody_is_given_more_than_was_there_at_first() { // P-29
        sent(1, mirror);
        credits.given(mirror, 400);
        sent(199, mirror);
        assertThat(credits.isExhausted()).isFalse();
        sent(1, mirror);
        assertThat(credits.isExhausted()).isTrue();
    }
}
