package mirrorlab.ui.timeline;

import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.words.StepWords;
import org.jspecify.annotations.Nullable;

/// One line of the event list: time, node, words, rule.
final class EventCell extends ListCell<EventLine> {
    private final Desk desk;
    private final Label time = new Label();
    private final Label origin = new Label();
    private final Label words = new Label();
    /// What the line is too short for.
    private final Tooltip whole = new Tooltip();
    private final Hyperlink rule = new Hyperlink();
    private final HBox row = new HBox(time, origin, words, rule);

    EventCell(Desk desk) {
        this.desk = desk;
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("event-row");
        time.getStyleClass().add("event-time");
        origin.getStyleClass().add("event-origin");
        words.getStyleClass().add("event-words");
        rule.getStyleClass().add("rule");
        words.setMaxWidth(Double.MAX_VALUE);
        words.setMinWidth(0);
        HBox.setHgrow(words, Priority.ALWAYS);
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable EventLine line, boolean empty) {
        super.updateItem(line, empty);
        if (line == null || empty) {
            setGraphic(null);
            return;
        }
        time.setText(Clock.time(line.millis()));
        origin.setText(line.origin());
        words.setText(line.text(new StepWords(desk.texts())));
        whole.setText(words.getText());
        words.setTooltip(whole);
        rule.setText(line.rule());
        rule.setVisible(!line.rule().isEmpty());
        rule.setOnAction(event -> desk.sheet().set(new Desk.Sheet(FxmlFile.RULE, line.rule())));
        row.getStyleClass().removeAll("quiet", "plain", "strong");
        row.getStyleClass().add(line.weight().name().toLowerCase(java.util.Locale.ROOT));
        setGraphic(row);
    }
}
