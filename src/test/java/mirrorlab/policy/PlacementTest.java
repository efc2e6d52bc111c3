package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// PO-09, PO-10, PO-11. Nodes have one letter; a word is a list of them.
class PlacementTest {

    @ParameterizedTest
    @CsvSource({"acb,cb", "a,''", "cb,cb"})
    void all_takes_every_running_node_in_its_order(String running, String mirrors) {
        assertThat(suggest(new HaMode.All(), "a", "", "", running)).isEqualTo(suggestion("a", mirrors));
    }

    @ParameterizedTest
    @CsvSource({ //
            "1, bc, '', abc, ''", // no mirrors
            "2, bc, c,  abc, b", // the eldest stays, synchronised or not
            "3, bc, '', abc, bc", // enough
            "3, b,  '', abc, bc", // one is missing
            "5, b,  '', abc, bc", // fewer nodes than wanted
            "2, b,  '', ac,  b"}) // a mirror is kept even if its node is not in the list
    void exactly_keeps_the_eldest_and_fills_up(int count, String mirrors, String synced, String running,
            String expected) {
        assertThat(suggest(new HaMode.Exactly(count), "a", mirrors, synced, running))
                .isEqualTo(suggestion("a", expected));
    }

    @Test
    void exactly_grows_to_nodes_that_chance_picks() {
        List<String> picks = new ArrayList<>();
        Random chance = new Random(1);
        for (int i = 0; i < 40; i++) {
            Suggestion suggestion = Placement.suggest(new HaMode.Exactly(2), node("a"), List.of(), List.of(),
                    nodes("abcde"),
                    chance);
            assertThat(suggestion.mirrors()).hasSize(1);
            picks.add(suggestion.mirrors().getFirst().shortName());
        }
        assertThat(picks).contains("b", "c", "d", "e").doesNotContain("a");
        assertThat(Placement.suggest(new HaMode.Exactly(3), node("a"), List.of(), List.of(), nodes("abcde"),
                new Random(7)))
                .isEqualTo(Placement.suggest(new HaMode.Exactly(3), node("a"), List.of(), List.of(), nodes("abcde"),
                        new Random(7)));
    }

    @ParameterizedTest
    @CsvSource({ //
            "cb,  a, '', '', abcd, a, bc", // nothing synchronised: sorted, the master stays
            "cba, a, bc, b,  abcd, a, cb", // listed master stays, order of the list
            "cd,  a, '', '', abcd, a, cd", // unlisted master without synchronised mirror lives on (PO-13)
            "cd,  a, b,  b,  abcd, b, cd", // example B of PO-14: the unlisted synchronised one leads
            "dc,  a, cd, c,  abcd, c, d", // the first listed one that is synchronised
            "dc,  a, cd, cd, abcd, d, c", //
            "xy,  a, b,  b,  abcd, a, ''", // PO-17: nobody listed runs
            "xd,  a, b,  b,  abcd, b, d", //
            "xd,  a, '', '', abcd, a, d"})
    void nodes_follows_its_list(String listed, String master, String mirrors, String synced, String running,
            String next,
            String expected) {
        assertThat(suggest(new HaMode.Nodes(nodes(listed)), master, mirrors, synced, running))
                .isEqualTo(suggestion(next, expected));
    }

    private static Suggestion suggest(HaMode mode, String master, String mirrors, String synced, String running) {
        return Placement.suggest(mode, node(master), nodes(mirrors), nodes(synced), nodes(running), new Random(1));
    }

    private static Suggestion suggestion(String master, String mirrors) {
        return new Suggestion(node(master), nodes(mirrors));
    }

    private static NodeName node(String letter) {
        return NodeName.of(letter);
    }

    private static List<NodeName> nodes(String letters) {
        return letters.isEmpty() ? List.of() : Stream.of(letters.split("")).map(NodeName::of).toList();
    }
}
