package mirrorlab.ui.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Story;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.topology.TopologyLayout.Box;
import mirrorlab.ui.topology.TopologyLayout.Tag;
import mirrorlab.vocabulary.Binding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Places in the drawing.
class TopologyLayoutTest {

    private static TopologyModel model(TopologyStory story) {
        return TopologyModelsTest.model(story.story.entries(), "", false);
    }

    private static TopologyStory shop() {
        return new TopologyStory(new Story().welcome().others()).shop();
    }

    private static TopologyLayout layout(TopologyStory story) {
        return TopologyLayout.of(model(story), 1, 748);
    }

    private static boolean overlap(Box one, Box other) {
        return one.x() < other.right() && other.x() < one.right() && one.y() < other.y() + other.height()
                && other.y() < one.y() + one.height();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 40, 1000})
    void nothing_lies_on_something_else(int queues) {
        TopologyStory story = queues == 0
                ? shop()
                : new TopologyStory(new Story().threeNodes()).large(queues);
        TopologyLayout layout = layout(story);
        List<Box> boxes = new ArrayList<>(layout.boxes().values());
        layout.tags().stream().map(Tag::box).forEach(boxes::add);
        for (int i = 0; i < boxes.size(); i++) {
            for (int j = i + 1; j < boxes.size(); j++) {
                assertThat(overlap(boxes.get(i), boxes.get(j))).as("%s and %s", boxes.get(i), boxes.get(j)).isFalse();
            }
        }
        assertThat(boxes).allSatisfy(each -> {
            assertThat(each.x()).isGreaterThanOrEqualTo(0);
            assertThat(each.y()).isGreaterThanOrEqualTo(0);
            assertThat(each.right()).isLessThanOrEqualTo(layout.width());
            assertThat(each.y() + each.height()).isLessThanOrEqualTo(layout.height());
        });
    }

    @Test
    void equal_models_give_equal_places() {
        assertThat(layout(shop())).isEqualTo(layout(shop()));
    }

    @Test
    void messages_go_from_left_to_right() {
        TopologyLayout layout = layout(shop());
        Box shop = layout.boxes().get(Spot.exchange("shop"));
        Box news = layout.boxes().get(Spot.exchange("news"));
        Box rest = layout.boxes().get(Spot.exchange("rest"));
        Box mail = layout.boxes().get(Spot.queue("mail"));
        assertThat(shop.right()).isLessThan(news.x());
        assertThat(shop.right()).isLessThan(rest.x());
        assertThat(news.right()).isLessThan(mail.x());
    }

    @Test
    void the_default_exchange_stands_below_the_others_of_its_column() {
        TopologyLayout layout = layout(shop());
        Box byName = layout.boxes().get(Spot.exchange(""));
        assertThat(layout.boxes().entrySet()).filteredOn(each -> each.getValue().x() == byName.x())
                .allSatisfy(each -> assertThat(each.getValue().y()).isLessThanOrEqualTo(byName.y()));
    }

    @Test
    void one_more_binding_of_a_queue_moves_no_other_column_about() {
        TopologyStory story = new TopologyStory(new Story().threeNodes()).large(24);
        List<String> before = order(layout(story));
        story.bound("exchange-3", "queue-003", "another", Map.of());
        assertThat(order(layout(story))).isEqualTo(before);
    }

    private static List<String> order(TopologyLayout layout) {
        return layout.boxes().keySet().stream().map(Spot::name).toList();
    }

    @Test
    void few_lines_cross_where_none_has_to() {
        TopologyStory story = new TopologyStory(new Story().threeNodes()).large(48);
        TopologyLayout layout = layout(story);
        List<TopologyLayout.Line> lines = layout.lines().stream()
                .filter(each -> each.edge().kind() == Edge.Kind.BINDING).toList();
        long crossings = 0;
        for (TopologyLayout.Line one : lines) {
            for (TopologyLayout.Line other : lines) {
                double left = one.points().getFirst().y() - other.points().getFirst().y();
                double right = one.points().getLast().y() - other.points().getLast().y();
                crossings += left * right < 0 ? 1 : 0;
            }
        }
        assertThat(crossings).isZero();
    }

    @Test
    void exchanges_in_a_circle_are_placed() {
        TopologyStory story = new TopologyStory(new Story().threeNodes()).known();
        for (String each : List.of("a", "b", "c")) {
            story.all(new Happening.ExchangeRecorded(TopologyStory.exchange(each, "fanout", null)));
        }
        for (String each : List.of("ab", "bc", "ca")) {
            story.all(new Happening.Bound(new Binding(TopologyStory.x(each.substring(0, 1)), false,
                    each.substring(1), "", Map.of())));
        }
        TopologyLayout layout = layout(story);
        assertThat(layout.boxes()).hasSize(4);
        assertThat(layout.lines()).hasSize(3);
    }
}
