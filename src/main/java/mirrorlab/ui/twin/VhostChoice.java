package mirrorlab.ui.twin;

import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import mirrorlab.ui.look.Switches;

/// The line Virtual host of a form; as on the real screen it is there only when there is a choice.
///
/// @param label
///            before the box
record VhostChoice(Label label, ComboBox<String> box) {
    private static final String DEFAULT = "/";

    void show(Screen screen) {
        List<String> all = screen.moment().picture().metadata().vhosts();
        if (!all.equals(box.getItems())) {
            String before = box.getValue();
            box.getItems().setAll(all);
            box.setValue(before != null && all.contains(before) ? before : all.contains(DEFAULT) ? DEFAULT : null);
        }
        Switches.show(label, all.size() > 1);
        Switches.show(box, all.size() > 1);
    }

    void choose(String vhost) {
        box.setValue(vhost);
    }

    String chosen() {
        String chosen = box.getValue();
        return chosen == null ? DEFAULT : chosen;
    }
}
