package mirrorlab.ui.topology;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Page;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The topology page: a graph or a table, what is chosen in it, and whether all nodes know the same.
public final class TopologyController implements Desk.FrameListener {
    /// Nodes learn of a change one after the other; a shorter difference is not one.
    private static final long LEARNING = 1_000_000_000;
    private final Desk desk;
    private final GraphView graph;
    private final AccountTable table;
    @FXML
    private ToggleGroup parts;
    @FXML
    private HBox choices;
    @FXML
    private ComboBox<String> vhost;
    @FXML
    private TextField search;
    @FXML
    private CheckBox standard;
    @FXML
    private StackPane place;
    @FXML
    private Label nothing;
    @FXML
    private Label sameness;
    @FXML
    private TopologyStripController stripController;
    private TopologyModel model = TopologyModel.EMPTY;
    private Chosen chosen = Chosen.NOTHING;
    private boolean differs;
    private long differsSince;

    public TopologyController(Desk desk) {
        this.desk = desk;
        graph = new GraphView(desk, this::choose);
        table = new AccountTable(desk);
    }

    @FXML
    private void initialize() {
        place.getChildren().addAll(0, List.of(graph, table));
        vhost.getItems().setAll("/");
        vhost.setValue("/");
        vhost.valueProperty().addListener((property, before, now) -> look());
        search.textProperty().addListener((property, before, now) -> look());
        standard.selectedProperty().addListener((property, before, now) -> look());
        Switches.keepOne(parts);
        parts.selectedToggleProperty().addListener((property, before, now) -> show());
        table.getSelectionModel().selectedItemProperty().addListener((property, before, now) -> strip());
        show();
        desk.listen(Page.TOPOLOGY, this);
        desk.whileShown(desk.theme(), theme -> graph.repaint());
        desk.whileShown(desk.zoom(), zoom -> graph.show(model));
        desk.whileShown(desk.selected(), this::selected);
    }

    /// A queue that was selected elsewhere is the chosen one here.
    private void selected(@Nullable QueueName queue) {
        if (queue != null && queue.vhost().equals(model.vhost()) && !Spot.queue(queue.name()).equals(chosen.spot())) {
            choose(Chosen.of(Spot.queue(queue.name())));
            graph.reveal(Spot.queue(queue.name()));
        }
    }

    private void choose(Chosen now) {
        chosen = now;
        graph.choose(now);
        Spot spot = now.spot();
        if (spot != null && spot.isQueue()) {
            desk.selected().set(new QueueName(model.vhost(), spot.name()));
        }
        strip();
    }

    private void look() {
        moment(desk.timeline().shown());
    }

    @Override
    public void moment(Moment moment) {
        String wanted = vhost.getValue() == null ? "/" : vhost.getValue();
        TopologyModel now = TopologyModels.of(moment.picture(),
                new TopologyModel.Choice(wanted, search.getText(), standard.isSelected()));
        List<String> names = now.vhosts().stream().map(TopologyModel.VhostRow::name).toList();
        if (!names.equals(vhost.getItems())) {
            vhost.getItems().setAll(names);
            vhost.setValue(names.contains(wanted) ? wanted : names.getFirst());
        }
        if (!now.equals(model) && now.vhost().equals(vhost.getValue())) {
            model = now;
            show();
        }
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (part() == Part.GRAPH) {
            graph.pulse(nanos, fresh);
        }
        boolean isDifferent = !model.different().isEmpty();
        if (!isDifferent || differsSince == 0) {
            differsSince = isDifferent ? Math.max(1, nanos) : 0;
        }
        boolean lasts = isDifferent && nanos - differsSince >= LEARNING;
        if (lasts != differs) {
            differs = lasts;
            sayWhoKnows();
        }
    }

    private Part part() {
        return Part.valueOf(String.valueOf(parts.getSelectedToggle().getUserData()));
    }

    private void show() {
        Part part = part();
        boolean isGraph = part == Part.GRAPH;
        Switches.show(choices, isGraph);
        graph.setVisible(isGraph);
        table.setVisible(!isGraph);
        if (isGraph) {
            graph.show(model);
        } else {
            table.show(part, model);
        }
        nothing.setVisible(isGraph && model.queues().isEmpty() && model.exchanges().size() <= 1);
        strip();
        sayWhoKnows();
    }

    private void strip() {
        List<String> row = table.getSelectionModel().getSelectedItem();
        stripController.show(model, chosen, part(), row == null ? null : row.getFirst());
    }

    private void sayWhoKnows() {
        TopologyWords words = new TopologyWords(desk.texts());
        sameness.setText((differs ? "✕ " : model.same().isEmpty() ? "" : "✓ ") + words.sameness(model, differs)
                + (part() == Part.GRAPH ? " · " + words.size(model) : ""));
        Switches.style(sameness, "bad", differs);
    }

    @FXML
    private void addExchange() {
        desk.sheet().set(new Desk.Sheet(FxmlFile.EXCHANGE_FORM, new ExchangeName(model.vhost(), "")));
    }

    @FXML
    private void bind() {
        desk.sheet().set(new Desk.Sheet(FxmlFile.BIND_FORM, new ExchangeName(model.vhost(), "")));
    }
}
