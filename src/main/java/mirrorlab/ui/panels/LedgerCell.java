package mirrorlab.ui.panels;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import mirrorlab.ui.Desk;
import org.jspecify.annotations.Nullable;

/// One queue of the ledger: its name, how many were published, how many are lost.
final class LedgerCell extends ListCell<LedgerLines.Line> {
    private final Desk desk;
    private final Label name = new Label();
    private final Label published = new Label();
    private final Label lost = new Label();
    private final Tooltip all = new Tooltip();
    private final HBox row = new HBox(6, name, published, lost);

    LedgerCell(Desk desk) {
        this.desk = desk;
        name.setMaxWidth(Double.MAX_VALUE);
        name.setMinWidth(0);
        HBox.setHgrow(name, Priority.ALWAYS);
        published.setMinWidth(USE_PREF_SIZE);
        lost.setMinWidth(USE_PREF_SIZE);
        row.setAlignment(Pos.CENTER_LEFT);
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(LedgerLines.@Nullable Line line, boolean empty) {
        super.updateItem(line, empty);
        if (line == null || empty) {
            setGraphic(null);
            setTooltip(null);
            return;
        }
        name.setText(line.queue().name());
        name.setTooltip(all);
        published.setText(String.format(Locale.ROOT, "%,d", line.published()));
        lost.setText(line.lost() == 0 ? "" : String.format(Locale.ROOT, "✕ %,d", line.lost()));
        lost.getStyleClass().setAll("label", "ledger-lost");
        all.setText(desk.say("ledger.total", line.published(), line.held(), line.ended(), line.gone(), line.lost(),
                line.lostAlthoughConfirmed()));
        setTooltip(all);
        setGraphic(row);
    }
}
