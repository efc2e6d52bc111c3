package mirrorlab.lab.ledger;

import static mirrorlab.journal.Story.CHANNEL;
import static mirrorlab.journal.Story.ORDERS;
import static mirrorlab.journal.Story.R1;
import static mirrorlab.journal.Story.R2;
import static mirrorlab.journal.Story.R3;
import static mirrorlab.journal.Story.m;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.journal.Story;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static List<CauseCard> cards(Story story) {
        return LedgerTest.ledger(story.entries()).cards();
    }

    private static CauseCard card(Story story, String kind) {
        List<CauseCard> all = cards(story).stream().filter(each -> each.kind().equals(kind)).toList();
        assertThat(all).as("cards of kind %s", kind).hasSize(1);
        all.getFirst().rules().forEach(rule -> assertThat(Rules.find(rule)).as(rule).isPresent());
        return all.getFirst();
    }

    private static List<String> english(CauseCard card) {
        return card.explanation().stream().map(Texts.english()::say).toList();
    }

    private static List<String> chinese(CauseCard card) {
        return card.explanation().stream().map(Texts.chinese()::say).toList();
    }

    @Test
    void the_welcome_card_names_eldest_mirror_what_it_lacked_and_the_key_that_allowed_it() {
        CauseCard promotion = card(Story.welcome(), "promotion");
        assertThat(Texts.english().say(promotion.title()))
                .isEqualTo("rabbit2 is the new master of orders; 40 messages are lost");
        assertThat(english(promotion)).containsExactly(
                "rabbit2 is the eldest mirror alive; it lacked m1…m40; allowed because ha-promote-on-failure = always (default)",
                "rabbit1 was killed", "rabbit1, the old master, held m1…m65", "rabbit2, unsynchronised, held m41…m65",
                "rabbit3, unsynchronised, held m41…m65");
        assertThat(chinese(promotion)).first().isEqualTo(
                "rabbit2 是存活镜像中最年长的；它缺少 m1…m40；因为 ha-promote-on-failure = always（默认值），所以允许提升");
        assertThat(promotion.rules()).containsExactly("F-02", "F-04", "F-13");
        assertThat(promotion.lost()).isEqualTo(m(1, 40));
        assertThat(Story.welcome().entries().get(promotion.entry()).happening())
                .isInstanceOf(Happening.MirrorPromoted.class);
    }

    @Test
    void a_loss_has_a_card_of_its_own_that_counts_the_confirmed() {
        CauseCard loss = card(Story.welcome(), "loss");
        assertThat(Texts.english().say(loss.title())).isEqualTo("40 messages of orders are lost, 40 of them confirmed");
        assertThat(english(loss)).containsExactly(
                "m1…m40: only rabbit1 had them; rabbit2 became a mirror later and had not caught up",
                "m1…m40: confirmed, because every replica that there was when they were published had them",
                "m1…m40: still on rabbit1's disk, erased when it returns");
        assertThat(loss.lost()).isEqualTo(m(1, 40));
        assertThat(loss.rules()).first().isEqualTo("F-13");
    }

    @Test
    void a_promotion_without_loss_says_that_the_mirror_was_synchronised() {
        Story story = new Story().three().connected().declared().mirrored(true).published(1, 5, R1, R2, R3)
                .died("rabbit1")
                .promoted(R2, R1, true, List.of(R3, R2), "always", true, R3);
        assertThat(english(card(story, "promotion"))).startsWith(
                "rabbit2 is the eldest mirror alive and was synchronised; it lacked nothing; allowed under"
                        + " ha-promote-on-failure = always (default)",
                "rabbit1 was killed");
        assertThat(cards(story)).hasSize(1);
    }

    @Test
    void when_synced_is_no_obstacle_while_the_record_names_a_synchronised_mirror() {
        Story story = Story.welcome();
        Story other = new Story().three().connected().declared().published(1, 10, R1).mirrored(false).died("rabbit1")
                .promoted(R3, R1, false, List.of(R2), "when-synced", false);
        assertThat(english(card(other, "promotion"))).first()
                .isEqualTo("rabbit3 is the eldest mirror alive; it lacked m1…m10;"
                        + " ha-promote-on-failure = when-synced did not forbid it because the record named a synchronised mirror: rabbit2");
        assertThat(card(other, "promotion").rules()).contains("F-05");
        assertThat(cards(story)).hasSize(2);
    }

    @Test
    void a_clean_stop_with_always_names_the_key_that_let_the_mirror_follow() {
        Story story = new Story().three().connected().declared().published(1, 40, R1)
                .mirrored(false).policy(Map.of("ha-mode", "all", "ha-promote-on-shutdown", "always"))
                .promoted(R2, R1, false, List.of(), "always", true, R3).stopped("rabbit1");
        CauseCard promotion = card(story, "promotion");
        assertThat(english(promotion)).contains(
                "rabbit1 was stopped cleanly; it let an unsynchronised mirror follow because ha-promote-on-shutdown = always");
        assertThat(promotion.rules()).contains("F-09");
        assertThat(promotion.lost()).isEqualTo(m(1, 40));
    }

    @Test
    void a_refusal_names_the_key_and_the_way_back() {
        Story story = new Story().three().connected().declared().published(1, 5, R1).mirrored(false).died("rabbit1")
                .by("rabbit2",
                        new Happening.PromotionRefused(ORDERS, R2, R1, "ha", "ha-promote-on-failure", "when-synced",
                                false, 0));
        CauseCard refusal = card(story, "refusal");
        assertThat(english(refusal)).startsWith(
                "rabbit2 is the eldest mirror alive and no mirror is synchronised; refused because ha-promote-on-failure = when-synced",
                "rabbit2 deleted its copy (no messages) and stopped",
                "orders is down until rabbit1 returns with what its disk holds; a changed policy does not bring it back");
        assertThat(refusal.rules()).first().isEqualTo("F-04");
        assertThat(refusal.lost()).isEqualTo(MessageSet.EMPTY);
        story.by("rabbit2", new Happening.ReplicaStopped(ORDERS, R2, "refused")).by("rabbit3",
                new Happening.ReplicaStopped(ORDERS, R3, "refused"));
        assertThat(card(story, "down").rules()).first().isEqualTo("F-25");
    }

    @Test
    void the_stop_of_all_mirrors_at_a_clean_stop_has_one_card() {
        Story story = new Story().three().connected().declared().published(1, 40, R1).published(41, 42, false, R1)
                .mirrored(false)
                .by("rabbit1",
                        new Happening.MirrorsTerminated(ORDERS, R1, List.of(R2, R3), "ha", "ha-promote-on-shutdown",
                                "when-synced", true, 40))
                .by("rabbit2", new Happening.ReplicaStopped(ORDERS, R2, "terminated"))
                .by("rabbit3", new Happening.ReplicaStopped(ORDERS, R3, "terminated"))
                .by("rabbit1", new Happening.ReplicaStopped(ORDERS, R1, "shutdown")).stopped("rabbit1");
        CauseCard card = card(story, "all-stopped");
        assertThat(english(card)).startsWith(
                "rabbit1 was stopped cleanly and no mirror was synchronised; it made rabbit2, rabbit3 delete the copy rather than"
                        + " lose messages, because ha-promote-on-shutdown = when-synced (default)",
                "orders is down until rabbit1 is started; 40 messages wait on its disk");
        assertThat(cards(story)).extracting(CauseCard::kind).containsExactly("all-stopped", "loss");
        assertThat(card.lost()).isEqualTo(m(41, 42));
    }

    @Test
    void a_master_killed_while_it_synchronises_is_named_as_the_reason_of_the_loss() {
        Story story = new Story().three().connected().declared().published(1, 100, R1).mirrored(false)
                .by("rabbit1", new Happening.SyncStarted(ORDERS, R1, List.of(R2, R3), 100, 10, false)).died("rabbit1")
                .by("rabbit2", new Happening.SyncEnded(ORDERS, R2, "master-lost", 50))
                .promoted(R2, R1, false, List.of(), "always", true, R3);
        assertThat(card(story, "promotion").rules()).contains("S-17");
        assertThat(english(card(story, "loss"))).first().asString()
                .startsWith("rabbit2 was being synchronised when rabbit1 was");
        assertThat(english(card(story, "block")))
                .contains("the master was lost; the mirrors deleted what they had received");
    }

    @Test
    void a_synchronisation_is_a_block_that_tells_its_end() {
        Story story = new Story().three().declared().mirrored(false)
                .by("rabbit1", new Happening.SyncStarted(ORDERS, R1, List.of(R2), 100, 10, true))
                .by("rabbit1", new Happening.SyncEnded(ORDERS, R1, "cancelled", 30));
        CauseCard block = card(story, "block");
        assertThat(english(block)).startsWith("started by itself because ha-sync-mode = automatic",
                "the master copies 100 messages to rabbit2 in batches of 10; publishes, gets and acknowledgements wait until the end",
                "cancelled: the mirrors deleted what they had received; the queue answers again");
        assertThat(block.rules()).containsExactly("S-13", "S-08", "S-21");
    }

    @Test
    void a_queue_without_mirrors_goes_down_with_its_node_and_a_transient_one_is_gone() {
        Story down = new Story().three().connected().declared().published(1, 5, R1).died("rabbit1");
        assertThat(english(card(down, "down"))).startsWith(
                "orders has no mirrors; all its messages are on rabbit1, which is down",
                "orders returns with its persistent messages when rabbit1 is started");
        Story gone = new Story().transientQueue().three().connected().declared().published(1, 5, R1).died("rabbit1")
                .removed("node-down");
        assertThat(card(gone, "down").rules()).containsExactly("N-05");
        assertThat(card(gone, "loss").lost()).isEqualTo(m(1, 5));
    }

    @Test
    void the_first_client_that_waits_for_a_queue_without_master_has_a_card() {
        Story story = new Story().three().connected().declared().mirrored(true).died("rabbit1").by("rabbit2",
                new Happening.ChannelWaits(NodeName.of("rabbit2"), CHANNEL, ORDERS, true)).by("rabbit2",
                        new Happening.ChannelWaits(NodeName.of("rabbit2"), CHANNEL, ORDERS, true));
        assertThat(card(story, "block").rules()).first().isEqualTo("F-25");
    }

    @Test
    void a_card_keeps_its_words_when_the_dead_node_is_back() {
        ReplicaId young = Story.replica("rabbit1", 2);
        CauseCard before = card(Story.welcome(), "promotion");
        CauseCard after = card(Story.welcome().started("rabbit1").begins(young, "mirror"), "promotion");
        assertThat(after).isEqualTo(before);
    }

    @Test
    void old_cards_are_kept_when_many_follow() {
        Story story = Story.welcome();
        for (int i = 0; i < 40; i++) {
            story.by("rabbit2", new Happening.SyncStarted(ORDERS, R2, List.of(R3), i, 10, false));
        }
        List<CauseCard> cards = cards(story);
        assertThat(cards).hasSize(42);
        assertThat(cards.getFirst().lost()).isEqualTo(m(1, 40));
    }
}
