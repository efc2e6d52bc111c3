package mirrorlab.ui.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;
import mirrorlab.journal.Happening;
import mirrorlab.lab.LabOptions;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.scenario.ShippedScenario;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import mirrorlab.vocabulary.forecast.QueueForecast;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Pictures of the window while a master is killed, from a real cluster, under `target/pictures`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PicturesTest {
    private static final Path FOLDER = Path.of("target", "pictures");
    private static final List<PicturePainter.Size> SIZES = List.of(new PicturePainter.Size(1280, 720),
            new PicturePainter.Size(1920, 1080));
    private LiveLab lab;
    private int beforeKill;

    @BeforeAll
    void playUpToTheKill() throws Exception {
        Files.createDirectories(FOLDER);
        lab = LiveLab.open(ShippedScenario.welcome(), new LabOptions(true, false));
        lab.started().toCompletableFuture().get(120, TimeUnit.SECONDS);
        for (int step = 1; step <= 5; step++) {
            beforeKill = lab.recording().size();
            lab.player().step().toCompletableFuture().get(120, TimeUnit.SECONDS);
        }
        assertThat(lab.awaitQuiet(100)).as("the cluster is quiet").isTrue();
    }

    @AfterAll
    void close() {
        lab.close();
    }

    static Stream<Arguments> looks() {
        return Stream.of(Theme.values()).flatMap(theme -> Stream.of(Language.values())
                .flatMap(language -> SIZES.stream().map(size -> Arguments.of(theme, language, size))));
    }

    /// The other sizes are {@link EveryScreenTest}'s.
    static Stream<Arguments> small() {
        return looks().filter(each -> SIZES.getFirst().equals(each.get()[2]));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void the_kill_is_painted(Theme theme, Language language, PicturePainter.Size size) throws IOException {
        String name = String.format(Locale.ROOT, "kill-%s-%s-%dx%d.png", theme, language, size.width(), size.height())
                .toLowerCase(Locale.ROOT);
        List<Path> series = PicturePainter.film(lab, theme, language, size, FOLDER.resolve(name), beforeKill, 5, 250);
        assertThat(series).hasSize(5).allSatisfy(file -> assertThat(Files.size(file)).isGreaterThan(20_000L));
        PicturePainter.paint(lab, theme, language, size, FOLDER.resolve(name));
        assertThat(Files.size(FOLDER.resolve(name))).isGreaterThan(20_000L);
    }

    @ParameterizedTest
    @MethodSource("small")
    void the_forecast_and_the_ledger_are_painted(Theme theme, Language language, PicturePainter.Size size) {
        for (Aside aside : List.of(Aside.FORECAST, Aside.LEDGER)) {
            Path file = FOLDER.resolve(String.format(Locale.ROOT, "%s-%s-%s-%dx%d.png", aside.word(), theme, language,
                    size.width(), size.height()).toLowerCase(Locale.ROOT));
            PicturePainter.paint(lab, theme, language, size, file, desk -> desk.aside().set(aside));
            assertThat(file).isNotEmptyFile();
        }
    }

    @ParameterizedTest
    @MethodSource("small")
    void the_ghosts_of_a_policy_are_painted(Theme theme, Language language, PicturePainter.Size size) {
        Path file = FOLDER.resolve(String.format(Locale.ROOT, "policy-%s-%s-%dx%d.png", theme, language,
                size.width(), size.height()).toLowerCase(Locale.ROOT));
        PicturePainter.paint(lab, theme, language, size, file, desk -> {
            desk.draft().set(new PolicyPreview("ha-orders", List.of(new PolicyPreview.Queue(Story.ORDERS, "ha-orders",
                    "ha-orders", 0, Story.R2, Story.R2, List.of(Story.R3), List.of(Story.R1),
                    QueueForecast.Drawn.NOTHING, "PO-11", List.of()))));
        });
        assertThat(file).isNotEmptyFile();
    }

    @ParameterizedTest
    @MethodSource("small")
    void the_projectors_picture_is_painted(Theme theme, Language language, PicturePainter.Size size) {
        Path file = FOLDER.resolve(String.format(Locale.ROOT, "projector-%s-%s-%dx%d.png", theme, language,
                size.width(), size.height()).toLowerCase(Locale.ROOT));
        PicturePainter.paint(lab, theme, language, size, file, desk -> desk.projector().set(true));
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void the_same_state_is_told_as_text() {
        assertThat(PicturePainter.text(lab, Language.ENGLISH)).contains("rabbit2 | master · 25 ready | m1…m40 lost");
        assertThat(PicturePainter.text(lab, Language.CHINESE)).contains("rabbit2 | 主");
    }

    /// Whatever became of messages, reasons and account stay between the tabs and the time line.
    @ParameterizedTest
    @MethodSource("looks")
    void reasons_and_account_keep_to_their_side(Theme theme, Language language, PicturePainter.Size size) {
        for (Story story : List.of(new Story().welcomeBeforeKill(), new Story().welcome())) {
            long at = 41;
            for (String fate : List.of("acknowledged", "auto-acknowledged", "rejected", "expired", "dropped",
                    "purged")) {
                story.node(Story.R1, new Happening.MessagesSettled(Story.ORDERS, Story.replica(Story.R1, 1), fate,
                        Story.messages(Story.CHANNEL, at, at++)));
            }
            Toolkit.call(() -> {
                Desk desk = new Desk(new RecordedLab(story.entries()));
                desk.theme().set(theme);
                desk.language().set(language);
                MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
                for (long frame = 0; frame < 100; frame++) {
                    desk.frame(frame * 16_000_000);
                }
                window.scene().snapshot(null);
                Bounds side = inScene(window, "#asides");
                for (String part : List.of("#why", "#account")) {
                    assertThat(inScene(window, part).getMinY()).as(part).isGreaterThanOrEqualTo(side.getMinY() - 1);
                    assertThat(inScene(window, part).getMaxY()).as(part).isLessThanOrEqualTo(side.getMaxY() + 1);
                }
                assertThat(inScene(window, "#account").getMinY())
                        .isGreaterThanOrEqualTo(inScene(window, "#why").getMaxY() - 1);
                return true;
            });
        }
    }

    private static Bounds inScene(MirrorlabWindow window, String id) {
        Node found = window.scene().getRoot().lookup(id);
        return found.localToScene(found.getLayoutBounds());
    }

    static void cutTexts(Parent parent, TreeSet<String> found) {
        cutTexts(parent, found, false);
    }

    /// @param strict any tooltip is not enough, it must say what there is no room for
    static void cutTexts(Parent parent, TreeSet<String> found, boolean strict) {
        for (Node child : parent.getChildrenUnmodifiable()) {
            if (!child.isVisible()) {
                continue;
            }
            if (child instanceof Labeled labeled && isCut(labeled)
                    && (strict ? !isToldWhole(labeled) : labeled.getTooltip() == null)) {
                found.add(labeled.getText());
            }
            if (child instanceof Parent inner) {
                cutTexts(inner, found, strict);
            }
        }
    }

    /// Its tooltip has what there is no room for.
    private static boolean isToldWhole(Labeled labeled) {
        return labeled.getTooltip() != null && labeled.getTooltip().getText().contains(labeled.getText());
    }

    private static boolean isCut(Labeled labeled) {
        List<Text> drawn = new ArrayList<>();
        labeled.getChildrenUnmodifiable().stream().filter(Text.class::isInstance).map(Text.class::cast)
                .forEach(drawn::add);
        String whole = labeled.getText() == null ? "" : labeled.getText();
        return !whole.isEmpty()
                && drawn.stream().anyMatch(text -> !text.getText().isEmpty() && !text.getText().equals(whole)
                        && text.getText().endsWith(labeled.getEllipsisString()));
    }
}
