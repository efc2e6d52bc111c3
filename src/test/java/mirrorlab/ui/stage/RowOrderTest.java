package mirrorlab.ui.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class RowOrderTest {
    private static final NodeName MASTER = NodeName.of("rabbit1");
    private static final long LATER = RowOrder.FLASH_NANOS + 1;
    private final RowOrder order = new RowOrder();

    private static Row row(String name, Risk risk) {
        return new Row(QueueName.of(name), risk, MASTER, List.of(new Row.Spot(Cell.Kind.MASTER, 1, 1, 0)));
    }

    private static List<Row> rows(Risk ofB) {
        return List.of(row("a", Risk.HEALTHY), row("b", ofB), row("c", Risk.FEWER), row("d", Risk.HEALTHY));
    }

    private List<String> sort(List<Row> rows, boolean held, long nanos) {
        return order.sort(rows, held, nanos).stream().map(each -> each.queue().name()).toList();
    }

    @Test
    void the_worst_come_first_then_names_decide() {
        assertThat(sort(List.of(row("a", Risk.HEALTHY), row("b", Risk.FEWER), row("c", Risk.NO_MASTER),
                row("d", Risk.NO_MIRROR), row("e", Risk.WOULD_LOSE), row("f", Risk.NO_MASTER)), false, 0))
                .containsExactly("c", "f", "e", "d", "b", "a");
    }

    @Test
    void a_changed_row_flashes_at_its_place_and_moves_afterwards() {
        sort(rows(Risk.HEALTHY), false, 0);
        assertThat(sort(rows(Risk.NO_MASTER), false, 10)).containsExactly("c", "a", "b", "d");
        assertThat(order.flashes(QueueName.of("b"), 11)).isTrue();
        assertThat(order.flashes(QueueName.of("a"), 11)).isFalse();
        assertThat(sort(rows(Risk.NO_MASTER), false, 10 + LATER)).containsExactly("b", "c", "a", "d");
        assertThat(order.flashing()).isZero();
    }

    @Test
    void nothing_moves_while_somebody_points_at_it() {
        sort(rows(Risk.HEALTHY), false, 0);
        sort(rows(Risk.NO_MASTER), true, 10);
        assertThat(sort(rows(Risk.NO_MASTER), true, 10 + 2 * LATER)).containsExactly("c", "a", "b", "d");
        assertThat(sort(rows(Risk.NO_MASTER), false, 10 + 3 * LATER)).containsExactly("b", "c", "a", "d");
    }

    @Test
    void a_new_queue_comes_last_while_somebody_points() {
        sort(rows(Risk.HEALTHY), false, 0);
        List<Row> more = new java.util.ArrayList<>(rows(Risk.HEALTHY));
        more.add(row("0", Risk.NO_MASTER));
        assertThat(sort(more, true, 1)).containsExactly("c", "a", "b", "d", "0");
        assertThat(sort(more, false, 2)).first().isEqualTo("0");
    }

    @Test
    void a_new_queue_takes_its_place_while_another_flashes() {
        sort(rows(Risk.HEALTHY), false, 0);
        List<Row> more = new java.util.ArrayList<>(rows(Risk.NO_MASTER));
        more.add(row("0", Risk.NO_MIRROR));
        assertThat(sort(more, false, 1)).containsExactly("0", "c", "a", "b", "d");
        assertThat(sort(more, false, 1 + LATER)).containsExactly("b", "0", "c", "a", "d");
    }

    @Test
    void traffic_is_no_news() {
        sort(List.of(row("a", Risk.HEALTHY)), false, 0);
        sort(List.of(new Row(QueueName.of("a"), Risk.HEALTHY, MASTER,
                List.of(new Row.Spot(Cell.Kind.MASTER, 7000, 1, 0)))), false, 1);
        assertThat(order.flashing()).isZero();
    }
}
