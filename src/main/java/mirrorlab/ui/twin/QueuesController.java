package mirrorlab.ui.twin;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.CustomMenuItem;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The page Queues: the list and the form Add a new queue.
public final class QueuesController implements Twin.Page {
    private static final double NAME_LEAST = 7.2;
    private static final double FEATURES_LEAST = 8;
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private Label heading;
    @FXML
    private TextField filter;
    @FXML
    private CheckBox regex;
    @FXML
    private Button chooser;
    @FXML
    private TableView<QueueRow> queueTable;
    @FXML
    private TitledPane addPane;
    @FXML
    private Label vhostLabel;
    @FXML
    private ComboBox<String> vhost;
    @FXML
    private ComboBox<String> type;
    @FXML
    private TextField name;
    @FXML
    private ComboBox<String> durability;
    @FXML
    private ComboBox<String> node;
    @FXML
    private ComboBox<String> autoDelete;
    @FXML
    private VBox arguments;
    @FXML
    private VBox argumentLinks;
    private final Map<TableColumn<QueueRow, QueueRow>, String> groups = new LinkedHashMap<>();
    private @Nullable TableColumn<QueueRow, QueueRow> vhosts;
    private boolean manyVhosts;
    private List<QueueRow> all = List.of();
    private final KeyValueRows rows;

    public QueuesController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
        rows = new KeyValueRows(desk);
    }

    @FXML
    private void initialize() {
        buildColumns();
        queueTable.setPlaceholder(new Label(desk.say("twin.none.queues")));
        queueTable.setSortPolicy(table -> {
            showRows();
            return true;
        });
        queueTable.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> {
            if (now != null) {
                desk.selected().set(now.queue());
            }
        });
        filter.textProperty().addListener((property, before, now) -> showRows());
        regex.selectedProperty().addListener((property, before, now) -> showRows());
        rows.in(arguments, "argument");
        Shortcut.show(Shortcut.ARGUMENTS, desk, argumentLinks, rows, "link");
        type.getItems().setAll(desk.say("twin.classic"));
        type.getSelectionModel().selectFirst();
        durability.getItems().setAll(desk.say("twin.durable"), desk.say("twin.transient"));
        durability.getSelectionModel().selectFirst();
        autoDelete.getItems().setAll(desk.say("twin.no"), desk.say("twin.yes"));
        autoDelete.getSelectionModel().selectFirst();
        addPane.disableProperty().bind(twin.past());
        Enter.presses(addPane, "#add");
    }

    private void buildColumns() {
        Columns<QueueRow> columns = new Columns<>(desk);
        TableColumn<QueueRow, QueueRow> first = columns.column("twin.name", NAME_LEAST, QueueRow::queue, this::link,
                Comparator.comparing(QueueRow::name));
        Comparator<QueueRow> byFeatures = Comparator.comparing(row -> row.features().toString());
        TableColumn<QueueRow, QueueRow> features = columns.column("twin.features", FEATURES_LEAST,
                row -> Arrays.asList(row.features(), row.policy(), row.operatorPolicy()),
                row -> marks.features(row, true), byFeatures);
        vhosts = hidden(columns.words("twin.vhost", 5, row -> row.queue().vhost()));
        group(columns.group("twin.tab.overview"), List.of(vhosts, first,
                columns.column("twin.node", 8.7, row -> List.of(row.node(), row.badges()),
                        row -> marks.node(row.node(), row.badges()), Comparator.comparing(row -> row.node().value())),
                columns.words("twin.type", 3.8, row -> "classic"),
                features,
                hidden(columns.column("twin.features.plain", 6, QueueRow::features, row -> marks.features(row, false),
                        byFeatures)),
                hidden(columns.words("twin.policy", 6, row -> row.policy() == null ? "" : row.policy())),
                hidden(columns.numbers("twin.consumer.count", 5, QueueRow::consumers)),
                columns.column("twin.state", 5, row -> List.of(row.state(), row.idleSinceMillis()), marks::state,
                        Comparator.comparing(QueueRow::state))));
        group(columns.group("twin.messages"), List.of(columns.numbers("twin.ready", 4.1, QueueRow::ready),
                columns.numbers("twin.unacked", 4.7, QueueRow::unacknowledged),
                columns.numbers("twin.total", 4.1, QueueRow::total)));
        group(columns.group("twin.rates"),
                List.of(columns.rates("twin.incoming", 4.8, row -> row.rate().incoming()),
                        columns.rates("twin.deliver", 6, row -> row.rate().deliver()),
                        columns.rates("twin.ack", 3.7, row -> row.rate().ack())));
        Runnable stretch = () -> {
            double em = Columns.EM * desk.zoom().get();
            Columns.stretch(queueTable, first, NAME_LEAST * em, features, FEATURES_LEAST * em);
        };
        queueTable.widthProperty().addListener((property, before, now) -> stretch.run());
        features.visibleProperty().addListener((property, before, now) -> stretch.run());
        groups.keySet().stream().filter(each -> !each.equals(first) && !each.equals(features)).forEach(each -> {
            each.widthProperty().addListener((property, before, now) -> stretch.run());
            each.visibleProperty().addListener((property, before, now) -> stretch.run());
        });
    }

    private static TableColumn<QueueRow, QueueRow> hidden(TableColumn<QueueRow, QueueRow> column) {
        column.setVisible(false);
        return column;
    }

    private void group(TableColumn<QueueRow, QueueRow> group, List<TableColumn<QueueRow, QueueRow>> columns) {
        columns.forEach(each -> {
            groups.put(each, group.getText());
            group.getColumns().add(each);
        });
        queueTable.getColumns().add(group);
    }

    private Node link(QueueRow row) {
        Hyperlink link = new Hyperlink(row.name());
        link.setId("open-" + row.name());
        Marks.tip(link, desk.say("twin.open.queue", row.name(), row.queue().vhost()));
        link.setOnAction(event -> twin.open(row.queue()));
        return link;
    }

    @Override
    public void show(Screen screen) {
        List<String> nodes = screen.moment().columns().stream().map(NodeName::value).toList();
        if (!nodes.equals(node.getItems())) {
            node.getItems().setAll(nodes);
        }
        NodeName here = twin.screenOf().get();
        if (node.getValue() == null && here != null) {
            node.setValue(here.value());
        }
        new VhostChoice(vhostLabel, vhost).show(screen);
        boolean many = vhost.getItems().size() > 1;
        if (many != manyVhosts && vhosts != null) {
            manyVhosts = many;
            vhosts.setVisible(many);
        }
        List<QueueRow> now = QueueRows.of(screen);
        if (!now.equals(all)) {
            all = now;
            showRows();
        }
    }

    private void showRows() {
        List<QueueRow> now = QueueRows.filter(all, filter.getText(), regex.isSelected());
        heading.setText(desk.say(now.size() == all.size() ? "twin.all.queues" : "twin.some.queues", all.size(),
                now.size()));
        Columns.show(now, queueTable);
    }

    /// The chooser of columns behind `+/-`.
    @FXML
    private void choose() {
        ContextMenu menu = new ContextMenu();
        menu.setId("column-menu");
        String last = "";
        for (Map.Entry<TableColumn<QueueRow, QueueRow>, String> each : groups.entrySet()) {
            TableColumn<QueueRow, QueueRow> column = each.getKey();
            if (column.getId().equals("twin.name") || column.getId().equals("twin.node")) {
                continue; // these cannot be left out
            }
            if (!each.getValue().equals(last)) {
                last = each.getValue();
                CustomMenuItem title = new CustomMenuItem(marks.text(last, "twin-h3"), false);
                title.setDisable(true);
                menu.getItems().add(title);
            }
            CheckBox box = new CheckBox(desk.say(column.getId()));
            box.setId("column-" + column.getId().substring("twin.".length()));
            box.setTooltip(new Tooltip(desk.say(column.getId() + ".tip")));
            box.selectedProperty().bindBidirectional(column.visibleProperty());
            menu.getItems().add(new CustomMenuItem(box, false));
        }
        menu.show(chooser, Side.BOTTOM, 0, 0);
    }

    @FXML
    private void add() {
        String wanted = name.getText().strip();
        if (wanted.isEmpty()) {
            twin.refuse(desk.say("form.queue.name.missing"));
            return;
        }
        if (!twin.accepts(rows)) {
            return;
        }
        QueueName queue = new QueueName(new VhostChoice(vhostLabel, vhost).chosen(), wanted);
        Step step = Twin.onQueue("declare_queue", queue).with("durable",
                durability.getSelectionModel().getSelectedIndex() == 0);
        if (autoDelete.getSelectionModel().getSelectedIndex() == 1) {
            step = step.with("auto_delete", true);
        }
        if (node.getValue() != null) {
            step = step.with("node", node.getValue().split("@", 2)[0]);
        }
        twin.perform(Twin.withArguments(step, rows.values()), result -> {
            desk.selectOnceSeen(queue);
            name.clear();
            rows.clear();
        });
    }
}
