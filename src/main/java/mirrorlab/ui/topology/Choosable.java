package mirrorlab.ui.topology;

import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import mirrorlab.ui.Keys;

/// A part of the graph that a click or Enter chooses.
final class Choosable {
    private Choosable() {}

    static void make(Node part, Runnable choose) {
        part.getStyleClass().add(Keys.CHOOSABLE);
        part.setFocusTraversable(true);
        part.setOnMouseClicked(event -> {
            part.requestFocus();
            choose.run();
        });
        part.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER || event.getCode() == KeyCode.SPACE) {
                choose.run();
                event.consume();
            }
        });
    }
}
