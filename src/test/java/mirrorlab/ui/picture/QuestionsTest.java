package mirrorlab.ui.picture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Page;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.stage.Lane;
import mirrorlab.ui.stage.LaneTexts;
import mirrorlab.ui.stage.StageModels;
import mirrorlab.ui.stage.StageWish;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Twenty pictures with ten questions each (`pictures/questions.json`): each answer is true of the state that was drawn, and can
/// be read in the picture alone, which lies in `target/pictures/questions`.
class QuestionsTest {
    private static final Path FILE = Path.of("src/test/resources/pictures/questions.json");
    private static final Path FOLDER = Path.of("target", "pictures", "questions");
    private static final int FRAMES = 150;
    /// Facts whose answer is a list, in any order in the picture.
    private static final Set<String> LISTS = Set.of("mirrors", "synchronised", "badges", "keys", "same");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(100);

    private static JsonNode pictures() throws IOException {
        return new ObjectMapper().readTree(FILE.toFile());
    }

    @Test
    void there_are_twenty_pictures_with_ten_questions_each() throws IOException {
        assertThat(pictures()).hasSize(20).allSatisfy(picture -> {
            Set<String> asked = new HashSet<>();
            picture.path("questions").forEach(each -> asked.add(each.path("ask").asText()));
            assertThat(asked).as("%s", picture.path("picture")).hasSize(10);
        });
    }

    @TestFactory
    Stream<DynamicContainer> every_answer_is_true_and_stands_in_its_picture() throws Exception {
        Files.createDirectories(FOLDER);
        Map<String, List<JsonNode>> byScenario = new LinkedHashMap<>();
        pictures().forEach(each -> byScenario.computeIfAbsent(each.path("scenario").asText(), any -> new ArrayList<>())
                .add(each));
        List<DynamicContainer> all = new ArrayList<>();
        for (Map.Entry<String, List<JsonNode>> each : byScenario.entrySet()) {
            all.add(DynamicContainer.dynamicContainer(each.getKey(), scenario(each.getKey(), each.getValue())));
        }
        return all.stream();
    }

    /// What was asked of one picture, found in the state, and read in the picture.
    private record Told(String ask, String answer, String truth, List<String> unread) {}

    private static Stream<DynamicTest> scenario(String name, List<JsonNode> pictures) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        Path file = name.startsWith("pictures/")
                ? FILE.resolveSibling("scenarios").resolve(name.substring("pictures/".length()) + ".json")
                : Path.of("lab-configs/scenarios", name + ".json");
        try (LiveLab lab = LiveLab.open(ScenarioFile.read(file), new LabOptions(true, false))) {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
            int played = 0;
            for (JsonNode picture : pictures) {
                for (; played < picture.path("after").asInt(); played++) {
                    lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
                    StepResult result = lab.player().status().results().get(played);
                    assertThat(result).as("step %d of %s", played + 1, name).isNotNull().matches(StepResult::ok);
                }
                assertThat(lab.awaitQuiet(100)).as("the cluster is quiet").isTrue();
                for (Told told : draw(lab, picture)) {
                    tests.add(DynamicTest.dynamicTest(picture.path("picture").asText() + ": " + told.ask(), () -> {
                        assertThat(told.answer()).as("the answer is true").isEqualTo(told.truth());
                        assertThat(told.unread()).as("it can be read in the picture").isEmpty();
                    }));
                }
            }
        }
        return tests.stream();
    }

    private static List<Told> draw(LiveLab lab, JsonNode picture) throws Exception {
        Forecast forecast = picture.has("node")
                ? lab.forecast(NodeName.of(picture.path("node").asText()),
                        picture.path("death").asText().equals("kill") ? Death.KILL : Death.STOP).toCompletableFuture()
                        .get(120, TimeUnit.SECONDS).orElseThrow()
                : null;
        return Toolkit.call(() -> {
            Desk desk = new Desk(lab);
            MirrorlabWindow window = new MirrorlabWindow(desk, 1280, 720);
            frames(desk, FRAMES);
            desk.aside().set(Aside.valueOf(picture.path("aside").asText("WHY")));
            desk.page().set(Page.valueOf(picture.path("page").asText("STAGE")));
            desk.stageWish().set(StageWish.EVERYTHING.atRisk(picture.path("wish").asText().equals("at-risk")));
            if (picture.has("select")) {
                desk.selected().set(QueueName.of(picture.path("select").asText()));
            }
            if (forecast != null) {
                String death = forecast.death() == Death.KILL ? "#kill" : "#stop";
                ((ToggleButton) window.scene().lookup(death)).setSelected(true);
                await(desk, () -> forecast.equals(desk.prospect().shown().get()));
            }
            if (picture.has("sheet")) {
                desk.sheet().set(new Desk.Sheet(FxmlFile.valueOf(picture.path("sheet").asText())));
                laidOut(desk, window);
                picture.path("type").properties()
                        .forEach(each -> type(window.scene().lookup(".form #" + each.getKey()),
                                each.getValue().asText()));
                await(desk, () -> desk.draft().get() != null
                        && desk.draft().get().name().equals(picture.path("type").path("name").asText()));
            }
            laidOut(desk, window);
            if (picture.has("choose")) {
                choose(window.scene().lookup("#pages #" + picture.path("choose").asText()));
                laidOut(desk, window);
            }
            Print print = Print.of(window);
            print.write(FOLDER.resolve(picture.path("picture").asText() + ".png"));
            addLanes(print, window, desk);
            Facts facts = new Facts(desk, forecast);
            List<Told> told = new ArrayList<>();
            for (JsonNode each : picture.path("questions")) {
                String fact = each.path("fact").asText();
                String answer = each.path("answer").asText();
                told.add(new Told(each.path("ask").asText(), answer, facts.of(fact),
                        unread(print, facts, fact, answer)));
            }
            return told;
        });
    }

    /// What of an answer cannot be found in the picture.
    private static List<String> unread(Print print, Facts facts, String fact, String answer) {
        List<String> wanted = LISTS.contains(fact.split(" ")[0]) ? List.of(answer.split(", ")) : List.of(answer);
        String label = facts.label(fact);
        return wanted.stream().map(each -> facts.read(fact, each))
                .filter(each -> label.isEmpty() ? !print.reads(each) : !print.reads(label, each)).toList();
    }

    /// The words on the canvas of each lane, where there is ink.
    private static void addLanes(Print print, MirrorlabWindow window, Desk desk) {
        LaneTexts words = new LaneTexts(desk.texts());
        for (Lane lane : StageModels.of(desk.timeline().shown()).lanes()) {
            Node row = window.scene().lookup("#lane-" + lane.queue().name());
            Node canvas = row == null ? null : row.lookup("#canvas");
            if (canvas == null || !desk.page().get().equals(Page.STAGE)) {
                continue;
            }
            Bounds place = canvas.localToScene(canvas.getLayoutBounds());
            if (print.canvases().stream().anyMatch(each -> each.place().intersects(place)) && print.hasInk(place)) {
                lane.cells().forEach(cell -> List.of(words.title(cell), words.left(cell), words.right(cell))
                        .forEach(each -> print.words().add(new Print.Words(each, place))));
                if (lane.standing() == Lane.Standing.DOWN) {
                    print.words().add(new Print.Words(words.down(lane), place));
                }
            }
        }
    }

    private static void type(Node field, String text) {
        TextInputControl input = field instanceof ComboBox<?> box ? box.getEditor() : (TextInputControl) field;
        input.setText(text);
    }

    private static void choose(Node part) {
        if (part instanceof ToggleButton tab) {
            tab.fire();
        } else {
            Event.fireEvent(part,
                    new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
        }
    }

    private static void await(Desk desk, BooleanSupplier come) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (int i = 0; !come.getAsBoolean(); i++) {
            assertThat(System.nanoTime()).as("it is shown in time").isLessThan(deadline);
            pause();
            desk.frame(i);
        }
    }

    /// What is laid out now may be painted only in the next frame.
    private static void laidOut(Desk desk, MirrorlabWindow window) {
        for (int i = 0; i < 2; i++) {
            frames(desk, FRAMES);
            window.scene().getRoot().applyCss();
            window.scene().getRoot().layout();
        }
        frames(desk, FRAMES);
    }

    private static void pause() {
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }

    private static void frames(Desk desk, int count) {
        for (long frame = 0; frame < count; frame++) {
            desk.frame(frame * 16_000_000);
        }
    }
}
