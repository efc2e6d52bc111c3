package mirrorlab.ui.topology;

import java.util.List;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import mirrorlab.ui.Desk;

/// Virtual hosts, users or permissions, one row each. Never a password, nor what is made of one: the journal has none.
final class AccountTable extends TableView<List<String>> {
    private final Desk desk;
    private List<String> headings = List.of();

    AccountTable(Desk desk) {
        this.desk = desk;
        setId("accountTable");
        getStyleClass().add("topology-table");
        setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_ALL_COLUMNS);
        Label nobody = new Label(desk.say("topology.table.empty"));
        nobody.getStyleClass().add("empty");
        nobody.setWrapText(true);
        setPlaceholder(nobody);
    }

    void show(Part part, TopologyModel model) {
        switch (part) {
            case GRAPH -> {
            }
            case VHOSTS -> show(List.of("vhost", "queues", "exchanges", "bindings", "users"),
                    model.vhosts().stream().map(each -> List.of(each.name(), String.valueOf(each.queues()),
                            String.valueOf(each.exchanges()), String.valueOf(each.bindings()),
                            String.join(", ", each.users()))).toList());
            case USERS -> show(List.of("user", "tags"),
                    model.users().stream().map(each -> List.of(each.name(), String.join(", ", each.tags()))).toList());
            case PERMISSIONS -> show(List.of("user", "vhost", "configure", "write", "read"),
                    model.permissions().stream().map(each -> List.of(each.user(), each.vhost(), each.configure(),
                            each.write(), each.read())).toList());
        }
    }

    private void show(List<String> keys, List<List<String>> rows) {
        if (!keys.equals(headings)) {
            headings = keys;
            getItems().clear();
            getColumns().clear();
            for (int i = 0; i < keys.size(); i++) {
                getColumns().add(column(keys.get(i), i));
            }
        }
        if (!rows.equals(getItems())) {
            List<String> chosen = getSelectionModel().getSelectedItem();
            getItems().setAll(rows);
            rows.stream().filter(each -> chosen != null && each.getFirst().equals(chosen.getFirst())).findFirst()
                    .ifPresent(getSelectionModel()::select);
        }
    }

    private TableColumn<List<String>, String> column(String key, int index) {
        TableColumn<List<String>, String> column = new TableColumn<>(desk.say("table." + key));
        column.setCellValueFactory(row -> new ReadOnlyStringWrapper(row.getValue().get(index)));
        column.setCellFactory(unused -> new Cell());
        column.setMinWidth(60);
        column.setPrefWidth(150);
        return column;
    }

    private static final class Cell extends TableCell<List<String>, String> {
        @Override
        protected void updateItem(String text, boolean empty) {
            super.updateItem(text, empty);
            setText(empty ? "" : text);
            setTooltip(empty || text.isEmpty() ? null : new Tooltip(text));
        }
    }
}
