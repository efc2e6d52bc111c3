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
import java.util.stream.Stream;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import javax.imageio.ImageIO;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.scenario.ScenarioFile;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.stage.StageModels;
import mirrorlab.ui.stage.StageText;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Twenty pictures with ten questions each (`pictures/questions.json`): each answer is true of the state that was drawn, and its
/// words stand in the picture, which lies in `target/pictures/questions`.
class QuestionsTest {
    private static final Path FILE = Path.of("src/test/resources/pictures/questions.json");
    private static final Path FOLDER = Path.of("target", "pictures", "questions");
    private static final int FRAMES = 150;
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
    private record Told(String ask, String answer, String truth, String seen) {}

    private static Stream<DynamicTest> scenario(String name, List<JsonNode> pictures) throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        try (LiveLab lab = LiveLab.open(ScenarioFile.read(Path.of("lab-configs/scenarios", name + ".json")),
                new LabOptions(true, false))) {
            lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
            int played = 0;
            for (JsonNode picture : pictures) {
                for (; played < picture.path("after").asInt(); played++) {
                    lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
                }
                assertThat(lab.awaitQuiet(100)).as("the cluster is quiet").isTrue();
                for (Told told : draw(lab, picture)) {
                    tests.add(DynamicTest.dynamicTest(picture.path("picture").asText() + ": " + told.ask(), () -> {
                        assertThat(told.answer()).as("the answer is true").isEqualTo(told.truth());
                        assertThat(told.seen()).as("it stands in the picture").contains(told.answer().split(", "));
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
            if (forecast != null) {
                String death = forecast.death() == Death.KILL ? "#kill" : "#stop";
                ((ToggleButton) window.scene().lookup(death)).setSelected(true);
                long deadline = System.nanoTime() + PATIENCE_NANOS;
                for (int i = 0; !forecast.equals(desk.prospect().shown().get()); i++) {
                    assertThat(System.nanoTime()).as("the forecast is shown in time").isLessThan(deadline);
                    pause();
                    desk.frame(i);
                }
            }
            frames(desk, FRAMES);
            write(window, picture.path("picture").asText());
            StringBuilder seen = new StringBuilder();
            read(window.scene().getRoot(), seen);
            seen.append(new StageText(desk.texts()).of(StageModels.of(desk.timeline().shown())));
            Facts facts = new Facts(desk, forecast);
            List<Told> told = new ArrayList<>();
            picture.path("questions").forEach(each -> told.add(new Told(each.path("ask").asText(),
                    each.path("answer").asText(), facts.of(each.path("fact").asText()), seen.toString())));
            return told;
        });
    }

    private static void pause() {
        java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }

    private static void frames(Desk desk, int count) {
        for (long frame = 0; frame < count; frame++) {
            desk.frame(frame * 16_000_000);
        }
    }

    private static void read(Parent parent, StringBuilder seen) {
        for (Node child : parent.getChildrenUnmodifiable()) {
            if (child.isVisible()) {
                if (child instanceof Labeled labeled && labeled.getText() != null) {
                    seen.append(labeled.getText()).append('\n');
                }
                if (child instanceof Parent inner) {
                    read(inner, seen);
                }
            }
        }
    }

    private static void write(MirrorlabWindow window, String name) {
        try {
            ImageIO.write(SwingFXUtils.fromFXImage(window.scene().snapshot(null), null), "png",
                    FOLDER.resolve(name + ".png").toFile());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
