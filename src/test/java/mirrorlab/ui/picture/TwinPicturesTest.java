package mirrorlab.ui.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import mirrorlab.journal.Happening;
import mirrorlab.ui.Desk;
import mirrorlab.ui.MirrorlabWindow;
import mirrorlab.ui.Page;
import mirrorlab.ui.RecordedLab;
import mirrorlab.ui.Story;
import mirrorlab.ui.Toolkit;
import mirrorlab.ui.Welcome;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Theme;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every page of the management screen, with its forms open, in the smallest window.
class TwinPicturesTest {
    private long nanos;

    @ParameterizedTest
    @EnumSource(Language.class)
    void no_text_of_the_management_screen_is_cut_off(Language language) {
        Story story = new Story().welcome().others();
        story.node(Story.R2, new Happening.OperatorPolicySet("/", "limits", "^jobs", "queues", 0,
                java.util.Map.of("max-length", 5000)));
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
}
