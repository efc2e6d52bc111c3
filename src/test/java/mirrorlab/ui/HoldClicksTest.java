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
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterEach;
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
    void direct_copies_are_sent_and_the_masters_word_is_not() throws Exception {
        mirrored("copied");
        hold("direct-copies-sent");
        StepRun publish = new StepRun(Step.of("publish").with("queue", "copied").with("count", 3).with("timeout", 100));
        awaitHeld("direct copies sent at rabbit1, copied");
        await("the master has them", () -> door(0).queue("copied").path("messages").asInt() == 3);
        assertThat(ready("copied", Story.R2)).isZero();
        assertThat(ready("copied", Story.R3)).isZero();
        assertThat(publish.ended()).isFalse();
        press("#release");
        await("all have them", () -> publish.ended() && ready("copied", Story.R3) == 3);
        letGo("direct-copies-sent");
        forget("copied");
    }

    @Test
    void an_operation_has_reached_one_mirror_only_and_the_master_is_killed() throws Exception {
        mirrored("half");
        hold("one-mirror-only");
        StepRun publish = new StepRun(Step.of("publish").with("queue", "half").with("timeout", 100));
        awaitHeld("operation reached one mirror only at rabbit1, half");
        await("rabbit2 has it", () -> ready("half", Story.R2) == 1);
        assertThat(ready("half", Story.R3)).as("rabbit3 has not").isZero();
        press("#kill-rabbit1");
        await("rabbit2 leads it", () -> door(1).queue("half").path("node").asText().equals("rabbit2@localhost"));
        await("rabbit3 was given it", () -> ready("half", Story.R3) == 1);
        await("nothing holds", () -> !isShown("#heldText"));
        await("the publisher knows", publish::ended);
        letGo("one-mirror-only");
        done(Step.of("start").with("node", "rabbit1"));
        forget("half");
    }

    @Test
    void what_was_received_is_not_on_disk_and_dies_with_its_node() throws Exception {
        done(Step.of("declare_queue").with("queue", "paper").with("node", "rabbit3"));
        done(Step.of("publish").with("queue", "paper").with("count", 2));
        hold("not-on-disk");
        StepRun publish = new StepRun(Step.of("publish").with("queue", "paper").with("timeout", 100));
        awaitHeld("received, not on disk at rabbit3, paper");
        await("it is in memory", () -> door(0).queue("paper").path("messages").asInt() == 3);
        press("#kill-rabbit3");
        await("the publisher knows", publish::ended);
        letGo("not-on-disk");
        press("#start-rabbit3");
        await("two had been on disk", () -> door(0).queue("paper").path("messages").asInt() == 2);
        await("one is lost", () -> account("paper").path("fates").path("lost").path("count").asInt() == 1);
    }

    @Test
    void the_master_is_suspected_and_the_class_publishes_and_changes_the_policy_meanwhile() throws Exception {
        mirrored("doubt");
        hold("master-suspected");
        press("#kill-rabbit1");
        awaitHeld("master suspected at rabbit2, doubt");
        assertThat(door(1).queue("doubt").path("node").asText()).as("nobody took over").isEqualTo("rabbit1@localhost");
        StepRun publish = new StepRun(Step.of("publish").with("queue", "doubt").with("node", "rabbit3")
                .with("timeout", 100));
        done(Step.of("set_policy").with("name", "ha-doubt").with("pattern", "^doubt$").with("definition", Map.of(
                "ha-mode", "nodes", "ha-params", List.of("rabbit2@localhost"))));
        assertThat(publish.ended()).isFalse();
        assertThat(isShown("#heldText")).isTrue();
        key(KeyCode.H);
        await("rabbit2 leads, as the new policy wants alone", () -> door(1).queue("doubt").path("node").asText()
                .equals("rabbit2@localhost") && door(1).queue("doubt").path("slave_nodes").isEmpty());
        await("the message arrived", () -> publish.ended() && door(1).queue("doubt").path("messages").asInt() == 1);
        letGo("master-suspected");
        done(Step.of("start").with("node", "rabbit1"));
        forget("doubt");
    }

    @Test
    void a_synchronisation_goes_batch_by_batch() throws Exception {
        done(Step.of("declare_queue").with("queue", "batches").with("node", "rabbit2"));
        done(Step.of("publish").with("queue", "batches").with("count", 30));
        done(Step.of("set_policy").with("name", "ha-batches").with("pattern", "^batches$").with("definition",
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit2@localhost", "rabbit3@localhost"),
                        "ha-sync-batch-size", 10)));
        select("batches");
        hold("between-batches");
        press("#sync-batches");
        awaitHeld("between synchronisation batches at rabbit2, batches");
        assertThat(door(1).queue("batches").path("state").asText()).isEqualTo("syncing");
        awaitText("#lane-batches .lane-standing", said -> said.contains("33"));
        key(KeyCode.H);
        awaitText("#lane-batches .lane-standing", said -> said.contains("67"));
        awaitHeld("between synchronisation batches at rabbit2, batches");
        letGo("between-batches");
        await("it is synchronised", () -> door(1).queue("batches").path("synchronised_slave_nodes").size() == 1);
    }

    @Test
    void every_moment_of_the_sheet_becomes_a_step_of_the_scenario() throws Exception {
        for (HoldPoint each : HoldPoint.values()) {
            hold(each.key());
            letGo(each.key());
        }
        await("each was appended twice", () -> {
            List<Step> steps = lab.player().status().steps();
            return List.of(HoldPoint.values()).stream()
                    .allMatch(point -> List.of("hold_at", "clear_hold").stream().allMatch(kind -> steps.stream()
                            .anyMatch(step -> step.kind().equals(kind)
                                    && step.json().path("point").asText().equals(point.word()))));
        });
    }

    private void mirrored(String queue) throws Exception {
        done(Step.of("set_policy").with("name", "ha-" + queue).with("pattern", "^" + queue + "$").with("definition",
                Map.of("ha-mode", "nodes", "ha-params",
                        List.of("rabbit1@localhost", "rabbit2@localhost", "rabbit3@localhost"))));
        done(Step.of("declare_queue").with("queue", queue).with("node", "rabbit1"));
        await("both mirrors are synchronised",
                () -> door(0).queue(queue).path("synchronised_slave_nodes").size() == 2);
        await("its eldest mirror is rabbit2", () -> door(0).queue(queue).path("slave_nodes").get(0).asText()
                .equals("rabbit2@localhost"));
    }

    /// The next test has its own.
    private void forget(String queue) throws Exception {
        done(Step.of("delete_queue").with("queue", queue));
        done(Step.of("clear_policy").with("name", "ha-" + queue));
    }

    @AfterEach
    void nothingHolds() throws Exception {
        done(Step.of("clear_hold"));
    }

    /// In the sheet; its chip stands over the stage then.
    private void hold(String point) throws Exception {
        press("#holds");
        awaitSheet(FxmlFile.HOLDS_SHEET);
        choose("#hold-" + point);
        await("the chip is there", () -> isShown("#remove-" + point));
        click("#close");
        awaitNoSheet();
    }

    private void letGo(String point) {
        press("#remove-" + point);
        await("nothing holds there any more", () -> !isShown("#remove-" + point));
        awaitTaken("clear_hold");
    }

    private void awaitHeld(String where) {
        awaitText("#heldText", said -> said.contains(where));
    }

    private long ready(String queue, NodeName node) {
        return seen(() -> desk.timeline().live().queue(QueueName.of(queue)).orElseThrow().replicaOn(node).orElseThrow()
                .readyCount());
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
