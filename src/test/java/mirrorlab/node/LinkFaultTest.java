package mirrorlab.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// How late packets are.
class LinkFaultTest {
    private final SplittableRandom chance = new SplittableRandom(7);

    @Test
    void without_a_fault_nothing_is_late() {
        assertThat(LinkFault.NONE.isNone()).isTrue();
        assertThat(LinkFault.NONE.drawMillis(chance)).isZero();
    }

    @Test
    void a_delay_is_the_same_for_all() {
        LinkFault slow = new LinkFault(200, 0);
        assertThat(IntStream.range(0, 100).mapToLong(i -> slow.drawMillis(chance))).containsOnly(200L);
    }

    @Test
    void what_is_lost_is_sent_again_after_ever_longer_pauses() {
        LinkFault lossy = new LinkFault(50, 0.5);
        long[] late = IntStream.range(0, 10_000).mapToLong(i -> lossy.drawMillis(chance)).toArray();
        assertThat(late).contains(50, 250, 650, 1_450).doesNotContain(450);
        assertThat(IntStream.range(0, late.length).filter(i -> late[i] == 50).count()).isBetween(4_700L, 5_300L);
    }

    @Test
    void a_way_that_loses_everything_is_cut() {
        assertThat(LinkFault.CUT.isCut()).isTrue();
        assertThat(new LinkFault(0, 0.99).isCut()).isFalse();
    }

    @Test
    void what_no_link_can_have_is_refused_in_one_sentence() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LinkFault(-1, 0))
                .withMessage("the delay of a link should be 0 to 600000 ms, not -1");
        assertThatIllegalArgumentException().isThrownBy(() -> new LinkFault(0, 1.5))
                .withMessage("the loss of a link should be a number from 0 to 1, not 1.5");
        assertThatIllegalArgumentException().isThrownBy(() -> new LinkFault(0, Double.NaN));
    }
}
