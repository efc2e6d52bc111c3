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
import java.util.Random;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.journal.MessageNames;
import mirrorlab.journal.Story;
import mirrorlab.lab.Texts;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.Test;

class LedgerTest {

    static Ledger ledger(List<Entry> entries) {
        Ledger ledger = new Ledger();
        entries.forEach(ledger::apply);
        return ledger;
    }

    private static QueueAccount orders(Story story) {
        QueueAccount account = ledger(story.entries()).account(ORDERS).orElseThrow();
        assertBooksClose(account);
        return account;
    }

    static void assertBooksClose(QueueAccount account) {
        assertSum(account, List.copyOf(account.fates().values()));
        assertSum(account, List.copyOf(account.words().values()));
    }

    private static void assertSum(QueueAccount account, List<MessageSet> parts) {
        MessageSet all = MessageSet.EMPTY;
        for (MessageSet each : parts) {
            assertThat(all.intersection(each)).isEqualTo(MessageSet.EMPTY);
            all = all.union(each);
        }
        assertThat(all).isEqualTo(account.published());
    }

    private static List<String> notes(QueueAccount account) {
        return account.notes().stream().map(Texts.english()::say).toList();
    }

    private static Story mirroredWith(long count) {
        return new Story().three().connected().declared().mirrored(true).published(1, count, R1, R2, R3);
    }

    @Test
    void what_master_and_all_mirrors_hold_is_safe_and_confirmed() {
        QueueAccount orders = orders(mirroredWith(10));
        assertThat(orders.fates()).containsExactly(Map.entry(Fate.SAFE, m(1, 10)));
        assertThat(orders.words()).containsExactly(Map.entry(Word.CONFIRMED, m(1, 10)));
        assertThat(orders.notes()).isEmpty();
    }

    @Test
    void what_the_eldest_mirror_lacks_is_at_risk_and_the_failure_is_named() {
        QueueAccount orders = orders(
                new Story().three().connected().declared().published(1, 40, R1).mirrored(false).published(41, 65, R1,
                        R2, R3));
        assertThat(orders.of(Fate.AT_RISK)).isEqualTo(m(1, 40));
        assertThat(orders.of(Fate.SAFE)).isEqualTo(m(41, 65));
        assertThat(notes(orders)).containsExactly("m1…m40: lost if rabbit1 dies, rabbit2 lacks them");
    }

    @Test
    void when_nobody_would_be_promoted_only_transient_messages_are_at_risk() {
        Story story = new Story().three().connected().declared().published(1, 3, R1).published(4, 5, false, R1)
                .mirrored(false)
                .policy(Map.of("ha-mode", "all", "ha-promote-on-failure", "when-synced"));
        QueueAccount orders = orders(story);
        assertThat(orders.of(Fate.SAFE)).isEqualTo(m(1, 3));
        assertThat(orders.of(Fate.AT_RISK)).isEqualTo(m(4, 5));
    }

    @Test
    void what_only_the_younger_mirror_lacks_is_lost_when_two_nodes_die() {
        Story story = new Story().three().connected().declared().mirrored(true).published(1, 9, R1, R2).holds(R3,
                "mirror");
        assertThat(notes(orders(story))).containsExactly("m1…m9: lost if rabbit1 + rabbit2 die, rabbit3 lacks them");
    }

    @Test
    void a_kill_with_synchronised_mirrors_loses_nothing() {
        QueueAccount orders = orders(
                mirroredWith(10).died("rabbit1").promoted(R2, R1, true, List.of(R3, R2), "always", true, R3));
        assertThat(orders.fates()).containsExactly(Map.entry(Fate.SAFE, m(1, 10)));
        assertThat(orders.lostAlthoughConfirmed()).isEqualTo(MessageSet.EMPTY);
    }

    @Test
    void a_kill_with_an_unsynchronised_mirror_loses_what_it_lacked() {
        QueueAccount orders = orders(Story.welcome());
        assertThat(orders.of(Fate.LOST)).isEqualTo(m(1, 40));
        assertThat(orders.of(Fate.SAFE)).isEqualTo(m(41, 65));
        assertThat(orders.lostAlthoughConfirmed()).isEqualTo(m(1, 40));
        assertThat(notes(orders)).containsExactly("m1…m40: still on rabbit1's disk, erased when it returns");
    }

    @Test
    void the_old_master_returns_and_discards_its_copy() {
        ReplicaId young = Story.replica("rabbit1", 2);
        QueueAccount orders = orders(Story.welcome().started("rabbit1").begins(young, "mirror").recorded(R2,
                List.of(R3, young), List.of(R3)));
        assertThat(orders.of(Fate.LOST)).isEqualTo(m(1, 40));
        assertThat(notes(orders)).noneMatch(each -> each.contains("disk"));
    }

    private static Story refused(Story story) {
        story.died("rabbit1");
        for (ReplicaId each : List.of(R2, R3)) {
            story.by(each.node().shortName(),
                    new Happening.PromotionRefused(ORDERS, each, R1, "ha", "ha-promote-on-failure",
                            "when-synced", false, 0));
            story.by(each.node().shortName(), new Happening.ReplicaStopped(ORDERS, each, "refused"));
        }
        return story;
    }

    @Test
    void when_every_mirror_refuses_persistent_messages_wait_on_the_old_masters_disk() {
        Story story = refused(new Story().three().connected().declared().published(1, 5, R1).published(6, 8, false, R1)
                .mirrored(false).policy(Map.of("ha-mode", "all", "ha-promote-on-failure", "when-synced")));
        QueueAccount orders = orders(story);
        assertThat(orders.of(Fate.UNREACHABLE)).isEqualTo(m(1, 5));
        assertThat(orders.of(Fate.LOST)).isEqualTo(m(6, 8));
        assertThat(notes(orders)).contains("m1…m5: come back when rabbit1 is started, as things stand");
        ReplicaId young = Story.replica("rabbit1", 2);
        story.started("rabbit1").begins(young, "master").recorded(young, List.of(), List.of()).holds(young, "master",
                m(1, 5),
                MessageSet.EMPTY);
        assertThat(orders(story).of(Fate.SAFE)).isEqualTo(m(1, 5));
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(6, 8));
    }

    @Test
    void what_was_confirmed_counts_as_on_disk_even_if_the_dead_master_had_not_told_it() {
        Story story = refused(new Story().three().connected().declared().mirrored(false).sent(1, 4, true, R1)
                .answered("confirmed", 1, 3));
        assertThat(orders(story).of(Fate.UNREACHABLE)).isEqualTo(m(1, 3));
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(4, 4));
        assertThat(orders(story).of(Word.WAITING)).isEqualTo(m(4, 4));
    }

    @Test
    void publishes_to_a_queue_without_living_replica_are_refused_and_nacked() {
        Story story = refused(mirroredWith(2)).by("rabbit2",
                new Happening.PublishesUnstored(CHANNEL, ORDERS, "refused", m(3, 4))).answered("nacked", 3, 4);
        assertThat(orders(story).of(Fate.REFUSED)).isEqualTo(m(3, 4));
        assertThat(orders(story).of(Word.NACKED)).isEqualTo(m(3, 4));
    }

    @Test
    void a_clean_stop_without_synchronised_mirror_keeps_everything_on_disk() {
        Story story = new Story().three().connected().declared().published(1, 40, R1).mirrored(false)
                .published(41, 65, R1, R2, R3)
                .by("rabbit1", new Happening.MirrorsTerminated(ORDERS, R1, List.of(R2, R3), "ha",
                        "ha-promote-on-shutdown", "when-synced", true, 65))
                .by("rabbit2", new Happening.ReplicaStopped(ORDERS, R2, "terminated"))
                .by("rabbit3", new Happening.ReplicaStopped(ORDERS, R3, "terminated"))
                .by("rabbit1", new Happening.ReplicaStopped(ORDERS, R1, "shutdown")).stopped("rabbit1")
                .recorded(R1, List.of(), List.of());
        assertThat(orders(story).fates()).containsExactly(Map.entry(Fate.UNREACHABLE, m(1, 65)));
    }

    @Test
    void a_clean_stop_with_promote_on_shutdown_always_loses_what_the_mirror_lacked() {
        Story story = new Story().three().connected().declared().published(1, 40, R1).mirrored(false)
                .policy(Map.of("ha-mode", "all", "ha-promote-on-shutdown", "always")).published(41, 65, R1, R2, R3)
                .by("rabbit1", new Happening.ReplicaStopped(ORDERS, R1, "shutdown")).stopped("rabbit1")
                .promoted(R2, R1, false, List.of(), "always", true, R3);
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(1, 40));
    }

    @Test
    void a_master_killed_while_it_synchronises_leaves_an_empty_queue() {
        Story story = new Story().three().connected().declared().published(1, 100, R1).mirrored(false)
                .by("rabbit1", new Happening.SyncStarted(ORDERS, R1, List.of(R2, R3), 100, 10, false))
                .by("rabbit1", new Happening.SyncProgressed(ORDERS, R1, 50, 100, 0, 0)).holds(R2, "mirror", m(1, 50),
                        MessageSet.EMPTY)
                .died("rabbit1").by("rabbit2", new Happening.SyncEnded(ORDERS, R2, "master-lost", 50))
                .holds(R2, "mirror", MessageSet.EMPTY, MessageSet.EMPTY)
                .promoted(R2, R1, false, List.of(), "always", true, R3);
        assertThat(orders(story).fates()).containsExactly(Map.entry(Fate.LOST, m(1, 100)));
    }

    @Test
    void a_durable_queue_without_mirrors_goes_down_and_comes_back_with_persistent_messages() {
        Story story = new Story().three().connected().declared().published(1, 5, R1).published(6, 7, false, R1)
                .died("rabbit1")
                .recorded(R1, null, List.of(), "down");
        assertThat(orders(story).of(Fate.UNREACHABLE)).isEqualTo(m(1, 5));
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(6, 7));
        ReplicaId young = Story.replica("rabbit1", 2);
        story.started("rabbit1").begins(young, "master").recorded(young, null, List.of()).holds(young, "master",
                m(1, 5),
                MessageSet.EMPTY);
        assertThat(orders(story).of(Fate.SAFE)).isEqualTo(m(1, 5));
    }

    @Test
    void a_transient_queue_without_mirrors_is_lost_with_its_node() {
        Story story = new Story().transientQueue().three().connected().declared().published(1, 5, R1).died("rabbit1");
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(1, 5));
        assertThat(orders(story.removed("node-down")).of(Fate.LOST)).isEqualTo(m(1, 5));
    }

    @Test
    void delivered_messages_are_unacknowledged_until_the_client_acknowledges() {
        Story story = mirroredWith(10).delivered(R1, false, 1, 5);
        assertThat(orders(story).of(Fate.UNACKNOWLEDGED)).isEqualTo(m(1, 5));
        story.settled(R1, "acknowledged", 1, 3).settled(R1, "rejected", 4, 4);
        assertThat(orders(story).of(Fate.ACKNOWLEDGED)).isEqualTo(m(1, 3));
        assertThat(orders(story).of(Fate.REJECTED)).isEqualTo(m(4, 4));
        assertThat(orders(story).of(Fate.UNACKNOWLEDGED)).isEqualTo(m(5, 5));
        story.by("rabbit1", new Happening.MessagesRequeued(ORDERS, R1, m(5, 5)));
        assertThat(orders(story).of(Fate.SAFE)).isEqualTo(m(5, 10));
    }

    @Test
    void purge_and_delete_have_their_own_fates() {
        Story story = mirroredWith(10).settled(R1, "purged", 1, 4);
        assertThat(orders(story).of(Fate.PURGED)).isEqualTo(m(1, 4));
        assertThat(orders(story.removed("deleted")).of(Fate.DELETED)).isEqualTo(m(5, 10));
    }

    @Test
    void what_was_lost_stays_lost_when_the_queue_is_deleted() {
        QueueAccount orders = orders(Story.welcome().removed("deleted"));
        assertThat(orders.of(Fate.LOST)).isEqualTo(m(1, 40));
        assertThat(orders.of(Fate.DELETED)).isEqualTo(m(41, 65));
    }

    @Test
    void an_acknowledgement_that_the_new_master_never_heard_of_is_forgotten() {
        Story story = mirroredWith(10).delivered(R1, false, 1, 2).settled(R1, "acknowledged", 1, 2).died("rabbit1")
                .promoted(R2, R1, true, List.of(R3, R2), "always", true, R3);
        assertThat(orders(story).of(Fate.SAFE)).isEqualTo(m(1, 10));
        assertThat(orders(story.delivered(R2, true, 1, 2)).duplicates()).isEqualTo(m(1, 2));
    }

    @Test
    void what_a_killed_master_settled_without_telling_is_not_known() {
        Story story = mirroredWith(10).delivered(R1, false, 1, 5).settled(R1, "acknowledged", 1, 2);
        // the mirror heard of m3 and m4 leaving, the lab did not
        story.holds(R2, "mirror", m(5, 10), MessageSet.EMPTY).died("rabbit1")
                .promoted(R2, R1, true, List.of(R3, R2), "always", true, R3);
        QueueAccount orders = orders(story);
        assertThat(orders.of(Fate.ACKNOWLEDGED)).isEqualTo(m(1, 2));
        assertThat(orders.of(Fate.NOT_KNOWN)).isEqualTo(m(3, 4));
        assertThat(orders.of(Fate.LOST)).isEqualTo(MessageSet.EMPTY);
        assertThat(notes(orders)).anyMatch(note -> note.startsWith("m3…m4: settled by rabbit1 in its last 50 ms"));
        assertThat(orders.notes()).map(Texts.chinese()::say).anyMatch(note -> note.contains("不得而知"));
        assertThat(orders(story.removed("deleted")).of(Fate.NOT_KNOWN)).isEqualTo(m(3, 4));
    }

    @Test
    void what_a_client_had_and_no_mirror_held_is_lost_unless_it_was_settled_and_the_account_says_so() {
        Story story = new Story().three().connected().declared().published(1, 4, R1).mirrored(false)
                .published(5, 6, R1, R2, R3).delivered(R1, false, 1, 2).died("rabbit1")
                .promoted(R2, R1, false, List.of(), "always", true, R3);
        QueueAccount orders = orders(story);
        assertThat(orders.of(Fate.LOST)).isEqualTo(m(1, 4));
        assertThat(orders.of(Fate.NOT_KNOWN)).isEqualTo(MessageSet.EMPTY);
        assertThat(notes(orders)).anyMatch(note -> note.startsWith("m1…m2: clients had them from rabbit1"));
        assertThat(orders.notes()).map(Texts.chinese()::say).anyMatch(note -> note.contains("是否已确认，不得而知"));
    }

    @Test
    void a_redelivery_that_the_client_asked_for_is_no_duplicate() {
        Story story = mirroredWith(3).delivered(R1, false, 1, 3)
                .by("rabbit1", new Happening.MessagesRequeued(ORDERS, R1, m(1, 3))).delivered(R1, true, 1, 3);
        assertThat(orders(story).duplicates()).isEqualTo(MessageSet.EMPTY);
    }

    @Test
    void a_publish_that_has_not_reached_the_master_is_in_flight() {
        Story story = mirroredWith(2).sent(3, 4, true, R1, R2, R3).arrived(3, 4, R2);
        assertThat(orders(story).of(Fate.IN_FLIGHT)).isEqualTo(m(3, 4));
        assertThat(orders(story).of(Word.WAITING)).isEqualTo(m(3, 4));
    }

    @Test
    void a_publish_of_a_client_whose_node_died_before_it_was_routed_is_lost_and_its_publisher_knows_nothing() {
        Story story = mirroredWith(2).sent(3, 4, true).died("rabbit2");
        assertThat(orders(story).of(Fate.LOST)).isEqualTo(m(3, 4));
        assertThat(orders(story).of(Word.CONNECTION_GONE)).isEqualTo(m(3, 4));
        assertThat(orders(story).lostAlthoughConfirmed()).isEqualTo(MessageSet.EMPTY);
    }

    @Test
    void unroutable_publishes_are_counted_where_they_were_meant_for() {
        Story story = mirroredWith(2).sent(3, 4, true)
                .by("rabbit2", new Happening.PublishesUnstored(CHANNEL, null, "unroutable", m(3, 4)))
                .answered("returned", 3, 4).answered("confirmed", 3, 4);
        assertThat(orders(story).of(Fate.UNROUTABLE)).isEqualTo(m(3, 4));
        assertThat(orders(story).of(Word.RETURNED)).isEqualTo(m(3, 4));
    }

    @Test
    void a_publisher_without_confirms_did_not_ask() {
        Story story = new Story().three().declared().sent(1, 3, true, R1).arrived(1, 3, R1);
        assertThat(orders(story).of(Word.NOT_ASKED)).isEqualTo(m(1, 3));
    }

    @Test
    void what_was_missed_of_a_nodes_journal_is_said() {
        Story story = mirroredWith(2).by(Entry.LAB, new Happening.JournalGap("rabbit1@localhost", 1, 40, 44));
        assertThat(notes(orders(story))).containsExactly("what rabbit1 did in its last moments is not known");
    }

    @Test
    void any_order_of_arrival_between_origins_closes_the_books_at_every_moment_and_ends_alike() {
        Story story = Story.welcome().delivered(R2, true, 41, 50).settled(R2, "acknowledged", 41, 45)
                .holds(R2, "master", m(51, 65), m(46, 50)).sent(66, 70, true, R2, R3).arrived(66, 70, R3);
        QueueAccount expected = orders(story);
        for (int seed = 0; seed < 100; seed++) {
            Ledger ledger = new Ledger();
            for (Entry each : Story.shuffled(story.entries(), new Random(seed))) {
                ledger.apply(each);
                ledger.accounts().forEach(LedgerTest::assertBooksClose);
            }
            assertThat(ledger.account(ORDERS).orElseThrow()).as("seed %s", seed).isEqualTo(expected);
        }
    }

    @Test
    void a_copy_goes_its_own_way() {
        Ledger ledger = ledger(mirroredWith(10).entries());
        QueueAccount before = ledger.account(ORDERS).orElseThrow();
        Ledger copy = ledger.copy();
        copy.apply(new Entry("rabbit1@localhost", 1, 99, 1,
                new Happening.MessagesSettled(ORDERS, R1, "purged", m(1, 10))));
        assertThat(ledger.account(ORDERS)).contains(before);
        assertThat(copy.account(ORDERS).orElseThrow().of(Fate.PURGED)).isEqualTo(m(1, 10));
        assertThat(copy.picture().node(NodeName.of("rabbit1"))).isPresent();
    }

    @Test
    void a_publisher_that_sends_to_queues_in_turn_has_exact_books() {
        Story story = new Story().three().connected().declared().mirrored(true);
        int each = 20_000;
        for (int from = 0; from < each; from += 500) {
            MessageSet.Builder builder = new MessageSet.Builder();
            for (long i = from; i < from + 500; i++) {
                builder.add(CHANNEL, 1 + 3 * i, 1 + 3 * i); // the others went elsewhere
            }
            MessageSet messages = builder.build();
            story.by("rabbit2", new Happening.CopiesSent(ORDERS, CHANNEL, R1, true, messages));
            story.by("rabbit1", new Happening.MessagesEnqueued(ORDERS, R1, messages));
            if (from + 500 < each) {
                story.by("rabbit1", new Happening.MessagesSettled(ORDERS, R1, "acknowledged", messages));
            }
            story.by("rabbit2", new Happening.PublishesAnswered(CHANNEL, "confirmed", messages));
        }
        Ledger ledger = ledger(story.entries());
        QueueAccount orders = ledger.account(ORDERS).orElseThrow();
        assertBooksClose(orders);
        assertThat(orders.published().count()).isEqualTo(each);
        assertThat(orders.of(Fate.ACKNOWLEDGED).count()).isEqualTo(each - 500);
        assertThat(orders.of(Word.CONFIRMED)).isEqualTo(orders.published());
        assertThat(ledger.picture().runs(orders.published())).as("what a person reads of it").hasSizeLessThan(2_000)
                .endsWith("… +" + (each - MessageNames.MAXIMUM_RUNS));
        assertThat(ledger.copy().account(ORDERS)).contains(orders);
    }
}
