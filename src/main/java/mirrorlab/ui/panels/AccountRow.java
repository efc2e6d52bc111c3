package mirrorlab.ui.panels;

import java.util.List;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import mirrorlab.ui.look.Switches;

/// One row of the account's table: what it counts, how many, which.
final class AccountRow {
    private final Label name;
    private final Label count;
    private final Label ids;
    /// A tooltip is a window of its own, so it is made once.
    private final Tooltip all = new Tooltip();
    private String style;

    AccountRow(GridPane table, AccountLines.Row row) {
        style = style(row);
        name = label(row.label(), style);
        count = label("", style);
        count.setId("account-" + row.id());
        ids = label("", "account-ids");
        ids.setWrapText(false);
        ids.setMinWidth(0);
        GridPane.setColumnIndex(name, 0);
        GridPane.setColumnIndex(count, 1);
        GridPane.setColumnIndex(ids, 2);
        table.getChildren().addAll(name, count, ids);
    }

    /// @param place
    ///            its row in the table, from 0
    void tell(AccountLines.Row row, int place) {
        for (Label each : List.of(name, count, ids)) {
            Integer before = GridPane.getRowIndex(each);
            if (before == null || before != place) {
                GridPane.setRowIndex(each, place);
            }
        }
        if (!style(row).equals(style)) {
            for (Label each : List.of(name, count)) {
                each.getStyleClass().remove(style);
                each.getStyleClass().add(style(row));
            }
            style = style(row);
        }
        count.setText(String.format(Locale.ROOT, "%,d", row.count()));
        if (!row.ids().equals(ids.getText())) {
            ids.setText(row.ids());
            all.setText(row.ids());
            ids.setTooltip(row.ids().isEmpty() ? null : all);
        }
    }

    private static String style(AccountLines.Row row) {
        return "account-" + row.weight().name().toLowerCase(Locale.ROOT);
    }

    void show(boolean wanted) {
        for (Label each : List.of(name, count, ids)) {
            Switches.show(each, wanted);
        }
    }

    static Label label(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }
}
