package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The panel of forecasts says before a kill what the ledger says after it.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AsideClicksTest extends LabWindow {

    @Override
    Scenario scenario() {
        return ShippedScenario.welcome();
    }

    @Test
    @Order(1)
    void what_would_happen_is_listed_for_each_node_and_death() throws Exception {
        for (int step = 1; step <= 4; step++) {
            lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
        }
        key(KeyCode.E);
        await("the forecast is there", () -> said().contains("rabbit2 would be promoted, 40 lost"));
        press("#stop");
        await("a clean stop differs", () -> said().contains("would be down until rabbit1 returns"));
        press("#kill");
        await("and a kill again", () -> said().contains("rabbit2 would be promoted, 40 lost"));
    }

    @Test
    @Order(2)
    void the_ledger_tells_what_ended_which_messages() throws Exception {
        lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
        key(KeyCode.E);
        awaitText("#ledger-lost", said -> said.contains("40") && said.contains("m1…m40"));
        await("the lab says so, too",
                () -> account("orders").path("fates").path("lost").path("count").asInt() == 40);
        press("#ledger-lost");
        await("the happening that ended them", () -> seen(() -> robot.lookup(".ledger-happening").queryAll().stream()
                .anyMatch(node -> ((Label) node).getText().contains("rabbit"))));
        press(".ledger-ending");
        await("its moment is shown", () -> seen(() -> desk.timeline().isPast()));
        assertThat(seen(() -> desk.timeline().shown().account(desk.selected().get()).orElseThrow()
                .of(mirrorlab.lab.ledger.Fate.LOST).count())).isEqualTo(40);
    }

    @Test
    @Order(3)
    void queues_without_losses_are_left_out_on_request() throws Exception {
        key(KeyCode.N);
        done(Step.of("declare_queue").with("queue", "calm"));
        done(Step.of("publish").with("queue", "calm").with("count", 3));
        await("two queues are listed", () -> lines() == 2);
        press("#losses");
        await("one lost something", () -> lines() == 1);
        press("#losses");
        typeInto(".panel #name", "CAL");
        await("one has such a name", () -> lines() == 1);
        select("calm");
        awaitText("#ledger-safe", said -> said.contains("3") && said.contains("m1…m3"));
        await("the lab says so, too",
                () -> account("calm").path("fates").path("safe").path("count").asInt() == 3);
    }

    private int lines() {
        return seen(() -> robot.lookup("#accounts").queryListView().getItems().size());
    }

    private java.util.List<String> said() {
        return seen(() -> robot.lookup(".prospect .label").queryAll().stream().map(node -> ((Label) node).getText())
                .toList());
    }
}
