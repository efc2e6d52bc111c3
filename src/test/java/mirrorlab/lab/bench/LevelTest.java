package mirrorlab.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LevelTest {
    private static Level level(double slack, double... values) {
        return Level.of("heap", "MiB", slack, DoubleStream.of(values).boxed().toList());
    }

    @Test
    void what_warms_up_and_then_moves_about_is_level() {
        assertThat(level(0, 10, 90, 100, 60, 101, 99).isLevel()).isTrue();
        assertThat(level(0, 500, 400, 50, 60, 62, 66).isLevel()).isTrue();
    }

    @Test
    void what_is_a_tenth_higher_in_the_last_third_grows() {
        Level growing = level(0, 10, 90, 100, 60, 111, 99);
        assertThat(growing.isLevel()).isFalse();
        assertThat(growing.text()).contains("heap", "90.0", "100.0", "111.0", "MiB").endsWith("GROWING");
        assertThat(growing.json().path("level").asBoolean()).isFalse();
    }

    @Test
    void what_a_quantity_moves_by_itself_is_no_growth() {
        assertThat(level(16, 10, 10, 10, 10, 25, 26).isLevel()).isTrue();
        assertThat(level(16, 10, 10, 10, 10, 25, 27).isLevel()).isFalse();
    }

    @Test
    void a_steady_growth_is_seen() {
        List<Double> values = IntStream.range(0, 60).mapToObj(each -> 100.0 + each).toList();
        assertThat(Level.of("files", "MiB", 16, values).isLevel()).isFalse();
    }

    @Test
    void too_few_samples_say_nothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Level.of("x", "s", 0, Collections.nCopies(5, 1.0)));
    }

    @Test
    void a_soak_is_level_when_everything_in_it_is() {
        List<SoakSample> samples = IntStream.range(0, 9).mapToObj(each -> sample(each, 20)).toList();
        SoakResult level = new SoakResult(samples, 12);
        assertThat(level.isLevel()).isTrue();
        assertThat(level.text()).contains("everything level", "rabbit1 heap", "rabbit1 files", "the queue");
        List<SoakSample> more = IntStream.range(0, 9).mapToObj(each -> sample(each, 20 + 10 * each)).toList();
        SoakResult growing = new SoakResult(more, 12);
        assertThat(growing.isLevel()).isFalse();
        assertThat(growing.text()).contains("something GROWS");
        assertThat(growing.json().path("samples")).hasSize(9);
        assertThat(growing.json().at("/samples/8/nodes/rabbit1/heap").asDouble()).isEqualTo(100);
    }

    private static SoakSample sample(int number, double heap) {
        return new SoakSample(5 * number, 1000, 1000, 0, 100,
                List.of(new SoakSample.Node("rabbit1", heap, 130, 10)), 30);
    }
}
