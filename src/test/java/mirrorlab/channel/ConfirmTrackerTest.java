package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.channel.ConfirmTracker.Answered;
import mirrorlab.channel.ConfirmTracker.Run;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class ConfirmTrackerTest {
    private final QueueName queue = new QueueName("/", "q");
    private final QueueName other = new QueueName("/", "other");
    private final ReplicaId master = new ReplicaId(new NodeName("rabbit1@localhost"), 1, 1);
    private final ReplicaId mirror = new ReplicaId(new NodeName("rabbit2@localhost"), 1, 1);
    private final ConfirmTracker tracker = new ConfirmTracker();

    @Test
    void a_confirm_waits_for_every_replica() { // P-18
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.confirmedBy(master, 1, 1);
        assertThat(tracker.take()).isEmpty();
        tracker.confirmedBy(mirror, 1, 1);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, true, List.of(new Run(1, 1))));
        assertThat(tracker.isEmpty()).isTrue();
    }

    @Test
    void a_replica_counts_once() {
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.confirmedBy(master, 1, 1);
        tracker.confirmedBy(master, 1, 1);
        assertThat(tracker.take()).isEmpty();
    }

    @Test
    void what_is_complete_from_the_oldest_on_is_confirmed_together() {
        for (long each = 1; each <= 4; each++) {
            tracker.expect(each, queue, List.of(master));
        }
        tracker.confirmedBy(master, 1, 2);
        tracker.confirmedBy(master, 4, 4);
        assertThat(tracker.take()).containsExactly(new Answered(2, true, true, List.of(new Run(1, 2))),
                new Answered(4, false, true, List.of(new Run(4, 4))));
    }

    @Test
    void one_other_confirm_is_enough_when_a_replica_is_gone() { // P-21
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.confirmedBy(master, 1, 1);
        tracker.gone(mirror);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, true, List.of(new Run(1, 1))));
    }

    @Test
    void it_is_a_nack_when_all_are_gone_and_none_confirmed() { // P-22 a
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.gone(master);
        assertThat(tracker.take()).isEmpty();
        tracker.gone(mirror);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, false, List.of(new Run(1, 1))));
    }

    @Test
    void a_deleted_queue_confirms_everything_that_was_open_at_it() { // P-23
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.expect(2, other, List.of(master));
        tracker.expect(3, queue, List.of(master));
        tracker.expect(4, queue, List.of(mirror));
        tracker.queueDeleted(queue);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, true, List.of(new Run(1, 1))),
                new Answered(3, false, true, List.of(new Run(3, 3))),
                new Answered(4, false, true, List.of(new Run(4, 4))));
        assertThat(tracker.isEmpty()).isFalse();
    }

    @Test
    void nacks_go_one_by_one_and_first() {
        tracker.nackNow(1);
        tracker.confirmNow(2);
        tracker.nackNow(3);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, false, List.of(new Run(1, 1))),
                new Answered(3, false, false, List.of(new Run(3, 3))),
                new Answered(2, false, true, List.of(new Run(2, 2))));
        assertThat(tracker.take()).isEmpty();
    }

    @Test
    void a_message_in_two_queues_waits_for_the_replicas_of_both() {
        ReplicaId elsewhere = new ReplicaId(new NodeName("rabbit3@localhost"), 1, 1);
        tracker.expect(1, queue, List.of(master, mirror));
        tracker.expect(1, other, List.of(elsewhere));
        tracker.confirmedBy(elsewhere, 1, 1);
        tracker.confirmedBy(master, 1, 1);
        assertThat(tracker.take()).isEmpty();
        tracker.confirmedBy(mirror, 1, 1);
        assertThat(tracker.take()).containsExactly(new Answered(1, false, true, List.of(new Run(1, 1))));
    }

    @Test
    void one_of_two_queues_that_is_deleted_or_refuses_decides_for_its_part_only() {
        ReplicaId elsewhere = new ReplicaId(new NodeName("rabbit3@localhost"), 1, 1);
        for (long each = 1; each <= 2; each++) {
            tracker.expect(each, queue, List.of(master));
            tracker.expect(each, other, List.of(elsewhere));
        }
        tracker.queueDeleted(queue); // P-23
        tracker.refused(2, 2); // P-22 c
        tracker.confirmedBy(elsewhere, 1, 2);
        assertThat(tracker.take()).containsExactly(new Answered(2, false, false, List.of(new Run(2, 2))),
                new Answered(1, false, true, List.of(new Run(1, 1))));
        assertThat(tracker.isEmpty()).isTrue();
    }
}
