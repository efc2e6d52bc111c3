package mirrorlab.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mirrorlab.lab.ledger.ClosedBooks;
import mirrorlab.simulation.Script.Misfortune;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A misfortune before every single message of a short history, and pairs of deaths at some of them: the invariants hold and the
/// books close.
class BoundaryTest {
    private static final int NODES = 3;
    private static final int PAIRS = 120;

    @ParameterizedTest
    @EnumSource
    void a_node_dies_before_any_message(Script script) {
        assertThat(everywhere(script, "kill", 1)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void two_nodes_die_before_any_two_messages(Script script) {
        int messages = messages(script);
        SplittableRandom chance = new SplittableRandom(script.ordinal());
        assertThat(broken(script, IntStream.range(0, PAIRS).mapToObj(unused -> {
            int one = chance.nextInt(NODES);
            int other = (one + 1 + chance.nextInt(NODES - 1)) % NODES;
            int first = chance.nextInt(messages);
            int second = first + chance.nextInt(chance.nextInt(1, 20));
            return List.of(new Misfortune(first, "kill", one), new Misfortune(second, "kill", other));
        }).toList().stream())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void the_policy_moves_the_queue_before_any_message(Script script) {
        assertThat(everywhere(script, "policy", 2)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_node_stops_before_any_message(Script script) {
        assertThat(everywhere(script, "stop", 3)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_node_freezes_before_any_message(Script script) {
        assertThat(everywhere(script, "freeze", 3)).isEmpty();
    }

    private static int messages(Script script) {
        int messages = script.with(List.of()).messages();
        assertThat(messages).as("messages of " + script).isBetween(40, 400);
        return messages;
    }

    private static List<String> everywhere(Script script, String what, int step) {
        int messages = messages(script);
        List<List<Misfortune>> all = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            for (int before = node % step; before < messages; before += step) {
                all.add(List.of(new Misfortune(before, what, node)));
            }
        }
        return broken(script, all.stream());
    }

    private static List<String> broken(Script script, Stream<List<Misfortune>> histories) {
        return histories.parallel().map(each -> {
            String wrong = outcome(script, each);
            return wrong.isEmpty() ? "" : each + ": " + wrong;
        }).filter(each -> !each.isEmpty()).toList();
    }

    private static String outcome(Script script, List<Misfortune> misfortunes) {
        try {
            return ClosedBooks.text(script.with(misfortunes).cluster().journal());
        } catch (InvariantBroken e) {
            return String.valueOf(e.getMessage());
        }
    }
}
