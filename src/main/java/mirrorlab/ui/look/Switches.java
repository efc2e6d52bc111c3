package mirrorlab.ui.look;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ToggleGroup;

/// What is there or not, looks so or not, is chosen or not. Nothing is laid out or styled again where nothing changes.
public final class Switches {
    private Switches() {}

    /// There, or not even a place is kept for it.
    public static void show(Node node, boolean wanted) {
        node.setVisible(wanted);
        node.setManaged(wanted);
    }

    public static void style(Node node, String style, boolean wanted) {
        List<String> styles = node.getStyleClass();
        if (wanted != styles.contains(style)) {
            if (wanted) {
                styles.add(style);
            } else {
                styles.remove(style);
            }
        }
    }

    /// One of the group stays down: a second click on it changes nothing. Who listens to the group, too, hears that none was
    /// chosen, and that the same is again.
    public static void keepOne(ToggleGroup group) {
        group.selectedToggleProperty().addListener((property, before, now) -> {
            if (now == null) {
                group.selectToggle(before);
            }
        });
    }
}
