package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mirrorlab.broker.Rebalancing.Candidate;
import mirrorlab.broker.Rebalancing.Move;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

/// Which masters `rebalance` moves, and where (F-33).
class RebalancingTest {
    private static final NodeName ONE = NodeName.of("rabbit1");
    private static final NodeName TWO = NodeName.of("rabbit2");
    private static final NodeName THREE = NodeName.of("rabbit3");
    private static final List<NodeName> ALL = List.of(ONE, TWO, THREE);

    private static Candidate queue(String name, NodeName master, long messages, NodeName... mirrors) {
        return new Candidate(QueueName.of(name), master, List.of(mirrors), messages);
    }

    private static List<String> moves(Rebalancing plan, boolean succeed) {
        List<String> moves = new ArrayList<>();
        for (Optional<Move> next = plan.next(); next.isPresent(); next = plan.next()) {
            Move move = next.get();
            moves.add(move.queue().name() + " " + move.from().shortName() + " → " + move.to().shortName());
            plan.turn(move, succeed);
        }
        return moves;
    }

    @Test
    void masters_of_one_node_are_spread_evenly_the_shortest_queues_first() {
        Rebalancing plan = new Rebalancing(List.of(queue("a", ONE, 50, TWO, THREE), queue("b", ONE, 0, TWO, THREE),
                queue("c", ONE, 7, TWO, THREE)), ALL);
        assertThat(moves(plan, true)).containsExactly("b rabbit1 → rabbit2", "c rabbit1 → rabbit3");
        assertThat(plan.masters()).isEqualTo(Map.of(ONE, 1, TWO, 1, THREE, 1));
    }

    @Test
    void a_share_is_rounded_up() {
        Rebalancing plan = new Rebalancing(List.of(queue("a", ONE, 0, TWO, THREE), queue("b", ONE, 0, TWO, THREE),
                queue("c", TWO, 0, ONE, THREE), queue("d", TWO, 0, ONE, THREE)), ALL);
        assertThat(moves(plan, true)).isEmpty();
    }

    @Test
    void a_queue_moves_to_one_of_its_mirrors_only() {
        Rebalancing plan = new Rebalancing(List.of(queue("a", ONE, 0, TWO), queue("b", ONE, 0, TWO),
                queue("c", ONE, 0, TWO), queue("d", ONE, 0)), ALL);
        assertThat(moves(plan, true)).containsExactly("a rabbit1 → rabbit2", "b rabbit1 → rabbit2");
        assertThat(plan.masters()).isEqualTo(Map.of(ONE, 2, TWO, 2, THREE, 0));
    }

    @Test
    void a_queue_without_a_mirror_stays_and_the_next_has_its_turn() {
        Rebalancing plan = new Rebalancing(
                List.of(queue("a", ONE, 0), queue("b", ONE, 0), queue("c", ONE, 0, THREE)), ALL);
        assertThat(moves(plan, true)).containsExactly("c rabbit1 → rabbit3");
    }

    @Test
    void what_could_not_be_moved_is_not_tried_again() {
        Rebalancing plan = new Rebalancing(List.of(queue("a", ONE, 0, TWO), queue("b", ONE, 0, TWO),
                queue("c", ONE, 0, THREE)), ALL);
        assertThat(moves(plan, false)).containsExactly("a rabbit1 → rabbit2", "b rabbit1 → rabbit2",
                "c rabbit1 → rabbit3");
        assertThat(plan.masters()).isEqualTo(Map.of(ONE, 3, TWO, 0, THREE, 0));
    }

    @Test
    void nothing_moves_where_there_is_nothing() {
        assertThat(new Rebalancing(List.of(), ALL).next()).isEmpty();
        assertThat(new Rebalancing(List.of(), List.of()).masters()).isEmpty();
    }
}
