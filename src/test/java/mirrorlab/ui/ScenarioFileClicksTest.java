package mirrorlab.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.ui.look.Language;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// A file is opened from disk, stepped and reloaded; a step that did not come as its file expected is a cross.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ScenarioFileClicksTest extends LabWindow {
    private static final String FILE = """
            {"name": "from-disk", "title": "Ten letters", "title_zh": "十封信",
             "nodes": [{"name": "rabbit1"}, {"name": "rabbit2"}, {"name": "rabbit3"}],
             "steps": [
               {"do": "declare_queue", "queue": "letters", "node": "rabbit2", "comment": "plain", "comment_zh": "普通队列"},
               {"do": "publish", "queue": "letters", "count": 10, "expect": {"confirmed": 11}},
               {"do": "expect", "queue": "letters", "messages": 10}]}
            """;
    @TempDir
    Path folder;

    @Override
    Scenario scenario() {
        return Scenario.empty();
    }

    @Test
    @Order(1)
    void a_scenario_is_opened_from_disk_and_stepped() throws Exception {
        Path file = Files.writeString(folder.resolve("from-disk.json"), FILE);
        Toolkit.run(() -> desk.files().set((chooser, owner) -> file.toFile()));
        press("#open");
        await("it is loaded", () -> lab.player().status().name().equals("from-disk"));
        awaitText("#title", "Ten letters"::equals);
        step(1);
        await("it is at rabbit2", () -> door(0).queue("letters").path("node").asText().equals("rabbit2@localhost"));
        step(2);
        await("ten messages", () -> door(0).queue("letters").path("messages").asInt() == 10);
        await("ten are in the account", () -> account("letters").path("published").asInt() == 10);
    }

    @Test
    @Order(2)
    void an_inline_expectation_that_fails_is_a_cross_with_what_was_expected_and_found() throws Exception {
        assertThat(lab.player().status().results().get(1)).isNotNull().matches(result -> !result.ok());
        await("it is a cross", () -> text("#step-2 .step-mark").equals("✕"));
        awaitText("#step-2 .step-failed", said -> said.contains("confirmed: expected 11, was 10"));
        Toolkit.run(() -> desk.language().set(Language.CHINESE));
        await("so it is in Chinese", () -> text("#step-2 .step-failed").contains("已向发布者确认：预期 11，实际 10"));
        awaitText("#title", "十封信"::equals);
        Toolkit.run(() -> desk.language().set(Language.ENGLISH));
        step(3);
        await("the next one is held", () -> text("#step-3 .step-mark").equals("✓"));
    }

    @Test
    @Order(3)
    void it_is_reloaded_on_a_fresh_cluster() throws Exception {
        press("#reload");
        await("the window stands at step 0",
                () -> seen(() -> desk.scenario().get().next() == 0 && !desk.scenario().get().playing()));
        await("three nodes", () -> seen(() -> desk.timeline().live().nodesUp()) == 3);
        await("no queue is there", () -> door(0).get("/api/queues").isArray() && door(0).get("/api/queues").isEmpty());
        step(1);
        await("it is empty", () -> door(0).queue("letters").path("messages").asInt(-1) == 0);
    }

    @Test
    @Order(4)
    void a_file_that_is_wrong_changes_nothing_and_is_said() throws Exception {
        Path bad = Files.writeString(folder.resolve("bad.json"), FILE.replace("\"publish\"", "\"publsh\""));
        Toolkit.run(() -> desk.files().set((chooser, owner) -> bad.toFile()));
        press("#open");
        await("the notice says where", () -> seen(() -> desk.notice().get().text()).contains("bad.json"));
        assertThat(seen(() -> desk.notice().get().text())).contains("publsh", "expected");
        assertThat(lab.player().status().name()).isEqualTo("from-disk");
        assertThat(door(0).queue("letters").path("name").asText()).isEqualTo("letters");
    }

    private void step(int number) throws Exception {
        press("#step");
        await("step " + number + " is played",
                () -> seen(() -> desk.scenario().get().next() == number && !desk.scenario().get().playing()));
    }
}
