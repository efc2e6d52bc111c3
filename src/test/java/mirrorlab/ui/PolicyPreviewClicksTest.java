package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// Before a policy is applied the form and the stage show what it would change; afterwards just that has changed.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PolicyPreviewClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    @Order(1)
    void ghosts_come_before_the_mirrors() throws Exception {
        lab.perform(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1")).toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        await("it is seen", () -> seen(() -> !desk.timeline().live().queues().isEmpty()));
        select("orders");
        robot.push(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        await("two mirrors would come", () -> said().contains("orders: new mirrors: "));
        assertThat(said()).contains("rabbit2").contains("rabbit3");
        await("the stage says so", () -> robot.lookup("#lane-orders .forecast").tryQuery().isPresent());
        List<NodeName> added = seen(() -> desk.draft().get().queues().getFirst().added());
        assertThat(door(0).queue("orders").path("slave_nodes").size()).as("nothing is set").isZero();
        type("#pattern", "^nothing");
        await("now nobody is concerned", () -> said().contains("finds no queue"));
        type("#pattern", "^orders");
        await("again", () -> said().contains("new mirrors"));
        click("#apply");
        await("they are there", () -> door(0).queue("orders").path("slave_nodes").size() == 2);
        assertThat(door(0).queue("orders").path("slave_nodes").toString())
                .isEqualTo("[\"" + added.get(0).value() + "\",\"" + added.get(1).value() + "\"]");
        await("the ghosts are gone", () -> seen(() -> desk.draft().get()) == null);
    }

    @Test
    @Order(2)
    void a_refusal_is_told_before_it_is_applied() throws Exception {
        robot.push(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        await("the preview is there", () -> !said().isEmpty());
        Toolkit.run(() -> robot.lookup("#pattern").queryTextInputControl().setText("("));
        await("the cluster's words", () -> said().contains("should be regular expression but is invalid"));
    }

    private String said() {
        return seen(() -> robot.lookup("#preview").queryAs(Label.class).getText());
    }
}
