package mirrorlab.ui.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.QueueName;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class StageModelsTest {

    private static StageModel model(Story story) {
        return StageModels.of(moment(story));
    }

    private static Moment moment(Story story) {
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        return desk.timeline().shown();
    }

    private static Lane lane(Story story, String queue) {
        return model(story).lanes().stream().filter(lane -> lane.queue().equals(QueueName.of(queue))).findFirst()
                .orElseThrow();
    }

    @Test
    void a_late_mirror_lacks_the_old_head() {
        Cell mirror = lane(new Story().welcomeBeforeKill(), "orders").cells().get(1);
        assertThat(mirror.kind()).isEqualTo(Cell.Kind.UNSYNCHRONISED);
        assertThat(mirror.lacking()).isEqualTo(40);
        assertThat(mirror.segments()).containsExactly(new Segment(Segment.Kind.LACKING, 40),
                new Segment(Segment.Kind.HELD, 25));
    }

    @Test
    void after_the_kill_the_new_master_shows_what_was_lost() {
        Lane lane = lane(new Story().welcome(), "orders");
        assertThat(lane.cells()).extracting(Cell::kind).containsExactly(Cell.Kind.STOPPED_MASTER, Cell.Kind.MASTER,
                Cell.Kind.SYNCHRONISED);
        assertThat(lane.cells().get(1).segments()).containsExactly(new Segment(Segment.Kind.LOST, 40),
                new Segment(Segment.Kind.HELD, 25));
        assertThat(lane.cells().get(1).lost()).isEqualTo("m1…m40");
    }

    @Test
    void between_the_masters_death_and_the_promotion_a_mirror_lacks_what_it_lacked() {
        Story story = new Story().welcomeBeforeKill().lab(new Happening.NodeDied(Story.R1, 4772, 137, List.of()))
                .node(Story.R2, new Happening.PeerDown(Story.R2, Story.R1));
        Cell mirror = lane(story, "orders").cells().get(1);
        assertThat(mirror.kind()).isEqualTo(Cell.Kind.UNSYNCHRONISED);
        assertThat(mirror.segments()).containsExactly(new Segment(Segment.Kind.LACKING, 40),
                new Segment(Segment.Kind.HELD, 25));
        Row.Spot spot = new Rows().of(moment(story)).getFirst().cells().get(1);
        assertThat(spot.number()).isEqualTo(40);
        assertThat(spot.share()).isCloseTo(25 / 65.0, Offset.offset(1e-9));
    }

    @Test
    void all_bars_of_a_lane_share_one_axis() {
        assertThat(lane(new Story().welcome(), "orders").cells().stream()
                .filter(cell -> cell.kind() != Cell.Kind.STOPPED_MASTER)
                .map(Cell::axis)).containsOnly(65L);
    }

    @Test
    void a_copy_that_has_not_arrived_stands_on_the_wire() {
        assertThat(lane(new Story().welcome().others(), "audit").wires()).containsExactly(new Lane.Wire(1, 2, 1));
    }

    @Test
    void a_queue_without_master_waits_for_its_node() {
        Lane lane = lane(new Story().welcome().others(), "billing");
        assertThat(lane.standing()).isEqualTo(Lane.Standing.DOWN);
        assertThat(lane.waitsFor()).isEqualTo(Story.R1);
    }

    @Test
    void a_syncing_queue_counts_what_waits() {
        Lane lane = lane(new Story().welcome().others(), "jobs");
        assertThat(lane.standing()).isEqualTo(Lane.Standing.SYNCING);
        assertThat(lane.syncPercent()).isEqualTo(37);
        assertThat(lane.waitingPublishes()).isEqualTo(2);
        assertThat(lane.waitingOther()).isEqualTo(1);
        assertThat(lane.cells().get(2).kind()).isEqualTo(Cell.Kind.SYNCING);
    }

    @Test
    void nodes_keep_their_columns() {
        assertThat(model(new Story().welcome()).nodes()).extracting(NodeColumn::name).containsExactly(Story.R1,
                Story.R2, Story.R3);
        assertThat(model(new Story().welcome()).nodes().getFirst()).satisfies(node -> {
            assertThat(node.state()).isEqualTo(NodeColumn.State.KILLED);
            assertThat(node.exitStatus()).isEqualTo(137);
        });
    }

    @Test
    void bar_lengths_fill_the_width_and_hide_nothing() {
        double[] widths = DepthBarPainter.widths(
                List.of(new Segment(Segment.Kind.LACKING, 1), new Segment(Segment.Kind.HELD, 1_000_000)), 200);
        assertThat(widths[0] + widths[1]).isEqualTo(200);
        assertThat(widths[0]).isGreaterThanOrEqualTo(12);
    }

    @Test
    void what_is_on_its_way_is_no_lack() {
        Story late = new Story().welcomeBeforeKill().holds(Story.ORDERS, Story.replica(Story.R1, 1), "master", 1, 70,
                0);
        assertThat(lane(late, "orders").cells().get(1).segments()).containsExactly(
                new Segment(Segment.Kind.LACKING, 40), new Segment(Segment.Kind.HELD, 25),
                new Segment(Segment.Kind.COMING, 5));
        Story level = new Story().welcome().holds(Story.ORDERS, Story.replica(Story.R2, 1), "master", 41, 66, 0);
        assertThat(lane(level, "orders").cells().get(2).segments()).containsExactly(
                new Segment(Segment.Kind.EMPTY, 40), new Segment(Segment.Kind.HELD, 25),
                new Segment(Segment.Kind.COMING, 1));
        assertThat(DepthBarPainter.widths(
                List.of(new Segment(Segment.Kind.HELD, 999), new Segment(Segment.Kind.COMING, 1)), 200)[1])
                .isLessThan(1);
    }

    @Test
    void a_lane_of_which_nothing_was_told_is_not_worked_out_again() {
        Story story = new Story().welcomeBeforeKill();
        Desk desk = new Desk(new RecordedLab(story.entries()));
        desk.frame(0);
        StageModels.Kept kept = new StageModels.Kept();
        Lane before = StageModels.of(desk.timeline().shown(), kept).lanes().getFirst();
        assertThat(StageModels.of(desk.timeline().shown(), kept).lanes().getFirst()).isSameAs(before);
        Desk later = new Desk(new RecordedLab(story.welcome().entries()));
        later.frame(0);
        assertThat(StageModels.of(later.timeline().shown(), kept))
                .isEqualTo(StageModels.of(later.timeline().shown()));
    }
}
