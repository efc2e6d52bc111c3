package mirrorlab.ui.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Page;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.TopologyStory;
import mirrorlab.ui.Welcome;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.ReplicaId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every page of the management screen, in the smallest size also with every part open, painted under `target/pictures`; and no
/// text is cut off.
class TwinPicturesTest {
    private static final Path FOLDER = Path.of("target", "pictures");
    private long nanos;

    @BeforeAll
    static void makeFolder() throws IOException {
        Files.createDirectories(FOLDER);
    }

    static Stream<Arguments> looks() {
        return EveryScreenTest.looks();
    }

    /// Half a minute in which somebody publishes, consumes and gets.
    private static Story busy() {
        Story story = new TopologyStory(new Story().welcome()).shop().story.pause(20_000);
        ReplicaId master = Story.replica(Story.R2, 1);
        ChannelId channel = new ChannelId(Story.R2, 1, 9);
        story.channel(channel, 4, "till");
        story.node(Story.R2, new Happening.ConsumerAdded(Story.R2, channel, Story.ORDERS, "c1", 50, false));
        long last = 0;
        for (int second = 0; second < 30; second++) {
            long first = last + 1;
            last += 40 + second * 3L % 20;
            long taken = Math.max(1, last - 25 - second);
            story.publish(Story.ORDERS, channel, first, last, "o", List.of(master, Story.replica(Story.R3, 1)));
            story.confirmed(channel, first, last - 4);
            story.node(Story.R2, new Happening.MessagesDelivered(Story.ORDERS, master, channel, "c1", false, false,
                    Story.messages(channel, Math.max(1, first - 25), last - 10)));
            story.node(Story.R2, new Happening.MessagesSettled(Story.ORDERS, master, "acknowledged",
                    Story.messages(channel, Math.max(1, first - 25 - second), taken)));
            story.node(Story.R2, new Happening.ReplicaHolds(Story.ORDERS, master, "master", 1,
                    List.of(new Interval(Story.CHANNEL, 41, 65), new Interval(channel, last - 9, last)),
                    List.of(new Interval(channel, taken + 1, last - 10)), 35, last - 10 - taken, 0, 0, 1));
            story.pause(980);
        }
        story.node(Story.R2, new Happening.OperatorPolicySet("/", "limits", "^ord", "queues", 5,
                Map.of("max-length", 100_000)));
        return story.node(Story.R2, new Happening.PolicySet("/", "ha-nodes", "^orders", "queues", 0,
                Map.of("ha-mode", "nodes", "ha-params", List.of("rabbit1@localhost", "rabbit2@localhost"))));
    }

    @ParameterizedTest
    @MethodSource("looks")
    void every_page_is_painted_and_no_text_is_cut_off(Theme theme, Language language, PicturePainter.Size size) {
        RecordedLab recorded = new RecordedLab(busy().entries());
        recorded.status = Welcome.after(5);
        TreeSet<String> cut = Toolkit.call(() -> {
            Desk desk = new Desk(recorded);
            desk.theme().set(theme);
            desk.language().set(language);
            MirrorlabWindow window = new MirrorlabWindow(desk, size.width(), size.height());
            desk.page().set(Page.MANAGEMENT);
            frames(desk, 0);
            TreeSet<String> found = new TreeSet<>();
            long clock = 1;
            for (String page : List.of("overview", "connections", "channels", "exchanges", "exchange-shop", "queues",
                    "open-orders", "admin")) {
                // as it was then, not some time later
                desk.timeline().showPast(desk.timeline().size() - 1);
                click(window, page);
                frames(desk, clock++);
                for (boolean all : size.width() == 1280 ? new boolean[]{false, true} : new boolean[]{false}) {
                    if (all) {
                        desk.timeline().showNow();
                        open(window);
                        frames(desk, clock++);
                    }
                    String name = String.format(Locale.ROOT, "twin-%s%s-%s-%s-%dx%d.png", page, all ? "-open" : "",
                            theme, language, size.width(), size.height()).toLowerCase(Locale.ROOT);
                    write(window, FOLDER.resolve(name));
                    PicturesTest.cutTexts(window.scene().getRoot(), found);
                }
            }
            return found;
        });
        assertThat(cut).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void no_text_of_the_management_screen_is_cut_off(Language language) {
        Story story = new Story().welcome().others();
        story.node(Story.R2, new Happening.OperatorPolicySet("/", "limits", "^jobs", "queues", 0,
                Map.of("max-length", 5000)));
        RecordedLab recorded = new RecordedLab(story.entries());
        recorded.status = Welcome.after(5);
        TreeSet<String> cut = Toolkit.call(() -> {
            Desk desk = new Desk(recorded);
            desk.theme().set(Theme.LIGHT);
            desk.language().set(language);
            MirrorlabWindow window = new MirrorlabWindow(desk, 1280, 720);
            desk.page().set(Page.MANAGEMENT);
            TreeSet<String> found = new TreeSet<>();
            for (String tab : List.of("#overview", "#connections", "#queues", "#admin")) {
                look(desk, window, found);
                ((ToggleButton) window.scene().lookup(".twin " + tab)).fire();
                look(desk, window, found);
                if (window.scene().lookup(".twin #addPane") instanceof TitledPane form) {
                    form.setExpanded(true);
                }
            }
            look(desk, window, found);
            ((ToggleButton) window.scene().lookup(".twin #queues")).fire();
            look(desk, window, found);
            ((Hyperlink) window.scene().lookup(".twin #open-jobs")).fire();
            look(desk, window, found);
            for (String pane : List.of("#consumersPane", "#publishPane", "#getPane", "#deletePane", "#purgePane")) {
                ((TitledPane) window.scene().lookup(".twin " + pane)).setExpanded(true);
            }
            look(desk, window, found);
            return found;
        });
        assertThat(cut).isEmpty();
    }

    private void look(Desk desk, MirrorlabWindow window, TreeSet<String> found) {
        for (int frame = 0; frame < 70; frame++) {
            nanos += 16_000_000;
            desk.frame(nanos);
        }
        window.scene().snapshot(null);
        PicturesTest.cutTexts(window.scene().getRoot(), found);
    }

    private static void frames(Desk desk, long second) {
        for (long frame = 0; frame < 4; frame++) {
            desk.frame(second * 1_000_000_000 + frame * 250_000_000);
        }
    }

    private static void click(MirrorlabWindow window, String id) {
        Node twin = window.scene().getRoot().lookup(".twin");
        twin.applyCss();
        window.scene().getRoot().layout();
        if (twin.lookup("#" + id) == null && twin.lookup(".table-view") instanceof TableView<?> table) {
            table.scrollTo(table.getItems().size() - 1);
            window.scene().getRoot().layout();
        }
        ((ButtonBase) twin.lookup("#" + id)).fire();
        if (twin.lookup("#" + id) instanceof ToggleButton tab && !tab.isSelected()) {
            tab.fire();
        }
    }

    private static void open(MirrorlabWindow window) {
        Node twin = window.scene().getRoot().lookup(".twin");
        twin.lookupAll(".titled-pane").forEach(each -> ((TitledPane) each).setExpanded(true));
        twin.applyCss();
        window.scene().getRoot().layout();
        twin.lookupAll(".twin-scroll").forEach(each -> ((ScrollPane) each).setVvalue(0.62));
    }

    private static void write(MirrorlabWindow window, Path file) {
        Print.of(window).write(file);
    }
}
