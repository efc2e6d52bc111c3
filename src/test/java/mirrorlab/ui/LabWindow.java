package mirrorlab.ui;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.LabDoor;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// A window on three embedded nodes for tests that click, and the doors that say what came of it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LabWindow {
    final FxRobot robot = new FxRobot();
    LiveLab lab;
    Desk desk;
    private LabDoor labDoor;

    abstract Scenario scenario();

    @BeforeAll
    void openTheWindow() throws Exception {
        lab = LiveLab.open(scenario(), new LabOptions(true, false));
        labDoor = new LabDoor(lab);
        Stage stage = FxToolkit.registerPrimaryStage();
        FxToolkit.setupFixture(() -> {
            desk = new Desk(lab);
            new MirrorlabWindow(desk, MirrorlabWindow.WIDTH, MirrorlabWindow.HEIGHT).show(stage);
        });
        lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
        await("three nodes", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
    }

    @AfterAll
    void closeTheWindow() throws Exception {
        FxToolkit.hideStage();
        labDoor.close();
        lab.close();
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

    void select(String queue) {
        Toolkit.run(() -> desk.selected().set(QueueName.of(queue)));
    }

    void choose(String box, String value) {
        ComboBox<String> found = robot.from(robot.lookup(".form").queryAll()).lookup(box).queryAs(comboBox());
        Toolkit.run(() -> found.setValue(value));
    }

    @SuppressWarnings("unchecked")
    static Class<ComboBox<String>> comboBox() {
        return (Class<ComboBox<String>>) (Class<?>) ComboBox.class;
    }

    /// Inside the sheet, not behind it.
    void click(String id) {
        Node found = robot.from(robot.lookup(".form").queryAll()).lookup(id).query();
        robot.clickOn(found);
    }

    void type(String id, String text) {
        TextField field = robot.from(robot.lookup(".form").queryAll()).lookup(id).queryAs(TextField.class);
        Toolkit.run(field::clear);
        robot.clickOn(field).write(text);
    }

    void awaitSheet(FxmlFile form) throws TimeoutException {
        await(form + " opens",
                () -> seen(() -> desk.sheet().get()) != null && seen(() -> desk.sheet().get().file()) == form
                        && robot.lookup(".form").tryQuery().isPresent());
    }

    static <T> T seen(Supplier<T> look) {
        return Toolkit.call(look);
    }

    ManagementDoor door(int index) {
        List<NodePicture> nodes = seen(() -> desk.timeline().live().nodes());
        return new ManagementDoor(nodes.get(index).httpPort());
    }

    static void await(String what, Callable<Boolean> condition) throws TimeoutException {
        try {
            WaitForAsyncUtils.waitFor(40, TimeUnit.SECONDS, () -> {
                try {
                    return condition.call();
                } catch (IllegalStateException e) {
                    return false;
                }
            });
        } catch (TimeoutException e) {
            throw new AssertionError("did not come about: " + what, e);
        }
    }
}
