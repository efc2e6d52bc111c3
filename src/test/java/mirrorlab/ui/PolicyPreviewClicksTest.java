package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
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
    void it_is_said_which_policy_counts_and_why_the_others_do_not() throws Exception {
        done(Step.of("set_policy").with("name", "strong").with("pattern", "^ord").with("priority", 5).with("definition",
                Map.of("ha-mode", "exactly", "ha-params", 1)));
        await("it has no mirror left", () -> door(0).queue("orders").path("slave_nodes").isEmpty());
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        typeInto(".form #name .text-field", "weak");
        type("#pattern", "^orders");
        type("#priority", "4");
        click("#modeAll");
        awaitText("#preview", said -> said.startsWith("orders: stays with strong (priority 5)")
                && said.contains("not weak: its priority 4 is lower"));
        assertThat(seen(() -> desk.draft().get().queues().getFirst().isStill())).as("no ghosts").isTrue();
        type("#priority", "5");
        awaitText("#preview", said -> said.contains("not weak: same priority, and strong comes first by name"));
        type("#priority", "6");
        awaitText("#preview", said -> said.startsWith("orders: new mirrors: rabbit")
                && said.contains("not strong: its priority 5 is lower"));
        await("ghosts on the stage", () -> seen(() -> desk.draft().get().queues().getFirst().added().size()) == 2
                && isShown("#lane-orders .forecast"));
        click("#apply");
        await("it is so", () -> door(1).queue("orders").path("policy").asText().equals("weak")
                && door(1).queue("orders").path("slave_nodes").size() == 2);
        awaitNoSheet();
    }

    @Test
    @Order(3)
    void a_refusal_is_told_before_it_is_applied() throws Exception {
        key(KeyCode.O);
        awaitSheet(FxmlFile.POLICY_FORM);
        awaitText("#preview", said -> !said.isEmpty());
        type("#pattern", "(");
        awaitText("#preview", said -> said.contains("should be regular expression but is invalid"));
    }
}
