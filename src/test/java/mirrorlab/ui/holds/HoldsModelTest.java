package mirrorlab.ui.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.lab.Texts;
import mirrorlab.ui.Story;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Test;

class HoldsModelTest {
    private static final String PROMOTION = HoldPoint.BEFORE_PROMOTION.word();
    private final Story story = new Story().threeNodes();

    @Test
    void a_point_that_all_nodes_know_is_one_chip() {
        for (NodeName each : List.of(Story.R1, Story.R2, Story.R3)) {
            story.node(each, new Happening.HoldPointSet(each, PROMOTION, null));
        }
        story.node(Story.R2,
                new Happening.HoldPointSet(Story.R2, HoldPoint.NOT_ON_DISK.word(), Story.ORDERS));
        assertThat(model().chips()).containsExactly(new HoldsModel.Chip(HoldPoint.BEFORE_PROMOTION, null),
                new HoldsModel.Chip(HoldPoint.NOT_ON_DISK, Story.ORDERS));
        assertThat(model().isSet(HoldPoint.BEFORE_PROMOTION)).isTrue();
        assertThat(model().isSet(HoldPoint.BEFORE_CONFIRM)).isFalse();
    }

    @Test
    void what_holds_is_said_by_point_and_ends_with_its_node() {
        held(Story.R2, "orders");
        held(Story.R2, "invoices");
        held(Story.R3, "orders");
        HoldWords words = new HoldWords(Texts.english());
        assertThat(words.groups(model().held()))
                .isEqualTo("before promotion at rabbit2, rabbit3, orders and 1 more");
        story.node(Story.R3, new Happening.Released(Story.R3, PROMOTION, Story.ORDERS, "released"));
        story.lab(new Happening.NodeDied(Story.R2, 0, 137, List.of()));
        assertThat(model()).isEqualTo(HoldsModel.NONE);
    }

    @Test
    void slow_motion_is_a_speed_and_what_passes_is_no_hold() {
        story.node(Story.R1, new Happening.PaceSet(Story.R1, 1800));
        story.node(Story.R1, new Happening.Held(Story.R1, HoldPoint.DIRECT_COPIES_SENT.word(), Story.ORDERS, 1800));
        assertThat(model().speed()).isCloseTo(0.1, within(1e-9));
        assertThat(model().held()).isEmpty();
        assertThat(new HoldWords(Texts.english()).slow(model()))
                .isEqualTo("Slow motion, 1/10 of real: direct copies sent at rabbit1, orders");
    }

    @Test
    void the_slider_goes_from_a_tenth_to_real() {
        assertThat(HoldControlsController.speed(0)).isCloseTo(0.1, within(1e-9));
        assertThat(HoldControlsController.speed(1)).isEqualTo(1);
        assertThat(HoldControlsController.speed(0.5)).isCloseTo(0.316, within(1e-3));
    }

    private void held(NodeName node, String queue) {
        story.node(node, new Happening.Held(node, PROMOTION, QueueName.of(queue), 0));
    }

    private HoldsModel model() {
        ClusterPicture picture = new ClusterPicture();
        story.entries().forEach(picture::apply);
        return HoldsModel.of(picture);
    }
}
