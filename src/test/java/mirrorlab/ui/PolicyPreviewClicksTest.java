package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        done(Step.of("declare_queue").with("queue", "orders").with("node", "rabbit1"));
        select("orders");
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        awaitText("#preview", said -> said.contains("orders: new mirrors: ") && said.contains("rabbit2")
                && said.contains("rabbit3"));
        await("the stage says so", () -> isShown("#lane-orders .forecast"));
        List<NodeName> added = seen(() -> desk.draft().get().queues().getFirst().added());
        assertThat(door(0).queue("orders").path("slave_nodes").size()).as("nothing is set").isZero();
        type("#pattern", "^nothing");
        awaitText("#preview", said -> said.contains("finds no queue"));
        type("#pattern", "^orders");
        awaitText("#preview", said -> said.contains("new mirrors"));
        click("#apply");
        await("they are there", () -> door(0).queue("orders").path("slave_nodes").size() == 2);
        assertThat(door(0).queue("orders").path("slave_nodes").toString())
                .isEqualTo("[\"" + added.get(0).value() + "\",\"" + added.get(1).value() + "\"]");
        await("the ghosts are gone", () -> seen(() -> desk.draft().get()) == null);
        awaitNoSheet();
    }

    @Test
    @Order(2)
    void a_refusal_is_told_before_it_is_applied() throws Exception {
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        awaitText("#preview", said -> !said.isEmpty());
        type("#pattern", "(");
        awaitText("#preview", said -> said.contains("should be regular expression but is invalid"));
    }
}
