package mirrorlab.ui.motion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Story;
import org.junit.jupiter.api.Test;

class MotionsTest {
    private static final long SECOND = 1_000_000_000L;
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
