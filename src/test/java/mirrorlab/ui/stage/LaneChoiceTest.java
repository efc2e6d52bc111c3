package mirrorlab.ui.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class LaneChoiceTest {
    private static List<Lane> lanes() {
        Desk desk = new Desk(new RecordedLab(new Story().welcome().others().many(200).entries()));
        desk.frame(0);
        return StageModels.of(desk.timeline().shown()).lanes();
    }

    @Test
    void queues_at_risk_and_the_selected_one_have_lanes() {
        LaneChoice choice = LaneChoice.of(lanes(), QueueName.of("queue-150"));
        assertThat(choice.lanes()).hasSize(LaneChoice.MOST_LANES);
        assertThat(choice.lanes()).extracting(lane -> lane.queue().name()).contains("audit", "billing", "jobs",
                "queue-150");
        assertThat(choice.matrix()).hasSize(204 - LaneChoice.MOST_LANES).noneMatch(Lane::isAtRisk);
    }

    @Test
    void few_queues_need_no_matrix() {
        assertThat(LaneChoice.of(lanes().subList(0, 5), null).matrix()).isEmpty();
    }

    @Test
    void a_click_finds_its_row() {
        MatrixGrid grid = new MatrixGrid(740, 3, 180, 1);
        for (int queue = 0; queue < 180; queue++) {
            assertThat(grid.at(grid.x(queue) + 2, grid.y(queue) + 2)).isEqualTo(queue);
        }
        assertThat(grid.at(-1, 5)).isEqualTo(-1);
        assertThat(grid.x(179) + grid.blockWidth()).isLessThanOrEqualTo(752);
    }
}
