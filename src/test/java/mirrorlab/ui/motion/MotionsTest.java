package mirrorlab.ui.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class MotionsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private final Motions motions = new Motions();

    @Test
    void a_copy_that_is_held_back_stops_and_nothing_is_confirmed() {
        motions.take(List.of(sent(1)), 0);
        assertThat(motions.moves()).isNotEmpty().allSatisfy(move -> {
            assertThat(move.kind()).isEqualTo(Move.Kind.COPY);
            assertThat(move.to().spot()).isEqualTo(Move.Spot.EDGE);
        });
        motions.take(List.of(), 10 * SECOND);
        assertThat(motions.moves()).isEmpty();
    }

    @Test
    void a_confirm_never_overtakes_its_copies() {
        motions.take(List.of(sent(25), received(25), confirmed(25)), 0);
        long arrival = motions.moves().stream().filter(move -> move.kind() == Move.Kind.COPY).mapToLong(Move::end).max()
                .orElseThrow();
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.CONFIRM).singleElement()
                .satisfies(move -> assertThat(move.start()).isGreaterThanOrEqualTo(arrival));
    }

    @Test
    void there_are_never_more_than_forty_dots() {
        for (int i = 0; i < 50; i++) {
            motions.take(List.of(sent(100), received(100)), i);
        }
        assertThat(motions.moves()).hasSizeLessThanOrEqualTo(Motions.MOST_DOTS);
    }

    @Test
    void a_busy_link_becomes_a_ribbon_with_its_rate() {
        for (int i = 0; i < 30; i++) {
            motions.take(List.of(sent(50)), i * SECOND / 10);
        }
        assertThat(motions.ribbons()).hasSize(1).allSatisfy((link, rate) -> assertThat(rate).isBetween(400L, 600L));
    }

    @Test
    void a_get_at_a_mirrors_node_goes_to_the_master() {
        Happening delivered = new Happening.MessagesDelivered(Story.ORDERS, Story.replica(Story.R1, 1),
                new mirrorlab.vocabulary.ChannelId(Story.R3, 1, 1), "", false, false,
                Story.messages(Story.CHANNEL, 1, 1));
        motions.take(List.of(entry(delivered)), 0);
        assertThat(motions.moves()).first().satisfies(move -> {
            assertThat(move.kind()).isEqualTo(Move.Kind.REQUEST);
            assertThat(move.from().node()).isEqualTo(Story.R3);
            assertThat(move.to().node()).isEqualTo(Story.R1);
        });
        assertThat(motions.moves()).last().satisfies(move -> assertThat(move.to().node()).isEqualTo(Story.R3));
    }

    @Test
    void the_crown_slides_from_the_dead_to_the_new_master() {
        motions.take(new Story().welcome().entries(), 0);
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.PROMOTION).singleElement()
                .satisfies(move -> {
                    assertThat(move.from().node()).isEqualTo(Story.R1);
                    assertThat(move.to().node()).isEqualTo(Story.R2);
                });
    }

    @Test
    void promotions_take_turns_and_after_five_one_sentence_stands_for_all() {
        for (int i = 0; i < 37; i++) {
            motions.take(List.of(promoted("q" + i)), i);
        }
        List<Move> turns = motions.moves().stream().filter(move -> move.kind() == Move.Kind.PROMOTION).toList();
        assertThat(turns).hasSize(5);
        for (int i = 1; i < 5; i++) {
            assertThat(turns.get(i).start() - turns.get(i - 1).start()).isCloseTo(150 * MILLI, within(100L));
        }
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.SUMMARY).singleElement()
                .satisfies(move -> {
                    assertThat(move.count()).isEqualTo(37);
                    assertThat(move.to().node()).isEqualTo(Story.R2);
                    assertThat(move.start()).isEqualTo(turns.getLast().end());
                });
        assertThat(motions.arrival(QueueName.of("q30"), 0)).isEqualTo(turns.getLast().end());
        motions.take(List.of(promoted("later")), 20 * SECOND);
        assertThat(motions.moves()).singleElement()
                .satisfies(move -> assertThat(move.kind()).isEqualTo(Move.Kind.PROMOTION));
    }

    @Test
    void a_promotion_waits_until_the_death_was_seen() {
        motions.take(List.of(entry(new Happening.NodeDied(Story.R1, 0, 137, List.of())), promoted("q")), 0);
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.PROMOTION).singleElement()
                .satisfies(move -> assertThat(move.start()).isEqualTo(200 * MILLI));
    }

    @Test
    void slow_motion_makes_everything_last_longer() {
        motions.slow(10);
        motions.take(List.of(sent(1), promoted("q")), 0);
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.COPY).singleElement()
                .satisfies(move -> assertThat(move.duration()).isEqualTo(2_500 * MILLI));
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.PROMOTION).singleElement()
                .satisfies(move -> assertThat(move.duration()).isEqualTo(6 * SECOND));
    }

    @Test
    void with_reduced_motion_arrows_and_numbers_stay_and_nothing_moves() {
        motions.still(true);
        motions.take(List.of(sent(25), received(25), confirmed(25), promoted("q")), 0);
        assertThat(motions.moves()).isNotEmpty().allMatch(Move::still)
                .allSatisfy(move -> assertThat(move.progress(1)).isEqualTo(1));
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.ARROW).singleElement()
                .satisfies(move -> assertThat(move.count()).isEqualTo(25));
        motions.take(List.of(sent(3), sent(4)), SECOND / 2);
        assertThat(arrows()).as("one at a time").hasSize(1);
        motions.take(List.of(), SECOND + SECOND / 10);
        assertThat(arrows()).singleElement().satisfies(move -> assertThat(move.count()).isEqualTo(7));
    }

    private List<Move> arrows() {
        return motions.moves().stream().filter(move -> move.kind() == Move.Kind.ARROW).toList();
    }

    @Test
    void nothing_flashes_more_than_three_times_a_second_and_no_count_is_lost() {
        motions.take(List.of(sent(1)), 0);
        long told = 0;
        int begun = 0;
        Set<Move> seen = new LinkedHashSet<>();
        for (int i = 0; i < 40; i++) {
            motions.take(i < 20 ? List.of(confirmed(2)) : List.of(), i * SECOND / 20);
            for (Move move : motions.moves()) {
                if (move.kind() == Move.Kind.CONFIRM && seen.add(move)) {
                    told += move.count();
                    begun++;
                }
            }
        }
        assertThat(told).isEqualTo(40);
        assertThat(begun).isBetween(2, 4);
    }

    @Test
    void a_row_that_changes_too_fast_is_blurred_until_it_is_calm() {
        for (int i = 0; i < 24; i++) {
            motions.take(List.of(recorded(i % 2 == 0)), i * SECOND / 12);
        }
        assertThat(motions.blurs()).containsOnlyKeys(Story.ORDERS);
        assertThat(motions.blurs().get(Story.ORDERS)).isBetween(10L, 14L);
        motions.take(List.of(), 4 * SECOND);
        assertThat(motions.blurs()).isEmpty();
    }

    @Test
    void one_policy_change_and_a_steady_stream_of_messages_blur_nothing() {
        for (int i = 0; i < 5; i++) {
            motions.take(List.of(recorded(i % 2 == 0)), i * SECOND / 20);
        }
        for (int i = 0; i < 40; i++) {
            motions.take(List.of(sent(50), received(50)), SECOND / 4 + i * SECOND / 20);
            assertThat(motions.blurs()).isEmpty();
        }
    }

    @Test
    void where_many_rows_are_seen_a_slower_flow_is_a_ribbon() {
        for (int i = 0; i < 20; i++) {
            motions.take(List.of(sent(1)), i * SECOND / 10);
        }
        assertThat(motions.ribbons()).isEmpty();
        motions.clear();
        motions.lanes(queue -> false);
        for (int i = 0; i < 20; i++) {
            motions.take(List.of(sent(1)), i * SECOND / 10);
        }
        assertThat(motions.ribbons()).hasSize(1);
    }

    @Test
    void busy_deliveries_are_a_ribbon_of_their_own() {
        Happening delivered = new Happening.MessagesDelivered(Story.ORDERS, Story.replica(Story.R1, 1),
                new mirrorlab.vocabulary.ChannelId(Story.R3, 1, 1), "", false, false,
                Story.messages(Story.CHANNEL, 1, 10));
        for (int i = 0; i < 20; i++) {
            motions.take(List.of(entry(delivered)), i * SECOND / 10);
        }
        assertThat(motions.ribbons()).containsOnlyKeys(
                new Motions.Link(Story.ORDERS, Story.R1, Story.R3, true));
        motions.take(List.of(entry(delivered)), 2 * SECOND);
        assertThat(motions.moves()).as("no dots over it").isEmpty();
    }

    @Test
    void a_newer_confirm_stands_in_place_of_the_one_before() {
        motions.take(List.of(sent(1), confirmed(1)), 0);
        motions.take(List.of(confirmed(2)), SECOND / 2);
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.CONFIRM).singleElement()
                .satisfies(move -> assertThat(move.count()).isEqualTo(2));
    }

    @Test
    void what_promotions_lose_is_marked_where_it_was_and_counted_for_the_summary() {
        for (int i = 0; i < 7; i++) {
            Entry promoted = promoted("q" + i);
            motions.take(List.of(promoted), 0);
            motions.lost((Happening.MirrorPromoted) promoted.happening(), 10, 0);
        }
        assertThat(motions.lostOn(Story.R2)).isEqualTo(70);
        assertThat(motions.hasTurn(QueueName.of("q4"))).isTrue();
        assertThat(motions.hasTurn(QueueName.of("q5"))).isFalse();
        assertThat(motions.moves()).filteredOn(move -> move.kind() == Move.Kind.LOSS).hasSize(7)
                .allSatisfy(move -> {
                    assertThat(move.to().node()).isEqualTo(Story.R1);
                    assertThat(move.start()).isGreaterThanOrEqualTo(motions.arrival(move.queue(), 0));
                });
    }

    private static Entry recorded(boolean synchronised) {
        return entry(new Happening.QueueRecorded(Story.ORDERS, 1, true, false, false, Map.of(),
                Story.replica(Story.R1, 1), List.of(Story.replica(Story.R2, 1)),
                synchronised ? List.of(Story.replica(Story.R2, 1)) : List.of(), List.of(), "ha", "live"));
    }

    private static Entry promoted(String queue) {
        return entry(new Happening.MirrorPromoted(QueueName.of(queue), Story.replica(Story.R2, 1),
                Story.replica(Story.R1, 1), 2, true, List.of(), "ha", "ha-promote-on-failure", "always", true, 0, 0, 0,
                "master-lost"));
    }

    private static Entry sent(long count) {
        return entry(new Happening.CopiesSent(Story.ORDERS, Story.CHANNEL, Story.replica(Story.R2, 1), true,
                Story.messages(Story.CHANNEL, 1, count)));
    }

    private static Entry received(long count) {
        return entry(new Happening.CopiesReceived(Story.ORDERS, Story.replica(Story.R2, 1),
                Story.messages(Story.CHANNEL, 1, count)));
    }

    private static Entry confirmed(long count) {
        return entry(
                new Happening.PublishesAnswered(Story.CHANNEL, "confirmed", Story.messages(Story.CHANNEL, 1, count)));
    }

    private static Entry entry(Happening happening) {
        return new Entry("rabbit1@localhost", 1, 1, 1, happening);
    }
}
