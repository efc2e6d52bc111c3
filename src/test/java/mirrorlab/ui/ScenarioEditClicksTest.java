package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
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
        key(KeyCode.Q);
        awaitSheet(FxmlFile.QUEUE_FORM);
        type("#name", "letters");
        click("#apply");
        await("the queue is there", () -> !door(0).queue("letters").path("node").isMissingNode());
        await("so is the step", () -> kinds().equals(List.of("declare_queue")));
        select("letters");
        key(KeyCode.P);
        await("100 messages", () -> door(0).queue("letters").path("messages").asInt() == 100);
        await("two steps", () -> kinds().equals(List.of("declare_queue", "publish")));
        assertThat(lab.player().status().next()).isEqualTo(2);
        awaitNoSheet();
    }

    @Test
    @Order(2)
    void what_is_refused_is_not() throws Exception {
        Toolkit.run(() -> desk.perform(Step.of("kill").with("node", "rabbit9")));
        await("it is refused", () -> seen(() -> !desk.notice().get().ok()));
        assertThat(kinds()).containsExactly("declare_queue", "publish");
    }

    @Test
    @Order(3)
    void what_is_seen_becomes_an_expectation() throws Exception {
        await("the window has heard of all", () -> seen(() -> desk.timeline().live()
                .queue(mirrorlab.vocabulary.QueueName.of("letters")).orElseThrow().masterReplica().orElseThrow()
                .depth()) == 100);
        press("#expect");
        await("it is the third step and holds", () -> kinds().size() == 3 && lab.player().status().next() == 3);
        assertThat(lab.player().status().steps().get(2).json().toString()).contains("\"messages\":100")
                .contains("\"lost\":[]");
    }

    @Test
    @Order(4)
    void it_is_edited_and_goes_on() throws Exception {
        String text = opened();
        assertThat(ScenarioFile.parse("text", text).steps()).hasSize(3);
        replace(text.replace("}\n  ]", "},\n    {\"do\": \"purge_queue\", \"queue\": \"letters\"}\n  ]"));
        press("#apply");
        await("four steps", () -> kinds().size() == 4);
        assertThat(lab.player().status().next()).isEqualTo(3);
        awaitNoSheet();
        press("#step");
        await("the new one is played", () -> door(0).queue("letters").path("messages").asInt(-1) == 0
                && lab.player().status().next() == 4);
    }

    @Test
    @Order(5)
    void a_wrong_text_changes_nothing_and_says_where() throws Exception {
        String text = opened();
        replace(text.replace("\"purge_queue\"", "\"purge_it\""));
        press("#apply");
        awaitText("#refusal", said -> said.contains("line ") && said.contains("\"purge_it\""));
        assertThat(kinds()).hasSize(4);
        replace(text);
    }

    @Test
    @Order(6)
    void it_is_saved_and_played_again() throws Exception {
        Path file = folder.resolve("mine.json");
        Toolkit.run(() -> desk.saves().set((chooser, owner) -> file.toFile()));
        press("#save");
        await("it is said", () -> seen(() -> desk.notice().get().text()).contains(file.toString()));
        assertThat(ScenarioFile.read(file).steps()).hasSize(4);
        closeSheet();
        press("#reload");
        await("the window stands at the beginning",
                () -> seen(() -> desk.scenario().get().next() == 0 && !desk.scenario().get().playing()));
        await("three nodes", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
        press("#play");
        await("all steps hold", () -> lab.player().status().next() == 4
                && lab.player().status().results().stream().allMatch(each -> each != null && each.ok()));
    }

    private String opened() throws Exception {
        if (seen(() -> desk.sheet().get()) == null) {
            press("#edit");
        }
        awaitSheet(FxmlFile.SCENARIO_FORM);
        return text("#text");
    }

    private void replace(String text) {
        Toolkit.run(() -> robot.lookup("#text").queryAs(TextArea.class).setText(text));
    }

    private List<String> kinds() {
        return lab.player().status().steps().stream().map(Step::kind).toList();
    }
}
