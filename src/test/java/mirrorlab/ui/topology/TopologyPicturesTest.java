package mirrorlab.ui.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Scene;
import javafx.scene.control.ToggleButton;
import javax.imageio.ImageIO;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Page;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pictures of the topology page and of the text page, under `target/pictures`.
class TopologyPicturesTest {
    private static final Path FOLDER = Path.of("target", "pictures");
    private static final long FRAME = 16_000_000;
    private long nanos;

    private static TopologyStory shop() {
        return new TopologyStory(new Story().welcome().others()).shop();
    }

    private record Size(int width, int height) {}

    private static final Size SMALL = new Size(1280, 720);
    private static final Size LARGE = new Size(1920, 1080);

    @ParameterizedTest
    @EnumSource(Theme.class)
    void every_part_of_both_pages_is_painted(Theme theme) throws IOException {
        Files.createDirectories(FOLDER);
        RecordedLab lab = new RecordedLab(shop().story.entries());
        for (Language language : Language.values()) {
            for (Size size : List.of(SMALL, LARGE)) {
                paint(lab, "topology", theme, language, size, scene -> {});
            }
            for (String tab : List.of("vhosts", "users", "permissions")) {
                paint(lab, "topology-" + tab, theme, language, SMALL,
                        scene -> ((ToggleButton) scene.lookup("#" + tab + "Tab")).fire());
            }
            paint(lab, "text", theme, language, SMALL, scene -> ((ToggleButton) scene.lookup("#page-text")).fire());
        }
        RecordedLab many = new RecordedLab(new TopologyStory(new Story().threeNodes()).large(200).story.entries());
        paint(many, "topology-large", theme, Language.ENGLISH, SMALL, scene -> {});
    }

    private void paint(RecordedLab lab, String what, Theme theme, Language language, Size size,
            Consumer<Scene> prepare) {
        String name = String.format(Locale.ROOT, "%s-%s-%s-%dx%d", what, theme, language, size.width(), size.height());
        Toolkit.run(() -> {
            Desk desk = desk(lab, theme, language);
            MirrorlabWindow window = window(desk, size);
            prepare.accept(window.scene());
            settle(desk, window, 100);
            write(window, name);
        });
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void the_forms_are_painted(Language language) throws IOException {
        Files.createDirectories(FOLDER);
        RecordedLab lab = new RecordedLab(shop().story.entries());
        for (FxmlFile form : List.of(FxmlFile.EXCHANGE_FORM, FxmlFile.BIND_FORM, FxmlFile.EXCHANGE_PUBLISH_FORM)) {
            Toolkit.run(() -> {
                Desk desk = desk(lab, Theme.LIGHT, language);
                MirrorlabWindow window = window(desk, SMALL);
                desk.sheet().set(new Desk.Sheet(form, TopologyStory.x("shop")));
                settle(desk, window, 10);
                write(window, form.name().replace('_', '-') + "-" + language);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void publishes_are_painted_on_their_way(Theme theme) throws IOException {
        Files.createDirectories(FOLDER);
        TopologyStory story = shop();
        RecordedLab lab = new RecordedLab(story.story.entries());
        int before = story.story.entries().size();
        story.routed("shop", "today.news", List.of("shop", "news"), List.of("audit", "mail"), 2001, 2003);
        story.routed("by.type", "", List.of("by.type"), List.of(), 2004, 2005);
        List<Entry> fresh = story.story.entries().subList(before, story.story.entries().size());
        Toolkit.run(() -> {
            Desk desk = desk(lab, theme, Language.ENGLISH);
            MirrorlabWindow window = window(desk, SMALL);
            fresh.forEach(lab.recording::add);
            for (int picture = 1; picture <= 3; picture++) {
                settle(desk, window, 19);
                write(window, "topology-way-" + theme + "-" + picture);
            }
        });
    }

    private static Desk desk(RecordedLab lab, Theme theme, Language language) {
        Desk desk = new Desk(lab);
        desk.theme().set(theme);
        desk.language().set(language);
        desk.page().set(Page.TOPOLOGY);
        return desk;
    }

    private MirrorlabWindow window(Desk desk, Size size) {
        MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
        settle(desk, window, 100);
        settle(desk, window, 100);
        return window;
    }

    private void settle(Desk desk, MirrorlabWindow window, int frames) {
        for (int i = 0; i < frames; i++) {
            nanos += FRAME;
            desk.frame(nanos);
        }
        window.scene().snapshot(null);
    }

    private static void write(MirrorlabWindow window, String name) {
        window.scene().getRoot().lookupAll(".viewport").forEach(viewport -> viewport.setCache(false));
        Path file = FOLDER.resolve(name.toLowerCase(Locale.ROOT) + ".png");
        try {
            ImageIO.write(SwingFXUtils.fromFXImage(window.scene().snapshot(null), null), "png", file.toFile());
            assertThat(Files.size(file)).isGreaterThan(20_000L);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
