package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// What is done in the window becomes the scenario: it is read, changed, saved and played again.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ScenarioEditClicksTest extends LabWindow {
    @TempDir
    Path folder;

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    @Order(1)
    void what_is_done_in_the_window_is_appended() throws Exception {
        robot.push(KeyCode.Q);
        awaitSheet(FxmlFile.QUEUE_FORM);
        type("#name", "letters");
        click("#apply");
        await("the queue is there", () -> !door(0).queue("letters").path("node").isMissingNode());
        await("so is the step", () -> kinds().equals(List.of("declare_queue")));
        select("letters");
        robot.push(KeyCode.P);
        await("100 messages", () -> door(0).queue("letters").path("messages").asInt() == 100);
        await("two steps", () -> kinds().equals(List.of("declare_queue", "publish")));
        assertThat(lab.player().status().next()).isEqualTo(2);
    }

    @Test
    @Order(2)
    void what_is_refused_is_not() throws Exception {
        Toolkit.run(() -> desk.perform(Step.of("kill").with("node", "rabbit9")));
        await("it is refused", () -> seen(() -> desk.notice().get() != null && !desk.notice().get().ok()));
        assertThat(kinds()).containsExactly("declare_queue", "publish");
    }

    @Test
    @Order(3)
    void what_is_seen_becomes_an_expectation() throws Exception {
        await("the window has heard of all", () -> seen(() -> desk.timeline().live()
                .queue(mirrorlab.vocabulary.QueueName.of("letters")).orElseThrow().masterReplica().orElseThrow()
                .depth()) == 100);
        robot.clickOn("#expect");
        await("it is the third step and holds", () -> kinds().size() == 3);
        assertThat(lab.player().status().steps().get(2).json().toString()).contains("\"messages\":100")
                .contains("\"lost\":[]");
    }

    @Test
    @Order(4)
    void it_is_edited_and_goes_on() throws Exception {
        String text = opened().getText();
        assertThat(ScenarioFile.parse("text", text).steps()).hasSize(3);
        write(text.replace("}\n  ]", "},\n    {\"do\": \"purge_queue\", \"queue\": \"letters\"}\n  ]"));
        robot.clickOn("#apply");
        await("four steps", () -> kinds().size() == 4);
        assertThat(lab.player().status().next()).isEqualTo(3);
        robot.clickOn("#step");
        await("the new one is played", () -> door(0).queue("letters").path("messages").asInt() == 0);
    }

    @Test
    @Order(5)
    void a_wrong_text_changes_nothing_and_says_where() throws Exception {
        String text = opened().getText();
        write(text.replace("\"purge_queue\"", "\"purge_it\""));
        robot.clickOn("#apply");
        await("it says so", () -> robot.lookup("#refusal").queryAs(Label.class).getText().contains("line "));
        assertThat(robot.lookup("#refusal").queryAs(Label.class).getText()).contains("\"purge_it\"");
        assertThat(kinds()).hasSize(4);
        write(text);
    }

    @Test
    @Order(6)
    void it_is_saved_and_played_again() throws Exception {
        Path file = folder.resolve("mine.json");
        Toolkit.run(() -> desk.saves().set((chooser, owner) -> file.toFile()));
        robot.clickOn("#save");
        await("the file is there", () -> Files.exists(file) && Files.size(file) > 0);
        assertThat(ScenarioFile.read(file).steps()).hasSize(4);
        robot.push(KeyCode.ESCAPE);
        robot.push(KeyCode.ESCAPE);
        await("the form closes", () -> seen(() -> desk.sheet().get()) == null);
        robot.clickOn("#reload");
        await("it stands at the beginning",
                () -> lab.player().status().next() == 0 && !lab.player().status().playing());
        await("three nodes", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
        robot.clickOn("#play");
        await("all steps hold", () -> lab.player().status().next() == 4
                && lab.player().status().results().stream().allMatch(each -> each != null && each.ok()));
    }

    private TextArea opened() throws Exception {
        if (seen(() -> desk.sheet().get()) == null) {
            robot.clickOn("#edit");
        }
        awaitSheet(FxmlFile.SCENARIO_FORM);
        return robot.lookup("#text").queryAs(TextArea.class);
    }

    private void write(String text) {
        Toolkit.run(() -> robot.lookup("#text").queryAs(TextArea.class).setText(text));
    }

    private List<String> kinds() {
        return lab.player().status().steps().stream().map(Step::kind).toList();
    }
}
