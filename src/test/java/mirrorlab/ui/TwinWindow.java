package mirrorlab.ui;

import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TitledPane;

/// The management screen of a window on three embedded nodes, and how somebody uses it.
abstract class TwinWindow extends LabWindow {

    static String in(String id) {
        return ".twin " + id;
    }

    boolean seenIn(String id) {
        return isShown(in(id));
    }

    List<String> texts(String style) {
        return seen(() -> robot.lookup(in(style)).queryAll().stream().map(each -> ((Labeled) each).getText()).toList());
    }

    void twin(String id) {
        press(in(id));
    }

    TitledPane pane(String id) {
        return robot.lookup(in(id)).queryAs(TitledPane.class);
    }

    void fold(String id, boolean open) {
        await(id + " is there", () -> seenIn(id));
        if (seen(() -> pane(id).isExpanded()) != open) {
            twin(id + " > .title");
            await(id + " is folded", () -> seen(() -> pane(id).isExpanded()) == open);
        }
    }

    void fill(String id, String text) {
        typeInto(in(id), text);
    }

    void choose(String id, int item) {
        await(item + " is chosen in " + id, () -> seen(() -> {
            ComboBox<?> box = (ComboBox<?>) robot.lookup(in(id)).match(ComboBox.class::isInstance).query();
            box.getSelectionModel().select(item);
            return box.getSelectionModel().getSelectedIndex() == item;
        }));
    }
}
