package mirrorlab.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StandstillTest {
    private final Standstill standstill = new Standstill(0);

    private void turnAt(long millis) {
        standstill.turn(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void a_process_that_has_its_turns_did_not_stand_still() {
        turnAt(100);
        turnAt(900);
        assertThat(standstill.seconds()).isZero();
    }

    @Test
    void the_longest_time_without_a_turn_counts() {
        turnAt(100);
        turnAt(5_200);
        turnAt(5_300);
        turnAt(7_000);
        assertThat(standstill.seconds()).isEqualTo(5, within(0.001));
    }
}
