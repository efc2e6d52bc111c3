package mirrorlab.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FlowStateTest { // P-30
    private final AtomicLong millis = new AtomicLong();
    private final FlowState flow = new FlowState(millis::get);

    @Test
    void a_wait_counts_for_a_second_after_its_end() {
        assertThat(flow.isFlow()).isFalse();
        flow.held(true);
        assertThat(flow.isFlow()).isTrue();
        millis.set(5000);
        flow.held(false);
        millis.set(5999);
        assertThat(flow.isFlow()).isTrue();
        assertThat(flow.isHeld()).isFalse();
        millis.set(6000);
        assertThat(flow.isFlow()).isFalse();
    }

    @Test
    void many_short_waits_are_told_as_one() {
        int told = 0;
        for (int i = 0; i < 20; i++) {
            flow.held(true);
            millis.addAndGet(10);
            flow.held(false);
            assertThat(flow.hasNews()).isTrue();
            told += flow.tell() ? 1 : 0;
            millis.addAndGet(500);
        }
        assertThat(told).isEqualTo(1);
        millis.addAndGet(1000);
        assertThat(flow.hasNews()).isTrue();
        assertThat(flow.tell()).isTrue();
        assertThat(flow.hasNews()).isFalse();
    }

    @Test
    void a_wait_that_lasts_is_told_once_and_leaves_nothing_to_tell() {
        flow.held(true);
        assertThat(flow.tell()).isTrue();
        assertThat(flow.hasNews()).isFalse();
        millis.set(60_000);
        assertThat(flow.tell()).isFalse();
    }
}
