package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.input.KeyCode;
import mirrorlab.journal.Happening;
import mirrorlab.lab.clients.LabClient;
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
        key(KeyCode.Q);
        awaitSheet(FxmlFile.QUEUE_FORM);
        type("#name", "tasks");
        choose("#node", "rabbit2");
        click("#apply");
        await("tasks is declared", () -> door(0).queue("tasks").path("node").asText().equals("rabbit2@localhost"));
        awaitNoSheet();
        await("its lane is there", () -> isShown("#lane-tasks"));
        await("another node says so, too", () -> door(1).queue("tasks").path("durable").asBoolean());
    }

    @Test
    @Order(2)
    void a_policy_places_mirrors_and_a_bad_one_is_refused_in_the_form() throws Exception {
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        click("#modeExactly");
        type("#params", "zwei");
        click("#apply");
        await("it is refused in the form", () -> isShown("#refusal"));
        assertThat(text("#refusal")).contains("ha-mode=\"exactly\" takes an integer");
        click("#modeAll");
        click("#apply");
        await("tasks has two mirrors", () -> door(0).queue("tasks").path("slave_nodes").size() == 2);
        await("both are in sync, the queue is empty",
                () -> door(0).queue("tasks").path("synchronised_slave_nodes").size() == 2);
        awaitNoSheet();
    }

    @Test
    @Order(3)
    void messages_are_published_fetched_and_consumed() throws Exception {
        select("tasks");
        key(KeyCode.P);
        await("100 messages", () -> door(0).queue("tasks").path("messages").asInt() == 100);
        key(KeyCode.G);
        awaitSheet(FxmlFile.GET_FORM);
        choose("#node", "rabbit3");
        type("#count", "3");
        click("#apply");
        await("three are gone", () -> door(0).queue("tasks").path("messages").asInt() == 97);
        closeSheet();
        key(KeyCode.C);
        awaitSheet(FxmlFile.CONSUME_FORM);
        click("#apply");
        await("five are unacknowledged", () -> door(0).queue("tasks").path("messages_unacknowledged").asInt() == 5);
        await("they have come to the consumer", () -> lab.clients().stream()
                .anyMatch(each -> each instanceof LabClient.Consumer consumer && consumer.waiting() == 5));
        press("#ack-c1");
        await("five are acknowledged", () -> door(0).queue("tasks").path("messages").asInt() == 92);
        press("#cancel-c1");
        await("no consumer is left", () -> door(0).queue("tasks").path("consumers").asInt(-1) == 0);
    }

    @Test
    @Order(4)
    void the_welcome_scenario_is_stepped_to_the_loss() throws Exception {
        for (String kind : List.of("declare_queue", "set_policy", "publish", "get", "consume", "ack", "cancel")) {
            awaitTaken(kind);
        }
        int byHand = lab.player().status().next();
        assertThat(byHand).isEqualTo(7);
        for (int step = 1; step <= 5; step++) {
            int played = byHand + step;
            press("#step");
            await("step " + step + " is played",
                    () -> seen(() -> desk.scenario().get().next() == played && !desk.scenario().get().playing()));
        }
        await("the next one leads it",
                () -> door(1).queue("orders").path("node").asText().equals("rabbit2@localhost"));
        await("25 messages are left", () -> door(1).queue("orders").path("messages").asInt() == 25);
        select("orders");
        awaitText("#account-lost", "40"::equals);
        await("a card says why", () -> isShown(".cause-promotion"));
    }

    @Test
    @Order(5)
    void a_node_is_started_again_and_is_a_new_empty_mirror() throws Exception {
        press("#start-rabbit1");
        await("rabbit1 serves", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
        await("it is a mirror",
                () -> door(1).queue("orders").path("slave_nodes").toString().contains("rabbit1@localhost"));
        JsonNode synchronised = door(1).queue("orders").path("synchronised_slave_nodes");
        assertThat(synchronised.isArray()).isTrue();
        assertThat(synchronised.toString()).doesNotContain("rabbit1@localhost");
    }

    @Test
    @Order(6)
    void it_is_synchronised_on_command() throws Exception {
        select("orders");
        await("Synchronise is offered", () -> isShown("#sync-orders"));
        press("#sync-orders");
        await("rabbit1 is in sync", () -> door(1).queue("orders").path("synchronised_slave_nodes").toString()
                .contains("rabbit1@localhost"));
    }

    @Test
    @Order(7)
    void the_past_is_shown_while_the_cluster_runs_on() throws Exception {
        int before = seen(() -> desk.timeline().live().entries());
        press("#previous");
        await("the past is shown", () -> seen(() -> desk.timeline().isPast()));
        await("the banner says so", () -> isShown("#pastBanner"));
        lab.perform(mirrorlab.lab.scenario.Step.of("publish").with("queue", "orders").with("count", 1))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        await("the cluster runs on", () -> seen(() -> desk.timeline().live().entries()) > before);
        assertThat(seen(() -> desk.timeline().isPast())).isTrue();
        int shown = seen(() -> desk.timeline().shown().entries());
        drag("#track", -350);
        await("dragging goes further back", () -> seen(() -> desk.timeline().shown().entries()) < shown);
        drop();
        press("#pastNow");
        await("now is shown", () -> !seen(() -> desk.timeline().isPast()));
    }

    @Test
    @Order(8)
    void a_node_is_stopped_cleanly() throws Exception {
        press("#stop-rabbit3");
        await("rabbit3 has stopped", () -> lab.recording().since(0).stream().anyMatch(
                entry -> entry.happening() instanceof Happening.NodeStopped it && it.node().equals(Story.R3)));
        await("its card offers to start it", () -> isShown("#start-rabbit3"));
        await("its mirror is gone", () -> door(1).queue("orders").path("slave_nodes").isArray()
                && !door(1).queue("orders").path("slave_nodes").toString().contains("rabbit3"));
    }

    @Test
    @Order(9)
    void theme_and_language_change_at_run_time() throws Exception {
        key(KeyCode.T);
        await("it is dark", () -> seen(() -> desk.theme().get()) == Theme.DARK);
        key(KeyCode.L);
        await("it is Chinese", () -> seen(() -> desk.language().get()) == Language.CHINESE);
        await("lanes are there again", () -> isShown("#lane-orders"));
        awaitText("#step", said -> !said.isBlank());
        key(KeyCode.SHIFT, KeyCode.SLASH);
        awaitSheet(FxmlFile.KEYS);
        closeSheet();
    }
}
