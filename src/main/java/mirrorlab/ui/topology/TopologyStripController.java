package mirrorlab.ui.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.journal.Json;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What is chosen on the topology page, in words, and what can be done with it. Every command is a step.
public final class TopologyStripController {
    private final Desk desk;
    @FXML
    private Label about;
    @FXML
    private ComboBox<String> key;
    @FXML
    private Button publishTo;
    @FXML
    private Button bindThis;
    @FXML
    private Button unbind;
    @FXML
    private Button deleteExchange;
    @FXML
    private TextField vhostName;
    @FXML
    private Button addVhost;
    @FXML
    private Button deleteVhost;
    private TopologyModel model = TopologyModel.EMPTY;
    private Chosen chosen = Chosen.NOTHING;
    private @Nullable String chosenVhost;

    public TopologyStripController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        show(model, chosen, Part.GRAPH, null);
    }

    /// @param row what is selected in the table: its first cell
    void show(TopologyModel shown, Chosen now, Part part, @Nullable String row) {
        model = shown;
        chosen = now;
        boolean isGraph = part == Part.GRAPH;
        chosenVhost = part == Part.VHOSTS ? row : null;
        TopologyWords words = new TopologyWords(desk.texts());
        Optional<String> told = exchange().map(words::sentence).or(() -> queue().map(words::sentence))
                .or(() -> edge().map(words::sentence));
        about.setText(isGraph ? told.orElseGet(() -> words.size(model)) : words.size(part, model));
        Switches.show(publishTo, isGraph && exchange().filter(each -> !each.internal()).isPresent());
        Switches.show(bindThis, isGraph && (queue().isPresent()
                || exchange().filter(each -> !each.name().isEmpty()).isPresent()));
        Switches.show(deleteExchange, isGraph && exchange().filter(each -> !each.standard()).isPresent());
        List<String> keys = edge().filter(each -> isGraph && each.kind() == Edge.Kind.BINDING)
                .map(each -> each.labels().stream().map(words::label).toList()).orElse(List.of());
        Switches.show(unbind, !keys.isEmpty());
        Switches.show(key, keys.size() > 1);
        if (!keys.equals(key.getItems())) {
            key.getItems().setAll(keys);
            key.getSelectionModel().selectFirst();
        }
        Switches.show(vhostName, part == Part.VHOSTS);
        Switches.show(addVhost, part == Part.VHOSTS);
        Switches.show(deleteVhost, chosenVhost != null);
    }

    private Optional<ExchangeBox> exchange() {
        return model.exchanges().stream().filter(each -> each.spot().equals(chosen.spot())).findFirst();
    }

    private Optional<QueueBox> queue() {
        return model.queues().stream().filter(each -> each.spot().equals(chosen.spot())).findFirst();
    }

    /// Another binding may have joined it since.
    private Optional<Edge> edge() {
        Edge wanted = chosen.edge();
        return wanted == null
                ? Optional.empty()
                : model.edges().stream().filter(each -> each.kind() == wanted.kind()
                        && each.from().equals(wanted.from()) && each.to().equals(wanted.to())).findFirst();
    }

    private Step inVhost(Step step) {
        return model.vhost().equals("/") ? step : step.with("vhost", model.vhost());
    }

    @FXML
    private void publishTo() {
        exchange().ifPresent(each -> desk.sheet()
                .set(new Desk.Sheet(FxmlFile.EXCHANGE_PUBLISH_FORM, new ExchangeName(model.vhost(), each.name()))));
    }

    @FXML
    private void bindThis() {
        exchange().ifPresent(each -> desk.sheet()
                .set(new Desk.Sheet(FxmlFile.BIND_FORM, new ExchangeName(model.vhost(), each.name()))));
        queue().ifPresent(each -> desk.sheet()
                .set(new Desk.Sheet(FxmlFile.BIND_FORM, new QueueName(model.vhost(), each.name()))));
    }

    @FXML
    private void unbind() {
        edge().ifPresent(each -> {
            Edge.Label label = each.labels().get(Math.max(0, key.getSelectionModel().getSelectedIndex()));
            Step step = each.to().isQueue()
                    ? Step.of("unbind").with("queue", each.to().name())
                    : Step.of("unbind_exchange").with("destination", each.to().name());
            step = step.with("exchange", each.from().name()).with("routing_key", label.key());
            if (!label.arguments().isEmpty() && Json.read(label.arguments()) instanceof Map<?, ?> arguments) {
                step = step.with("arguments", arguments);
            }
            desk.perform(inVhost(step));
        });
    }

    @FXML
    private void deleteExchange() {
        exchange().ifPresent(each -> desk.perform(inVhost(Step.of("delete_exchange").with("exchange", each.name()))));
    }

    @FXML
    private void addVhost() {
        String name = vhostName.getText().strip();
        if (name.isEmpty()) {
            desk.notice().set(new mirrorlab.ui.Notice(false, desk.say("topology.vhost.name.missing")));
            return;
        }
        desk.perform(Step.of("add_vhost").with("vhost", name));
        vhostName.clear();
    }

    @FXML
    private void deleteVhost() {
        String name = chosenVhost;
        if (name != null) {
            desk.perform(Step.of("delete_vhost").with("vhost", name));
        }
    }
}
