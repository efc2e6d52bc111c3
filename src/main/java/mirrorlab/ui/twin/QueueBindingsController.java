package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.QueueName;

/// The part Bindings of a queue's page: from which exchanges it gets messages, and the form that adds one.
public final class QueueBindingsController {
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private TitledPane bindingsPane;
    @FXML
    private GridPane from;
    @FXML
    private VBox addBinding;
    @FXML
    private TextField source;
    @FXML
    private TextField bindingKey;
    @FXML
    private VBox bindArguments;
    private final KeyValueRows rows;
    private List<ExchangeDetails.Bound> shown = List.of();
    private QueueName queue = QueueName.of("");

    public QueueBindingsController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
        rows = new KeyValueRows(desk);
    }

    @FXML
    private void initialize() {
        rows.in(bindArguments, "binding");
        addBinding.disableProperty().bind(twin.past());
        Enter.presses(addBinding, "#bind");
    }

    /// @param bindings
    ///            without that of the default exchange, which every queue has
    void show(QueueName of, List<ExchangeDetails.Bound> bindings) {
        if (of.equals(queue) && bindings.equals(shown)) {
            return;
        }
        queue = of;
        shown = bindings;
        bindingsPane.setText(desk.say("twin.bindings", bindings.size() + 1));
        new BoundLines(twin, marks).show(from, "twin.from", of.vhost(), bindings,
                each -> binding("unbind", each.other(), each.routingKey(), each.arguments()));
        from.add(marks.text(desk.say("twin.bound.default")), 0, bindings.size() + 1, GridPane.REMAINING, 1);
    }

    private Step binding(String kind, String exchange, String key, Map<String, Object> arguments) {
        Step step = Commands.onQueue(kind, queue).with("exchange", exchange).with("routing_key", key);
        return Twin.withArguments(step, arguments);
    }

    @FXML
    private void bind() {
        String wanted = source.getText().strip();
        if (wanted.isEmpty()) {
            twin.refuse(desk.say("twin.bind.from.missing"));
        } else if (twin.accepts(rows)) {
            twin.perform(binding("bind", wanted, bindingKey.getText(), rows.values()), result -> {
                source.clear();
                bindingKey.clear();
                rows.clear();
            });
        }
    }
}
