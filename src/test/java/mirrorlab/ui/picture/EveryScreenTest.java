package mirrorlab.ui.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javafx.scene.control.ToggleButton;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Page;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.Welcome;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.ui.network.Way;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page, aside and sheet, in both themes, both languages and three sizes, painted under `target/pictures/screens`. In each
/// no word is cut off without a tooltip or stands on another, and each word that the window says is drawn.
class EveryScreenTest {
    private static final Path FOLDER = Path.of("target", "pictures", "screens");
    private static final List<PicturePainter.Size> SIZES = List.of(new PicturePainter.Size(1280, 720),
            new PicturePainter.Size(1600, 900), new PicturePainter.Size(1920, 1080));
    private static final long FRAME = 16_000_000;
    /// What opens at the side, and what it is about.
    private static final Map<FxmlFile, Object> SHEETS = new LinkedHashMap<>();

    static {
        for (FxmlFile each : List.of(FxmlFile.QUEUE_FORM, FxmlFile.POLICY_FORM, FxmlFile.PUBLISH_FORM,
                FxmlFile.GET_FORM,
                FxmlFile.CONSUME_FORM, FxmlFile.PUBLISHER_FORM, FxmlFile.CLIENTS_SHEET, FxmlFile.KEYS,
                FxmlFile.HOLDS_SHEET, FxmlFile.SCENARIO_FORM)) {
            SHEETS.put(each, "");
        }
        for (FxmlFile each : List.of(FxmlFile.EXCHANGE_FORM, FxmlFile.BIND_FORM, FxmlFile.EXCHANGE_PUBLISH_FORM)) {
            SHEETS.put(each, TopologyStory.x("shop"));
        }
        SHEETS.put(FxmlFile.LINK_FORM, new Way(Story.R2, Story.R3));
        SHEETS.put(FxmlFile.RULE, "F-04");
    }

    private long nanos;
    private CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);

    @BeforeAll
    static void makeFolder() throws IOException {
        Files.createDirectories(FOLDER);
    }

    static Stream<Arguments> looks() {
        return Stream.of(Theme.values()).flatMap(theme -> Stream.of(Language.values())
                .flatMap(language -> SIZES.stream().map(size -> Arguments.of(theme, language, size))));
    }

    /// A view that is neither here nor a part of a page would be missing from the pictures.
    @Test
    void every_view_that_opens_at_the_side_is_among_the_sheets() throws IOException {
        Set<FxmlFile> forms = EnumSet.noneOf(FxmlFile.class);
        for (FxmlFile each : FxmlFile.values()) {
            if (Files.readString(Path.of(each.path().substring(1))).contains("styleClass=\"form")) {
                forms.add(each);
            }
        }
        assertThat(SHEETS.keySet()).containsExactlyInAnyOrderElementsOf(forms);
    }

    @ParameterizedTest
    @MethodSource("looks")
    void every_page_aside_and_sheet_is_painted(Theme theme, Language language, PicturePainter.Size size) {
        RecordedLab recorded = new RecordedLab(
                new TopologyStory(new Story().welcome().others().held()).shop().story.entries());
        recorded.status = Welcome.after(5);
        String look = String.format(Locale.ROOT, "%s-%s-%dx%d", theme, language, size.width(), size.height());
        TreeSet<String> cut = new TreeSet<>();
        List<String> blank = new ArrayList<>();
        List<String> covered = new ArrayList<>();
        Toolkit.run(() -> {
            Desk desk = new Desk(recorded);
            desk.theme().set(theme);
            desk.language().set(language);
            MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
            Screens screens = new Screens(desk, window, look, cut, blank, covered);
            settle(desk, 100);
            for (Page page : Page.values()) {
                desk.page().set(page);
                screens.take("page-" + page.word());
            }
            desk.page().set(Page.TOPOLOGY);
            for (String tab : List.of("vhosts", "users", "permissions", "graph")) {
                ((ToggleButton) window.scene().lookup("#" + tab + "Tab")).fire();
                screens.take("page-topology-" + tab);
            }
            desk.page().set(Page.STAGE);
            SHEETS.forEach((sheet, subject) -> {
                desk.sheet().set(new Desk.Sheet(sheet, subject));
                screens.take("sheet-" + sheet.name().toLowerCase(Locale.ROOT).replace('_', '-'));
            });
            desk.sheet().set(null);
            for (Aside aside : Aside.values()) {
                desk.aside().set(aside);
                screens.take("aside-" + aside.word());
            }
            desk.aside().set(Aside.WHY);
            desk.timeline().jump(-1);
            screens.take("past");
            desk.timeline().showNow();
            desk.projector().set(true);
            screens.take("projector");
            if (theme == Theme.LIGHT && size.equals(SIZES.getFirst())) {
                SHEETS.forEach((sheet, subject) -> {
                    desk.sheet().set(new Desk.Sheet(sheet, subject));
                    screens.look("projector-" + sheet);
                });
            }
        });
        writing.join();
        assertThat(cut).as("cut off").isEmpty();
        assertThat(blank).as("said and not drawn").isEmpty();
        assertThat(covered).as("one over the other").isEmpty();
    }

    private final class Screens {
        private final Desk desk;
        private final MirrorlabWindow window;
        private final String look;
        private final TreeSet<String> cut;
        private final List<String> blank;
        private final List<String> covered;

        Screens(Desk desk, MirrorlabWindow window, String look, TreeSet<String> cut, List<String> blank,
                List<String> covered) {
            this.desk = desk;
            this.window = window;
            this.look = look;
            this.cut = cut;
            this.blank = blank;
            this.covered = covered;
        }

        void take(String what) {
            Print print = look(what);
            Path file = FOLDER.resolve((what + "-" + look + ".png").toLowerCase(Locale.ROOT));
            writing.join();
            writing = CompletableFuture.runAsync(() -> print.write(file)); // while the next one is painted
        }

        Print look(String what) {
            settle(desk, 3);
            window.scene().getRoot().applyCss();
            window.scene().getRoot().layout();
            settle(desk, 25);
            Print print = Print.of(window);
            TreeSet<String> here = new TreeSet<>();
            PicturesTest.cutTexts(window.scene().getRoot(), here, !desk.projector().get());
            here.forEach(each -> cut.add(what + ": " + each));
            print.blank().forEach(each -> blank.add(what + ": " + each));
            print.covered().forEach(each -> covered.add(what + ": " + each));
            return print;
        }
    }

    private void settle(Desk desk, int frames) {
        for (int i = 0; i < frames; i++) {
            nanos += FRAME;
            desk.frame(nanos);
        }
    }
}
