package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.timeline.Mark;
import org.junit.jupiter.api.Test;

/// Hold points and slow motion, clicked on embedded nodes; the nodes' doors say whether they stand.
class HoldClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    void the_cluster_stands_before_the_promotion_until_it_is_released() throws Exception {
        done(Step.of("set_policy").with("name", "ha").with("pattern", "^orders$").with("definition",
                Map.of("ha-mode", "nodes", "ha-params",
                        List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"))));
        done(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
        done(Step.of("publish").with("queue", "orders").with("count", 5));
        await("both mirrors are synchronised",
                () -> door(0).queue("orders").path("synchronised_slave_nodes").size() == 2);
        robot.push(KeyCode.H);
        awaitSheet(FxmlFile.HOLDS_SHEET);
        choose("#hold-before-promotion");
        await("the chip is there", () -> robot.lookup("#remove-before-promotion").tryQuery().isPresent());
        click("#close");
        select("orders");
        robot.push(KeyCode.K);
        await("the banner says what holds", () -> visible("#heldText")
                && text("#heldText").equals("Held: before promotion at rabbit2, orders"));
        assertThat(door(1).queue("orders").path("node").asText()).as("nobody is promoted")
                .isEqualTo("rabbit1@localhost");
        await("the scrub bar has a mark", () -> seen(() -> desk.timeline().marks()).stream()
                .anyMatch(mark -> mark.shape() == Mark.Shape.HOLD));
        robot.push(KeyCode.H);
        await("rabbit2 is promoted",
                () -> door(1).queue("orders").path("node").asText().equals("rabbit2@localhost"));
        assertThat(door(1).queue("orders").path("messages").asInt()).isEqualTo(5);
        await("the banner goes", () -> !visible("#heldText"));
        robot.clickOn("#remove-before-promotion");
        await("the chip goes", () -> robot.lookup("#remove-before-promotion").tryQuery().isEmpty());
        done(Step.of("start").with("node", "rabbit1"));
    }

    @Test
    void a_hold_for_one_queue_leaves_the_others_alone() throws Exception {
        done(Step.of("declare_queue").with("queue", "slow").with("node", "rabbit2"));
        done(Step.of("declare_queue").with("queue", "quick").with("node", "rabbit2"));
        await("their lanes are there", () -> robot.lookup("#lane-quick").tryQuery().isPresent());
        select("slow");
        robot.clickOn("#holds");
        awaitSheet(FxmlFile.HOLDS_SHEET);
        click("#oneQueue");
        choose("#hold-before-confirm");
        await("the chip names the queue", () -> robot.lookup(".hold-chip-name").tryQuery().isPresent());
        StepRun held = new StepRun(Step.of("publish").with("queue", "slow").with("timeout", 60));
        await("it is held", () -> visible("#heldText"));
        done(Step.of("publish").with("queue", "quick"));
        assertThat(held.ended()).isFalse();
        assertThat(door(1).queue("slow").path("messages").asInt()).isEqualTo(1);
        click("#clear");
        await("it is confirmed", held::ended);
        await("the box is empty", () -> !seen(() -> robot.lookup("#hold-before-confirm").queryAs(CheckBox.class)
                .isSelected()));
        click("#close");
    }

    @Test
    void slow_motion_is_set_with_the_slider_and_said() throws Exception {
        Slider speed = robot.lookup("#speed").queryAs(Slider.class);
        Toolkit.run(() -> speed.setValue(0));
        await("every node is slow", () -> seen(() -> desk.timeline().live().picture().pace()) == 1800);
        assertThat(text("#speedWord")).isEqualTo("1/10");
        await("the frame says so", () -> robot.lookup("#slow-text").tryQuery().isPresent());
        assertThat(text("#slow-text")).startsWith("Slow motion, 1/10 of real");
        assertThat(seen(() -> desk.speed().get())).isBetween(0.099, 0.101);
        Toolkit.run(() -> speed.setValue(1));
        await("real again", () -> seen(() -> desk.timeline().live().picture().pace()) == 0);
        await("the frame says nothing more", () -> robot.lookup("#slow-text").tryQuery().isEmpty());
    }

    /// The list may have to be scrolled to it.
    private void choose(String box) {
        Toolkit.run(() -> robot.lookup(box).queryAs(CheckBox.class).fire());
    }

    private boolean visible(String id) {
        return robot.lookup(id).tryQuery().map(node -> node.getParent().isVisible()).orElse(false);
    }

    private String text(String id) {
        return seen(() -> robot.lookup(id).queryAs(Label.class).getText());
    }

    private void done(Step step) throws Exception {
        assertThat(lab.perform(step).toCompletableFuture().get(60, TimeUnit.SECONDS).ok()).isTrue();
    }

    /// A step that nobody waits for.
    private final class StepRun {
        private final CompletableFuture<?> end;

        StepRun(Step step) {
            end = lab.perform(step).toCompletableFuture();
        }

        boolean ended() {
            return end.isDone();
        }
    }
}
