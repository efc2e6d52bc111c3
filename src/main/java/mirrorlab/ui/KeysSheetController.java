package mirrorlab.ui;

import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The list of keys.
public final class KeysSheetController {
    private final Desk desk;
    @FXML
    private VBox content;

    public KeysSheetController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        for (Keys.Key key : new Keys(desk).all()) {
            Label cap = new Label(key.label());
            cap.getStyleClass().add("key-cap");
            Label words = new Label(desk.say(key.key()));
            words.setWrapText(true);
            HBox row = new HBox(10, cap, words);
            row.getStyleClass().add("key-row");
            content.getChildren().add(row);
        }
    }

    @FXML
    private void close() {
        desk.sheet().set(null);
    }
}
