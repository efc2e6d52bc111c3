package mirrorlab.ui.forms;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// Bind a queue or an exchange to an exchange.
public final class BindFormController extends FormController {
    private final Object subject;
    private final String vhost;
    @FXML
    private ComboBox<String> source;
    @FXML
    private RadioButton toQueue;
    @FXML
    private ComboBox<String> destination;
    @FXML
    private TextField key;
    @FXML
    private Label keyHint;
    @FXML
    private TextField arguments;
    @FXML
    private Label refusal;

    /// @param subject the exchange or the queue meant; of an exchange without a name only the virtual host counts
    public BindFormController(Desk desk, Object subject) {
        super(desk);
        this.subject = subject;
        vhost = switch (subject) {
            case ExchangeName exchange -> exchange.vhost();
            case QueueName queue -> queue.vhost();
            default -> "/";
        };
    }

    @FXML
    private void initialize() {
        source.getItems().setAll(exchanges(vhost));
        source.valueProperty().addListener((property, before, now) -> explain(now));
        if (subject instanceof ExchangeName exchange && !exchange.isDefault()) {
            source.setValue(exchange.name());
        } else {
            source.getItems().stream().filter(each -> !each.startsWith("amq.")).findFirst()
                    .or(() -> source.getItems().stream().findFirst()).ifPresent(source::setValue);
        }
        toQueue.selectedProperty().addListener((property, before, now) -> offer());
        offer();
    }

    private void offer() {
        destination.getItems().setAll(toQueue.isSelected() ? queuesOf(vhost) : exchanges(vhost));
        QueueName wanted = subject instanceof QueueName queue ? queue : desk.selected().get();
        if (toQueue.isSelected() && wanted != null && destination.getItems().contains(wanted.name())) {
            destination.setValue(wanted.name());
        } else {
            destination.getSelectionModel().selectFirst();
        }
    }

    /// What a key means to an exchange of this type.
    private void explain(String exchange) {
        String type = desk.timeline().live().picture().metadata().exchanges().stream()
                .filter(each -> each.exchange().name().equals(new ExchangeName(vhost, exchange)))
                .map(each -> each.exchange().type()).findFirst().orElse("direct");
        keyHint.setText(desk.say("form.bind.key." + type));
    }

    private List<String> queuesOf(String host) {
        return desk.timeline().live().queues().stream().filter(each -> each.vhost().equals(host)).map(QueueName::name)
                .toList();
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        if (source.getValue() == null || destination.getValue() == null) {
            refuse(desk.say("form.bind.missing"));
            return;
        }
        Step step = toQueue.isSelected()
                ? Step.of("bind").with("queue", destination.getValue())
                : Step.of("bind_exchange").with("destination", destination.getValue());
        Step bound = inVhost(step.with("exchange", source.getValue()).with("routing_key", key.getText()), vhost);
        given().ifPresent(all -> send(all.isEmpty() ? bound : bound.with("arguments", all)));
    }

    /// `x-match = all, type = order`; whole numbers are numbers.
    private Optional<Map<String, Object>> given() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (String each : arguments.getText().split(",")) {
            int at = each.indexOf('=');
            String name = each.substring(0, Math.max(0, at)).strip();
            if (!each.isBlank() && name.isEmpty()) {
                refuse(desk.say("form.bind.arguments.wrong", each.strip()));
                return Optional.empty();
            } else if (!each.isBlank()) {
                String value = each.substring(at + 1).strip();
                all.put(name, value.matches("-?\\d{1,9}") ? (Object) Integer.valueOf(value) : value);
            }
        }
        return Optional.of(all);
    }

    @FXML
    private void cancel() {
        close();
    }
}
