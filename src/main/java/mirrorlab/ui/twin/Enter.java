package mirrorlab.ui.twin;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// In a form of the management screen the key Enter in any one-line field presses its button, as in a browser.
final class Enter {
    private Enter() {}

    /// @param button
    ///            its id: `#add`
    static void presses(Node form, String button) {
        form.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER && event.getTarget() instanceof TextField
                    && form.lookup(button) instanceof Button found && !found.isDisabled()) {
                event.consume();
                found.fire();
            }
        });
    }
}
