package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FrameBenchTest {

    @Test
    void frames_are_measured() {
        RecordedLab lab = new RecordedLab(new Story().welcome().others().entries());
        Toolkit.run(() -> {});
        FrameBench.Times times = FrameBench.run(lab, 1280, 720, Duration.ofMillis(200), Duration.ofMillis(500));
        assertThat(times.frames()).isPositive();
        assertThat(times.frame95()).isGreaterThanOrEqualTo(times.frameMedian());
        assertThat(times.frameMost()).isGreaterThanOrEqualTo(times.frame95());
    }
}
