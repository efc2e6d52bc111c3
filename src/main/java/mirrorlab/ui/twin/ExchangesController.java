package mirrorlab.ui.twin;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// The page Exchanges: the list and the form Add a new exchange.
public final class ExchangesController implements Twin.Page {
    private static final double NAME_LEAST = 10;
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private Label heading;
    @FXML
    private TableView<ExchangeRow> exchangeTable;
    @FXML
    private TitledPane addPane;
    @FXML
    private TextField name;
    @FXML
    private Label vhostLabel;
    @FXML
    private ComboBox<String> vhost;
    @FXML
    private ComboBox<String> type;
    @FXML
    private ComboBox<String> durability;
    @FXML
    private VBox arguments;
    private final KeyValueRows rows;
    private List<ExchangeRow> shown = List.of();

    public ExchangesController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
        rows = new KeyValueRows(desk);
    }

    @FXML
    private void initialize() {
        Columns<ExchangeRow> columns = new Columns<>(desk);
        TableColumn<ExchangeRow, ExchangeRow> first = columns.column("twin.name", NAME_LEAST, ExchangeRow::exchange,
                this::link, Comparator.comparing(ExchangeRow::exchange));
        exchangeTable.getColumns().addAll(List.of(columns.words("twin.vhost", 6, row -> row.exchange().vhost()), first,
                columns.words("twin.type", 6, ExchangeRow::type),
                columns.column("twin.features", 12, row -> Arrays.asList(row.features(), row.policy()),
                        row -> marks.features(row.features(), row.policy(), null),
                        Comparator.comparing(row -> row.features().toString())),
                columns.rates("twin.rate.in", 8.5, row -> row.rate().in()),
                columns.rates("twin.rate.out", 8.5, row -> row.rate().out())));
        columns.widen(exchangeTable, first, NAME_LEAST);
        rows.in(arguments, "argument");
        type.getItems().setAll("direct", "fanout", "headers", "topic");
        type.getSelectionModel().selectFirst();
        durability.getItems().setAll(desk.say("twin.durable"), desk.say("twin.transient"));
        durability.getSelectionModel().selectFirst();
        addPane.disableProperty().bind(twin.past());
        Enter.presses(addPane, "#addExchange");
        exchangeTable.setPlaceholder(new Label(desk.say("twin.none.exchanges")));
    }

    private Node link(ExchangeRow row) {
        Hyperlink link = new Hyperlink(row.name());
        link.setId("exchange-" + row.exchange().name());
        Marks.tip(link, desk.say("twin.open.exchange", row.name(), row.exchange().vhost()));
        link.setOnAction(event -> twin.place().set(new Place.OneExchange(row.exchange())));
        return link;
    }

    @Override
    public void show(Screen screen) {
        new VhostChoice(vhostLabel, vhost).show(screen);
        List<ExchangeRow> now = ExchangeRow.of(screen);
        heading.setText(desk.say("twin.all.exchanges", now.size()));
        if (!now.equals(shown)) {
            shown = now;
            Columns.show(now, exchangeTable);
        }
    }

    @FXML
    private void add() {
        String wanted = name.getText().strip();
        if (wanted.isEmpty()) {
            twin.refuse(desk.say("form.exchange.name.missing"));
            return;
        }
        if (!twin.accepts(rows)) {
            return;
        }
        Step step = Twin.inVhost(Step.of("declare_exchange").with("exchange", wanted),
                new VhostChoice(vhostLabel, vhost).chosen()).with("type", type.getValue())
                .with("durable", durability.getSelectionModel().getSelectedIndex() == 0);
        twin.perform(Twin.withArguments(step, rows.values()), result -> {
            name.clear();
            rows.clear();
        });
    }
}
