package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.LabDoor;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// A window on embedded nodes, most often three, for tests that click, and the doors that say what came of it.
abstract class LabWindow extends ClickedWindow {
    private static final long STEP_SECONDS = 120;
    LiveLab lab;
    private LabDoor labDoor;

    abstract Scenario scenario();

    @BeforeAll
    void openTheWindow() throws Exception {
        lab = LiveLab.open(scenario(), new LabOptions(true, false));
        labDoor = new LabDoor(lab);
        open(stage -> {
            desk = new Desk(lab);
            new MirrorlabWindow(desk, MirrorlabWindow.WIDTH, MirrorlabWindow.HEIGHT).show(stage);
        });
        lab.started().toCompletableFuture().get(STEP_SECONDS, TimeUnit.SECONDS);
        int nodes = scenario().cluster().nodes().size();
        await("all nodes", () -> seen(() -> desk.timeline().live().nodesUp()) == nodes);
    }

    @AfterAll
    void closeTheWindow() {
        hide();
        labDoor.close();
        lab.close();
    }

    /// A step that is not a click, to its end.
    final StepResult performed(Step step) throws Exception {
        return lab.perform(step).toCompletableFuture().get(STEP_SECONDS, TimeUnit.SECONDS);
    }

    /// The same, and it went well.
    final void done(Step step) throws Exception {
        StepResult result = performed(step);
        assertThat(result.ok()).as("%s: %s", step.kind(), result.text()).isTrue();
    }

    /// What was done in the window has come to its end when it stands in the scenario.
    final void awaitTaken(String kind) {
        await(kind + " stands in the scenario", () -> {
            ScenarioPlayer.Status status = lab.player().status();
            return status.steps().subList(0, status.next()).stream().anyMatch(each -> each.kind().equals(kind));
        });
    }

    /// The account of a queue as the lab's URL tells it.
    JsonNode account(String queue) {
        JsonNode ledger = ManagementDoor.read(labDoor.url() + "/ledger",
                Map.of("Authorization", "Bearer " + lab.runSecret()));
        for (JsonNode each : ledger) {
            if (each.path("queue").asText().equals(queue)) {
                return each;
            }
        }
        return ledger.path("no account of " + queue);
    }

    /// Once the window knows it, and where its master is.
    void select(String queue) {
        QueueName name = QueueName.of(queue);
        await(queue + " is selected", () -> seen(() -> {
            if (desk.timeline().live().queue(name).flatMap(each -> each.masterReplica()).isEmpty()) {
                return false;
            }
            desk.selected().set(name);
            return true;
        }));
    }

    ManagementDoor door(int index) {
        List<NodePicture> nodes = seen(() -> desk.timeline().live().nodes());
        return new ManagementDoor(nodes.get(index).httpPort());
    }
}
