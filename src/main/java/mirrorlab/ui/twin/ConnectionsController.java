package mirrorlab.ui.twin;

import java.util.Comparator;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;

/// The page Connections.
public final class ConnectionsController implements Twin.Page {
    private final Desk desk;
    private final Marks marks;
    @FXML
    private Label heading;
    @FXML
    private TableView<ConnectionRow> connectionTable;
    private List<ConnectionRow> shown = List.of();

    public ConnectionsController(Desk desk, Object twin) {
        this.desk = desk;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        Columns<ConnectionRow> columns = new Columns<>(desk);
        connectionTable.getColumns().add(columns.column("twin.name", 16, row -> List.of(row.name(), row.clientName()),
                this::name, Comparator.comparing(ConnectionRow::name)));
        connectionTable.getColumns().add(columns.words("twin.node", 7, row -> row.node().shortName()));
        connectionTable.getColumns().add(columns.words("twin.user", 7, ConnectionRow::user));
        connectionTable.getColumns()
                .add(columns.column("twin.state", 7, ConnectionRow::state, this::state,
                        Comparator.comparing(ConnectionRow::state)));
        connectionTable.getColumns().add(columns.words("twin.protocol", 7, row -> "AMQP 0-9-1"));
        connectionTable.getColumns().add(columns.numbers("twin.channels", 6, ConnectionRow::channels));
        connectionTable.setPlaceholder(new Label(desk.say("twin.none.connections")));
    }

    private Node name(ConnectionRow row) {
        VBox lines = new VBox(marks.text(row.name()));
        if (!row.clientName().isEmpty()) {
            lines.getChildren().add(marks.text(row.clientName(), "twin-quiet"));
        }
        return lines;
    }

    private Node state(ConnectionRow row) {
        QueueState.Colour colour = switch (row.state()) {
            case "blocked" -> QueueState.Colour.RED;
            case "flow" -> QueueState.Colour.YELLOW;
            default -> QueueState.Colour.GREEN;
        };
        return marks.state(row.state(), colour, desk.say("twin.state." + row.state() + ".tip"));
    }

    @Override
    public void show(Screen screen) {
        List<ConnectionRow> now = ConnectionRow.of(screen);
        heading.setText(desk.say("twin.all.connections", now.size()));
        if (!now.equals(shown)) {
            shown = now;
            Columns.show(now, connectionTable);
        }
    }
}
