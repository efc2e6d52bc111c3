package mirrorlab.ui.panels;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// A scenario's line with its number, its mark and, below, what came of it.
final class StepRow extends HBox {

    StepRow(StepLine line) {
        getStyleClass().add("step-row");
        if (line.current()) {
            getStyleClass().add("current");
        }
        setId("step-" + line.number());
        setAlignment(Pos.TOP_LEFT);
        Label number = label(Integer.toString(line.number()), "step-number");
        Label text = label(line.text(), "step-text");
        text.setWrapText(true);
        text.setMinHeight(USE_PREF_SIZE);
        VBox words = new VBox(text);
        below(words, line.comment(), "step-result");
        below(words, line.result(), "step-failed");
        HBox.setHgrow(words, Priority.ALWAYS);
        Label mark = label(switch (line.mark()) {
            case NONE -> "";
            case RUNNING -> "…";
            case HELD -> "✓";
            case FAILED -> "✕";
        }, "step-mark");
        if (line.mark() == StepLine.Mark.FAILED) {
            mark.getStyleClass().add("bad");
        } else if (line.mark() == StepLine.Mark.HELD) {
            getStyleClass().add("done");
        }
        getChildren().addAll(number, words, mark);
    }

    private static void below(VBox words, String text, String style) {
        if (!text.isEmpty()) {
            Label label = label(text, style);
            label.setWrapText(true);
            label.setMinHeight(USE_PREF_SIZE);
            words.getChildren().add(label);
        }
    }

    private static Label label(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        if (style.equals("step-number") || style.equals("step-mark")) {
            label.setMinWidth(Region.USE_PREF_SIZE);
        }
        return label;
    }
}
