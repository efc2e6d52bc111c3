package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

/// A master moves on command: what `rabbitmq-queues rebalance` does to one queue (F-33).
class TransfersTest extends SyncOnATable {

    private List<Object> move(NodeName at, NodeName destination) {
        return cluster.administer(at, new AdminCommand.MoveMaster(QueueName.of(QUEUE), destination));
    }

    private NodeName master(NodeName seenBy) {
        return cluster.queue(seenBy, QUEUE).master().node();
    }

    @Test
    void a_synchronised_mirror_becomes_master_with_all_there_is_and_mirrors_are_placed_anew() { // F-32, F-33
        backlog(5);
        mirrored();
        sync(one);
        assertThat(move(three, two)).containsExactly(new AdminReply.Done(""));
        assertThat(master(one)).isEqualTo(two);
        assertThat(happened(Happening.MirrorPromoted.class)).extracting(Happening.MirrorPromoted::reason)
                .containsExactly("master-dropped");
        assertThat(cluster.queue(two, QUEUE).mirrors()).extracting(ReplicaId::node)
                .containsExactlyInAnyOrder(one, three);
        assertThat(cluster.queue(two, QUEUE).synchronised()).isEmpty(); // all other copies were dropped
        assertThat(drain(two, 2)).isEqualTo(bodies(1, 5));
    }

    @Test
    void an_unsynchronised_mirror_becomes_master_too_and_what_it_lacks_is_lost() { // F-33
        backlog(5);
        mirrored();
        publish(6, 7);
        assertThat(move(one, three)).containsExactly(new AdminReply.Done(""));
        assertThat(master(two)).isEqualTo(three);
        assertThat(drain(three, 2)).isEqualTo(bodies(6, 7));
    }

    @Test
    void a_queue_that_is_there_already_stays() {
        backlog(1);
        mirrored();
        assertThat(move(two, one)).containsExactly(new AdminReply.Done(""));
        assertThat(happened(Happening.MirrorPromoted.class)).isEmpty();
    }

    @Test
    void a_queue_without_a_mirror_there_stays_and_who_asked_is_told_after_ten_seconds() {
        backlog(3);
        mirroredOn(one, two);
        assertThat(move(two, three)).isEmpty();
        cluster.pass(10_000);
        assertThat(cluster.told).containsExactly(new AdminReply.Done("not_migrated"));
        assertThat(master(two)).isEqualTo(one);
        assertThat(cluster.queue(one, QUEUE).mirrors()).extracting(ReplicaId::node).containsExactly(two);
        assertThat(drain(one, 2)).isEqualTo(bodies(1, 3));
    }

    @Test
    void a_queue_that_does_not_exist_is_refused() {
        assertThat(move(one, two)).containsExactly(new AdminReply.Refused("not_found", "not_found"));
    }
}
