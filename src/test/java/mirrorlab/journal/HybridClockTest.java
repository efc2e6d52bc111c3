package mirrorlab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HybridClockTest {
    private final AtomicLong millis = new AtomicLong(1_000);
    private final HybridClock clock = new HybridClock(millis::get);

    @Test
    void every_tick_is_later_than_the_one_before_and_follows_the_millis() {
        long first = clock.tick();
        assertThat(first).isEqualTo(1_000L << 16);
        assertThat(clock.tick()).isEqualTo(first + 1);
        millis.set(999);
        assertThat(clock.tick()).isEqualTo(first + 2);
        millis.set(1_001);
        assertThat(clock.tick()).isEqualTo(1_001L << 16);
    }

    @Test
    void a_tick_is_later_than_what_was_observed() {
        long remote = 5_000L << 16 | 9;
        clock.observe(remote);
        assertThat(clock.tick()).isEqualTo(remote + 1);
        clock.observe(1);
        assertThat(clock.tick()).isEqualTo(remote + 2);
    }
}
