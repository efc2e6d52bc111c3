package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
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
    private HBox addBinding;
    @FXML
    private ComboBox<String> toKind;
    @FXML
    private TextField destination;
    @FXML
    private TextField bindingKey;
    @FXML
    private TitledPane publishPane;
    @FXML
    private TitledPane deletePane;
    private @Nullable ExchangeDetails shown;

    public ExchangeController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        toKind.getItems().setAll(desk.say("twin.to.queue"), desk.say("twin.to.exchange"));
        toKind.getSelectionModel().selectFirst();
        deletePane.disableProperty().bind(twin.past());
        addBinding.disableProperty().bind(twin.past());
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
        features.getChildren().setAll(row.features().stream()
                .<Node>map(each -> marks.text(each.text(), "twin-feature")).toList());
        policy.setText(row.policy() == null ? "" : row.policy());
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
        list(from, "twin.from", now.from(), false);
        list(to, "twin.to", now.to(), true);
        if (now.to().isEmpty()) {
            to.getChildren().setAll(marks.text(desk.say("twin.none.bindings")));
        }
    }

    private void list(GridPane grid, String end, List<ExchangeDetails.Bound> bindings, boolean canUnbind) {
        Lines lines = new Lines(grid, marks, end, "twin.routing.key", "twin.binding.arguments");
        int number = 0;
        for (ExchangeDetails.Bound each : bindings) {
            Node other = link(each);
            if (canUnbind) {
                lines.add(other, marks.text(each.routingKey()), marks.text(each.argumentText()),
                        unbind(each, ++number));
            } else {
                lines.add(other, marks.text(each.routingKey()), marks.text(each.argumentText()));
            }
        }
    }

    private Node link(ExchangeDetails.Bound each) {
        Hyperlink link = new Hyperlink(each.other());
        String vhost = exchange().vhost();
        link.setId((each.toQueue() ? "to-queue-" : "to-exchange-") + each.other());
        link.setTooltip(new Tooltip(desk.say(each.toQueue() ? "twin.open.queue" : "twin.open.exchange", each.other(),
                vhost)));
        link.setOnAction(event -> {
            if (each.toQueue()) {
                twin.open(new QueueName(vhost, each.other()));
            } else {
                twin.place().set(new Place.OneExchange(new ExchangeName(vhost, each.other())));
            }
        });
        return link;
    }

    private Button unbind(ExchangeDetails.Bound each, int number) {
        Button unbind = new Button(desk.say("twin.unbind"));
        unbind.setId("unbind-" + number);
        unbind.getStyleClass().add("small");
        unbind.setTooltip(new Tooltip(desk.say("twin.unbind.tip")));
        unbind.disableProperty().bind(twin.past());
        unbind.setOnAction(event -> twin.perform(
                binding("unbind", each.toQueue(), each.other(), each.routingKey(), each.arguments()), result -> {}));
        return unbind;
    }

    private Step binding(String kind, boolean toQueue, String other, String key, Map<String, Object> arguments) {
        Step step = (toQueue
                ? Step.of(kind).with("queue", other)
                : Step.of(kind + "_exchange").with("destination", other))
                .with("exchange", exchange().name()).with("routing_key", key);
        return Twin.inVhost(arguments.isEmpty() ? step : step.with("arguments", arguments), exchange().vhost());
    }

    @FXML
    private void bind() {
        String wanted = destination.getText().strip();
        if (wanted.isEmpty()) {
            twin.problem().set(desk.say("twin.bind.missing"));
            return;
        }
        twin.perform(binding("bind", toKind.getSelectionModel().getSelectedIndex() == 0, wanted, bindingKey.getText(),
                Map.of()), result -> {
                    destination.clear();
                    bindingKey.clear();
                });
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
