package mirrorlab.ui.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class LaneChoiceTest {
    private static final QueueName SELECTED = QueueName.of("queue-150");
    private static final QueueName PINNED = QueueName.of("queue-007");

    private static List<Row> rows(Story story) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        return new RowOrder().sort(new Rows().of(desk.timeline().shown()), false, 0);
    }

    private static List<Row> many() {
        return rows(new Story().welcome().others().many(200));
    }

    private static List<String> names(List<Row> rows) {
        return rows.stream().map(each -> each.queue().name()).toList();
    }

    @Test
    void of_many_queues_the_worst_are_compact_lanes_and_the_rest_is_the_matrix() {
        LaneChoice choice = LaneChoice.of(many(), StageWish.EVERYTHING, SELECTED, 2);
        assertThat(choice.docked()).containsExactly(SELECTED);
        assertThat(choice.lanes()).isEmpty();
        assertThat(names(choice.compact())).containsExactly("billing", "audit", "jobs");
        assertThat(choice.matrix()).hasSize(201);
        assertThat(choice.hidden()).isEmpty();
        assertThat(choice.inOrder()).hasSize(204).doesNotHaveDuplicates();
    }

    @Test
    void a_few_queues_all_have_lanes() {
        LaneChoice choice = LaneChoice.of(rows(new Story().welcome().others()), StageWish.EVERYTHING, Story.ORDERS, 2);
        assertThat(names(choice.lanes())).containsExactly("billing", "audit", "jobs", "orders");
        assertThat(choice.docked()).isEmpty();
        assertThat(choice.matrix()).isEmpty();
    }

    @Test
    void more_than_a_few_are_compact() {
        LaneChoice choice = LaneChoice.of(rows(new Story().welcome().others().many(12)), StageWish.EVERYTHING, null, 2);
        assertThat(choice.compact()).hasSize(16);
        assertThat(choice.matrix()).isEmpty();
    }

    @Test
    void pinned_queues_stay_in_sight_as_far_as_there_is_room() {
        StageWish wish = StageWish.EVERYTHING.pinning(PINNED).pinning(QueueName.of("queue-009"));
        LaneChoice roomy = LaneChoice.of(many(), wish, SELECTED, 3);
        assertThat(roomy.docked()).containsExactly(PINNED, QueueName.of("queue-009"), SELECTED);
        LaneChoice low = LaneChoice.of(many(), wish, SELECTED, 1);
        assertThat(low.docked()).containsExactly(SELECTED);
        assertThat(names(low.lanes())).containsExactly("queue-007", "queue-009");
        assertThat(wish.pinning(PINNED).pinned()).isEqualTo(Set.of(QueueName.of("queue-009")));
    }

    @Test
    void only_those_at_risk_are_shown_and_the_others_counted() {
        LaneChoice choice = LaneChoice.of(many(), StageWish.EVERYTHING.atRisk(true), SELECTED, 2);
        assertThat(choice.hidden()).hasSize(201).noneMatch(each -> each.risk().isAtRisk());
        assertThat(names(choice.compact())).containsExactly("billing", "audit", "jobs");
    }

    @Test
    void a_search_finds_parts_of_names_in_either_case() {
        LaneChoice choice = LaneChoice.of(many(), StageWish.EVERYTHING.searching(" QUEUE-01"), SELECTED, 2);
        assertThat(choice.compact()).hasSize(10).allMatch(each -> each.queue().name().startsWith("queue-01"));
        assertThat(choice.hidden()).hasSize(194);
    }

    @Test
    void from_afar_all_are_glyphs_nearer_numbers_closest_messages() {
        StageWish far = StageWish.EVERYTHING.nearer(-1);
        assertThat(LaneChoice.of(many(), far, SELECTED, 2).matrix()).hasSize(204);
        StageWish nearer = far.nearer(1);
        assertThat(nearer.closeness()).isEqualTo(Closeness.NUMBERS);
        assertThat(LaneChoice.of(many(), nearer, SELECTED, 2).compact()).hasSize(204);
        StageWish closest = nearer.nearer(1).nearer(1);
        assertThat(closest.closeness()).isEqualTo(Closeness.MESSAGES);
        LaneChoice lanes = LaneChoice.of(many(), closest.pinning(PINNED), SELECTED, 2);
        assertThat(names(lanes.lanes())).hasSize(204).startsWith("queue-007", "billing");
        assertThat(lanes.docked()).isEmpty();
    }

    @Test
    void a_click_finds_its_row() {
        MatrixGrid grid = new MatrixGrid(740, 3, 180, 1);
        for (int queue = 0; queue < 180; queue++) {
            assertThat(grid.at(grid.x(queue) + 2, grid.y(queue) + 2)).isEqualTo(queue);
        }
        assertThat(grid.at(-1, 5)).isEqualTo(-1);
        assertThat(grid.at(20, 2)).isEqualTo(-1);
        assertThat(grid.x(179) + grid.blockWidth()).isLessThanOrEqualTo(752);
    }
}
