package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// PO-18, PO-24.
class InitialPlacementTest {
    private static final NodeName ONE = NodeName.of("n1");
    private static final NodeName TWO = NodeName.of("n2");
    private static final NodeName THREE = NodeName.of("n3");
    private static final HaMode LISTED = new HaMode.Nodes(List.of(THREE, ONE));

    @Test
    void a_queue_is_born_at_its_client_unless_a_locator_says_otherwise() {
        assertThat(home(null, null, Map.of())).isEqualTo(TWO);
        assertThat(home("client-local", LISTED, Map.of(TWO, 9))).isEqualTo(TWO);
    }

    @Test
    void fewest_masters_win_and_the_first_name_among_equals() {
        assertThat(home("min-masters", null, Map.of())).isEqualTo(ONE);
        assertThat(home("min-masters", null, Map.of(ONE, 1, TWO, 2))).isEqualTo(THREE);
        assertThat(home("min-masters", new HaMode.All(), Map.of(ONE, 2, TWO, 1, THREE, 1))).isEqualTo(TWO);
    }

    @Test
    void under_nodes_the_client_and_the_listed_nodes_compete() {
        assertThat(home("min-masters", LISTED, Map.of(ONE, 1, THREE, 1))).isEqualTo(TWO);
        assertThat(home("min-masters", new HaMode.Nodes(List.of(THREE)), Map.of(TWO, 1))).isEqualTo(THREE);
    }

    @Test
    void random_reaches_every_candidate() {
        TreeSet<NodeName> seen = new TreeSet<>();
        Random chance = new Random(1);
        for (int i = 0; i < 100; i++) {
            seen.add(InitialPlacement.home("random", TWO, null, List.of(ONE, TWO, THREE), Map.of(), chance));
        }
        assertThat(seen).containsExactly(ONE, TWO, THREE);
    }

    private static NodeName home(@Nullable String locator, @Nullable HaMode mode, Map<NodeName, Integer> masters) {
        return InitialPlacement.home(locator, TWO, mode, List.of(THREE, ONE, TWO), masters, new Random(1));
    }
}
