package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

/// PO-18.
class InitialPlacementTest {
    private static final NodeName ONE = NodeName.of("n1");
    private static final NodeName TWO = NodeName.of("n2");
    private static final NodeName THREE = NodeName.of("n3");

    @Test
    void a_queue_without_mirrors_is_born_at_its_client() {
        assertThat(at(Optional.empty())).isEqualTo(new Suggestion(TWO, List.of()));
    }

    @Test
    void mirrors_of_all_come_in_the_running_order_of_the_home() { // PO-21
        assertThat(at(Optional.of(new HaMode.All()))).isEqualTo(new Suggestion(TWO, List.of(THREE, ONE)));
    }

    @Test
    void an_unlisted_node_may_be_the_first_home() {
        assertThat(at(Optional.of(new HaMode.Nodes(List.of(THREE, ONE)))))
                .isEqualTo(new Suggestion(TWO, List.of(ONE, THREE)));
    }

    private static Suggestion at(Optional<HaMode> mode) {
        return InitialPlacement.clientLocal(TWO, mode, RunningOrder.seenFrom(TWO, List.of(ONE, TWO, THREE)),
                new Random(1));
    }
}
