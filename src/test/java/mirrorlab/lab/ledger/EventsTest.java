package mirrorlab.lab.ledger;

import static mirrorlab.journal.Story.ORDERS;
import static mirrorlab.journal.Story.R1;
import static mirrorlab.journal.Story.R2;
import static mirrorlab.journal.Story.R3;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.Story;
import mirrorlab.journal.TextTable;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;

class EventsTest {
    private static final List<String> PREFIXES = List.of("fate.", "word.", "cause.", "event.", "table.");

    private static List<String> keys(Texts texts) {
        return texts.bundle().keySet().stream().filter(key -> PREFIXES.stream().anyMatch(key::startsWith)).sorted()
                .toList();
    }

    @Test
    void both_languages_have_the_same_words() {
        assertThat(keys(Texts.chinese())).isEqualTo(keys(Texts.english())).hasSizeGreaterThan(150);
    }

    @Test
    void every_fate_and_word_has_a_name() {
        assertThat(keys(Texts.english()))
                .contains(Stream.concat(Arrays.stream(Fate.values()).map(each -> "fate." + each.name()),
                        Arrays.stream(Word.values()).map(each -> "word." + each.name())).toArray(String[]::new));
    }

    @Test
    void the_welcome_story_reads_as_sentences_in_both_languages() {
        ClusterPicture picture = new ClusterPicture();
        for (Entry each : Story.welcome().entries()) {
            picture.apply(each);
            Sentence sentence = Events.sentence(each, picture.names());
            assertThat(Texts.english().say(sentence)).isNotBlank().doesNotContainPattern("[{]\\d");
            assertThat(Texts.chinese().say(sentence)).isNotBlank().doesNotContainPattern("[{]\\d");
        }
    }

    @Test
    void each_reason_and_outcome_has_its_sentence() {
        Happening[] some = {new Happening.SyncEnded(ORDERS, R1, "no-mirror-left", 3),
                new Happening.ReplicaStopped(ORDERS, R2, "terminated"),
                new Happening.PromotionRefused(ORDERS, R2, R1, "ha", "ha-promote-on-failure", "when-synced", false, 4),
                new Happening.MirrorsTerminated(ORDERS, R1, List.of(R2, R3), "ha", "ha-promote-on-shutdown",
                        "when-synced", true,
                        4),
                new Happening.SurvivorsCompared(ORDERS, R2, 1, List.of(R2, R3), List.of(7L, 6L), 1),
                new Happening.PeerDown(NodeName.of("rabbit2"), NodeName.of("rabbit1"))};
        String all = Arrays.stream(some)
                .map(each -> Texts.english().say(Events.sentence(new Entry("rabbit1@localhost", 1, 1, 1, each),
                        new ClusterPicture().names())))
                .collect(Collectors.joining("\n"));
        assertThat(all).isEqualTo(
                """
                        orders: no mirror left to synchronise
                        orders: the stopping master had it delete its copy; replica stopped
                        orders: not promoted because ha-promote-on-failure = when-synced; 4 messages deleted
                        orders: stopping all mirrors (rabbit2, rabbit3) because ha-promote-on-shutdown = when-synced and none is synchronised
                        orders: survivors rabbit2, rabbit3 compared at operations 7, 6; 1 operation filled
                        no longer sees rabbit1""");
    }

    @Test
    void the_text_table_speaks_both_languages() {
        ClusterPicture picture = new ClusterPicture();
        Story.welcome().entries().forEach(picture::apply);
        assertThat(TextTable.of(picture, Texts.english()::say))
                .contains("Replicas").contains("rabbit1  was master  stopped");
        assertThat(TextTable.of(picture, Texts.chinese()::say)).contains("副本").contains("m41…m65");
    }
}
