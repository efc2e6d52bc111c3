package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.CheckBox;
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
        key(KeyCode.H);
        awaitSheet(FxmlFile.HOLDS_SHEET);
        choose("#hold-before-promotion");
        await("the chip is there", () -> isShown("#remove-before-promotion"));
        click("#close");
        select("orders");
        key(KeyCode.K);
        await("the banner says what holds", () -> isShown("#heldText")
                && text("#heldText").equals("Held: before promotion at rabbit2, orders"));
        assertThat(door(1).queue("orders").path("node").asText()).as("nobody is promoted")
                .isEqualTo("rabbit1@localhost");
        await("the scrub bar has a mark", () -> seen(() -> desk.timeline().marks()).stream()
                .anyMatch(mark -> mark.shape() == Mark.Shape.HOLD));
        key(KeyCode.H);
        await("rabbit2 is promoted",
                () -> door(1).queue("orders").path("node").asText().equals("rabbit2@localhost"));
        await("with all messages", () -> door(1).queue("orders").path("messages").asInt() == 5);
        await("the banner goes", () -> !isShown("#heldText"));
        press("#remove-before-promotion");
        await("the chip goes", () -> !isShown("#remove-before-promotion"));
        done(Step.of("start").with("node", "rabbit1"));
    }

    @Test
    void a_hold_for_one_queue_leaves_the_others_alone() throws Exception {
        done(Step.of("declare_queue").with("queue", "slow").with("node", "rabbit2"));
        done(Step.of("declare_queue").with("queue", "quick").with("node", "rabbit2"));
        await("their lanes are there", () -> isShown("#lane-quick"));
        select("slow");
        press("#holds");
        awaitSheet(FxmlFile.HOLDS_SHEET);
        click("#oneQueue");
        choose("#hold-before-confirm");
        await("the chip names the queue", () -> isShown(".hold-chip-name"));
        StepRun held = new StepRun(Step.of("publish").with("queue", "slow").with("timeout", 60));
        await("it is held", () -> isShown("#heldText"));
        done(Step.of("publish").with("queue", "quick"));
        assertThat(held.ended()).isFalse();
        await("the message is there", () -> door(1).queue("slow").path("messages").asInt() == 1);
        click("#clear");
        await("it is confirmed", held::ended);
        await("the box is empty", () -> !seen(() -> robot.lookup("#hold-before-confirm").queryAs(CheckBox.class)
                .isSelected()));
        click("#close");
    }

    @Test
    void slow_motion_is_set_with_the_slider_and_said() throws Exception {
        Slider speed = seen(() -> robot.lookup("#speed").queryAs(Slider.class));
        Toolkit.run(() -> speed.setValue(0));
        await("every node is slow", () -> seen(() -> desk.timeline().live().picture().pace()) == 1800);
        awaitText("#speedWord", "1/10"::equals);
        awaitText("#slow-text", said -> said.startsWith("Slow motion, 1/10 of real"));
        await("and so it is drawn", () -> Math.abs(seen(() -> desk.speed().get()) - 0.1) < 0.001);
        Toolkit.run(() -> speed.setValue(1));
        await("real again", () -> seen(() -> desk.timeline().live().picture().pace()) == 0);
        await("the frame says nothing more", () -> !isShown("#slow-text"));
    }

    /// The list may have to be scrolled to it.
    private void choose(String box) {
        press(box);
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
