package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class UnwrittenTest {
    private final ReplicaId one = new ReplicaId(NodeName.of("rabbit1"), 1, 1);
    private final ReplicaId two = new ReplicaId(NodeName.of("rabbit2"), 1, 1);
    private final ChannelId id = new ChannelId(NodeName.of("rabbit3"), 1, 1);
    private final ChannelOutput out = new ChannelOutput(id, unused -> {});
    private final Unwritten unwritten = new Unwritten(out);

    @Test
    void each_master_is_told_in_heaps_what_left_of_its_own() {
        deliver(one, 40);
        deliver(two, 60);
        deliver(one, 20);
        unwritten.written(90);
        assertThat(sent()).containsExactly(new QueueMessage.Written(two, id, 50));
        unwritten.written(20);
        assertThat(sent()).containsExactly(new QueueMessage.Written(one, id, 50));
        unwritten.written(500);
        assertThat(sent()).as("fewer than a heap").isEmpty();
    }

    @Test
    void what_never_goes_to_the_client_counts_as_left() {
        for (int i = 0; i < 50; i++) {
            unwritten.refused(one);
        }
        assertThat(sent()).containsExactly(new QueueMessage.Written(one, id, 50));
    }

    @Test
    void a_dead_master_is_told_nothing() {
        deliver(one, 49);
        unwritten.written(49);
        unwritten.gone(one);
        deliver(one, 1);
        unwritten.written(1);
        assertThat(sent()).isEmpty();
    }

    private void deliver(ReplicaId by, int count) {
        for (int i = 0; i < count; i++) {
            unwritten.delivered(by);
        }
    }

    private List<Object> sent() {
        return out.take().stream().<Object>map(each -> ((ChannelEffect.ToReplica) each).message()).toList();
    }
}
