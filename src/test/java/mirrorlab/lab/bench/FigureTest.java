package mirrorlab.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {

    @Test
    void the_median_is_the_middle_or_between_two_middles() {
        assertThat(Figure.of("x", "ms", List.of(9.0, 1.0, 5.0)).median()).isEqualTo(5);
        assertThat(Figure.of("x", "ms", List.of(9.0, 1.0, 5.0, 6.0)).median()).isEqualTo(5.5);
    }

    @Test
    void a_percentile_is_a_value_that_was_measured() {
        List<Double> values = List.of(4.0, 1.0, 3.0, 2.0);
        assertThat(Figure.percentile(values, 50)).isEqualTo(2);
        assertThat(Figure.percentile(values, 95)).isEqualTo(4);
        assertThat(Figure.percentile(values, 0)).isEqualTo(1);
    }

    @Test
    void a_line_says_target_and_broker() {
        Figure figure = Figure.of("failover", "ms", List.of(120.0, 80.0, 70.0)).promised(100).beside("123 to 145 ms");
        assertThat(figure.text()).endsWith(
                " 80 ms (median of 3, 70 to 120); target <= 100 ms: met; RabbitMQ 3.10.8: 123 to 145 ms");
        assertThat(Figure.of("x", "s", List.of(4.0)).promised(3).isMet()).isFalse();
    }

    @Test
    void nothing_measured_is_no_figure() {
        assertThatThrownBy(() -> Figure.of("x", "s", List.of())).hasMessage("x has no value");
    }

    @Test
    void a_failover_ends_with_the_confirm_after_the_longest_silence() {
        List<Long> confirms = List.of(5L, 9L, 12L, 15L, 60L, 62L, 70L);
        assertThat(FailoverBench.endOfLongestSilence(confirms, 10)).isEqualTo(60);
        assertThat(FailoverBench.endOfLongestSilence(List.of(5L, 30L, 32L), 10)).isEqualTo(30);
        long late = 150_000_000;
        assertThat(FailoverBench.endOfLongestSilence(List.of(40L, late, 3 * late), 10)).isEqualTo(late);
    }

    @Test
    void a_skipped_measurement_says_why() {
        BenchResult skipped = BenchResult.skipped("ui", "skipped: no window");
        assertThat(skipped.text()).isEqualTo("bench ui\n  skipped: no window");
        assertThat(skipped.json().at("/notes/0").asText()).isEqualTo("skipped: no window");
    }
}
