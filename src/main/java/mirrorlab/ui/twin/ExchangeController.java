package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.ExchangeName;
import org.jspecify.annotations.Nullable;

/// The page of one exchange: what it is, what is bound to it, and what can be done with it.
public final class ExchangeController implements Twin.Page {
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private Label title;
    @FXML
    private Label gone;
    @FXML
    private TitledPane overviewPane;
    @FXML
    private FlowPane rates;
    @FXML
    private Label type;
    @FXML
    private FlowPane features;
    @FXML
    private Hyperlink policy;
    @FXML
    private TitledPane bindingsPane;
    @FXML
    private Label defaultNote;
    @FXML
    private VBox bound;
    @FXML
    private Label fromTitle;
    @FXML
    private GridPane from;
    @FXML
    private GridPane to;
    @FXML
    private VBox addBinding;
    @FXML
    private ComboBox<String> toKind;
    @FXML
    private TextField destination;
    @FXML
    private TextField bindingKey;
    @FXML
    private VBox bindArguments;
    @FXML
    private TitledPane publishPane;
    @FXML
    private TitledPane deletePane;
    private final KeyValueRows rows;
    private @Nullable ExchangeDetails shown;

    public ExchangeController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
        rows = new KeyValueRows(desk);
    }

    @FXML
    private void initialize() {
        toKind.getItems().setAll(desk.say("twin.to.queue"), desk.say("twin.to.exchange"));
        toKind.getSelectionModel().selectFirst();
        deletePane.disableProperty().bind(twin.past());
        addBinding.disableProperty().bind(twin.past());
        rows.in(bindArguments, "binding");
        Enter.presses(addBinding, "#bind");
    }

    private ExchangeName exchange() {
        return twin.place().get() instanceof Place.OneExchange(ExchangeName exchange)
                ? exchange
                : new ExchangeName("/", "");
    }

    @Override
    public void show(Screen screen) {
        ExchangeName exchange = exchange();
        Optional<ExchangeDetails> found = ExchangeDetails.of(exchange, screen);
        title.setText(desk.say("twin.exchange.title", exchange.isDefault() ? "(AMQP default)" : exchange.name()));
        Switches.show(gone, found.isEmpty());
        List.of(overviewPane, bindingsPane).forEach(each -> Switches.show(each, found.isPresent()));
        Switches.show(publishPane, found.filter(each -> !each.row().isInternal()).isPresent());
        Switches.show(deletePane, found.filter(each -> !each.row().isStandard()).isPresent());
        found.filter(now -> !now.equals(shown)).ifPresent(this::draw);
        shown = found.orElse(null);
    }

    private void draw(ExchangeDetails now) {
        ExchangeRow row = now.row();
        rates.getChildren().setAll(marks.figure("twin.publish.in", Marks.perSecond(row.rate().in())),
                marks.figure("twin.publish.out", Marks.perSecond(row.rate().out())));
        if (now.unroutable() > 0) {
            rates.getChildren().add(marks.figure("twin.unroutable", Marks.count(now.unroutable())));
        }
        type.setText(row.type());
        marks.facts(features, row.features(), policy, row.policy());
        ExchangeDetails before = shown;
        if (before == null || !before.to().equals(now.to()) || !before.from().equals(now.from())
                || !before.row().exchange().equals(row.exchange())) {
            drawBindings(now);
        }
    }

    private void drawBindings(ExchangeDetails now) {
        boolean isDefault = now.row().exchange().isDefault();
        bindingsPane.setText(desk.say("twin.bindings", now.to().size() + now.from().size()));
        Switches.show(defaultNote, isDefault);
        Switches.show(bound, !isDefault);
        Switches.show(fromTitle, !now.from().isEmpty());
        Switches.show(from, !now.from().isEmpty());
        BoundLines lines = new BoundLines(twin, marks);
        lines.show(from, "twin.from", exchange().vhost(), now.from(), null);
        lines.show(to, "twin.to", exchange().vhost(), now.to(),
                each -> binding("unbind", each.toQueue(), each.other(), each.routingKey(), each.arguments()));
        if (now.to().isEmpty()) {
            to.getChildren().setAll(marks.text(desk.say("twin.none.bindings")));
        }
    }

    private Step binding(String kind, boolean toQueue, String other, String key, Map<String, Object> arguments) {
        Step step = (toQueue
                ? Step.of(kind).with("queue", other)
                : Step.of(kind + "_exchange").with("destination", other))
                .with("exchange", exchange().name()).with("routing_key", key);
        return Twin.inVhost(Twin.withArguments(step, arguments), exchange().vhost());
    }

    @FXML
    private void bind() {
        String wanted = destination.getText().strip();
        if (wanted.isEmpty()) {
            twin.refuse(desk.say("twin.bind.missing"));
        } else if (twin.accepts(rows)) {
            twin.perform(binding("bind", toKind.getSelectionModel().getSelectedIndex() == 0, wanted,
                    bindingKey.getText(), rows.values()), result -> {
                        destination.clear();
                        bindingKey.clear();
                        rows.clear();
                    });
        }
    }

    @FXML
    private void back() {
        twin.place().set(new Place.Exchanges());
    }

    @FXML
    private void policies() {
        twin.place().set(new Place.Policies());
    }

    @FXML
    private void delete() {
        twin.perform(Twin.inVhost(Step.of("delete_exchange").with("exchange", exchange().name()), exchange().vhost()),
                result -> back());
    }
}
