package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// A person's way through the window, on real embedded nodes; what is asserted is what the nodes' doors say.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClickThroughTest extends LabWindow {
    @Override
    Scenario scenario() {
        return ShippedScenario.welcome();
    }

    @Test
    @Order(1)
    void a_queue_is_declared_in_the_form_on_a_chosen_node() throws Exception {
        robot.push(KeyCode.Q);
        awaitSheet(FxmlFile.QUEUE_FORM);
        click("#name");
        robot.write("tasks");
        choose("#node", "rabbit2");
        click("#apply");
        await("tasks is declared", () -> door(0).queue("tasks").path("node").asText().equals("rabbit2@localhost"));
        await("the form closes", () -> seen(() -> desk.sheet().get()) == null);
        await("its lane is there", () -> robot.lookup("#lane-tasks").tryQuery().isPresent());
        assertThat(door(1).queue("tasks").path("durable").asBoolean()).isTrue();
    }

    @Test
    @Order(2)
    void a_policy_places_mirrors_and_a_bad_one_is_refused_in_the_form() throws Exception {
        robot.push(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        click("#modeExactly");
        type("#params", "zwei");
        click("#apply");
        await("it is refused in the form", () -> robot.lookup("#refusal").queryAs(Label.class).isVisible());
        assertThat(robot.lookup("#refusal").queryAs(Label.class).getText())
                .contains("ha-mode=\"exactly\" takes an integer");
        click("#modeAll");
        click("#apply");
        await("tasks has two mirrors", () -> door(0).queue("tasks").path("slave_nodes").size() == 2);
        await("both are in sync, the queue is empty",
                () -> door(0).queue("tasks").path("synchronised_slave_nodes").size() == 2);
    }

    @Test
    @Order(3)
    void messages_are_published_fetched_and_consumed() throws Exception {
        robot.push(KeyCode.P);
        await("100 messages", () -> door(0).queue("tasks").path("messages").asInt() == 100);
        robot.push(KeyCode.G);
        awaitSheet(FxmlFile.GET_FORM);
        choose("#node", "rabbit3");
        type("#count", "3");
        click("#apply");
        await("three are gone", () -> door(0).queue("tasks").path("messages").asInt() == 97);
        robot.push(KeyCode.ESCAPE);
        robot.push(KeyCode.ESCAPE);
        await("the form closes", () -> seen(() -> desk.sheet().get()) == null);
        robot.push(KeyCode.C);
        awaitSheet(FxmlFile.CONSUME_FORM);
        click("#apply");
        await("five are unacknowledged", () -> door(0).queue("tasks").path("messages_unacknowledged").asInt() == 5);
        await("its card is there", () -> robot.lookup("#ack-c1").tryQuery().isPresent());
        robot.clickOn("#ack-c1");
        await("five are acknowledged", () -> door(0).queue("tasks").path("messages").asInt() == 92);
        robot.clickOn("#cancel-c1");
        await("no consumer is left", () -> door(0).queue("tasks").path("consumers").asInt() == 0);
    }

    @Test
    @Order(4)
    void the_welcome_scenario_is_stepped_to_the_loss() throws Exception {
        await("what was done by hand stands in the scenario, too", () -> {
            var status = lab.player().status();
            return status.next() > 0 && status.steps().get(status.next() - 1).kind().equals("cancel");
        });
        int byHand = lab.player().status().next();
        for (int step = 1; step <= 5; step++) {
            int played = byHand + step;
            await("Step can be pressed", () -> !robot.lookup("#step").query().isDisabled());
            robot.clickOn("#step");
            await("step " + step + " is played",
                    () -> lab.player().status().next() == played && !lab.player().status().playing());
        }
        JsonNode orders = door(1).queue("orders");
        assertThat(orders.path("node").asText()).isEqualTo("rabbit2@localhost");
        await("25 messages are left", () -> door(1).queue("orders").path("messages").asInt() == 25);
        select("orders");
        await("the account says 40", () -> robot.lookup("#account-lost").tryQuery().isPresent()
                && robot.lookup("#account-lost").queryAs(Label.class).getText().equals("40"));
        await("a card says why", () -> robot.lookup(".cause-promotion").tryQuery().isPresent());
    }

    @Test
    @Order(5)
    void a_node_is_started_again_and_is_a_new_empty_mirror() throws Exception {
        robot.clickOn("#start-rabbit1");
        await("rabbit1 serves", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
        await("it is a mirror",
                () -> door(1).queue("orders").path("slave_nodes").toString().contains("rabbit1@localhost"));
        assertThat(door(1).queue("orders").path("synchronised_slave_nodes").toString())
                .doesNotContain("rabbit1@localhost");
    }

    @Test
    @Order(6)
    void it_is_synchronised_on_command() throws Exception {
        select("orders");
        await("Synchronise is offered", () -> robot.lookup("#sync-orders").query().isVisible());
        robot.clickOn("#sync-orders");
        await("rabbit1 is in sync", () -> door(1).queue("orders").path("synchronised_slave_nodes").toString()
                .contains("rabbit1@localhost"));
    }

    @Test
    @Order(7)
    void the_past_is_shown_while_the_cluster_runs_on() throws Exception {
        int before = seen(() -> desk.timeline().live().entries());
        robot.clickOn("#previous");
        await("the past is shown", () -> seen(() -> desk.timeline().isPast()));
        await("the banner says so", () -> robot.lookup("#pastBanner").query().isVisible());
        lab.perform(mirrorlab.lab.scenario.Step.of("publish").with("queue", "orders").with("count", 1))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        await("the cluster runs on", () -> seen(() -> desk.timeline().live().entries()) > before);
        assertThat(seen(() -> desk.timeline().isPast())).isTrue();
        int shown = seen(() -> desk.timeline().shown().entries());
        robot.drag("#track").moveBy(-350, 0);
        await("dragging goes further back", () -> seen(() -> desk.timeline().shown().entries()) < shown);
        robot.drop();
        robot.clickOn("#pastNow");
        await("now is shown", () -> !seen(() -> desk.timeline().isPast()));
    }

    @Test
    @Order(8)
    void a_node_is_stopped_cleanly() throws Exception {
        robot.clickOn("#stop-rabbit3");
        await("rabbit3 has stopped", () -> lab.recording().since(0).stream().anyMatch(
                entry -> entry.happening() instanceof Happening.NodeStopped it && it.node().equals(Story.R3)));
        await("its card offers to start it", () -> robot.lookup("#start-rabbit3").query().isVisible());
        assertThat(door(1).queue("orders").path("slave_nodes").toString()).doesNotContain("rabbit3");
    }

    @Test
    @Order(9)
    void theme_and_language_change_at_run_time() throws Exception {
        robot.push(KeyCode.T);
        await("it is dark", () -> seen(() -> desk.theme().get()) == Theme.DARK);
        robot.push(KeyCode.L);
        await("it is Chinese", () -> seen(() -> desk.language().get()) == Language.CHINESE);
        await("lanes are there again", () -> robot.lookup("#lane-orders").tryQuery().isPresent());
        assertThat(robot.lookup("#step").queryLabeled().getText()).isNotBlank();
        robot.push(KeyCode.SHIFT, KeyCode.SLASH);
        awaitSheet(FxmlFile.KEYS);
        robot.push(KeyCode.ESCAPE);
    }
}
