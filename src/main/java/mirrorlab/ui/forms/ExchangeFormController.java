package mirrorlab.ui.forms;

import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.ExchangeName;

/// Add a new exchange.
public final class ExchangeFormController extends FormController {
    private final String vhost;
    @FXML
    private TextField name;
    @FXML
    private ComboBox<String> type;
    @FXML
    private CheckBox durable;
    @FXML
    private ComboBox<String> alternate;
    @FXML
    private Label refusal;

    /// @param subject an exchange's name in the virtual host meant; else it is `/`
    public ExchangeFormController(Desk desk, Object subject) {
        super(desk);
        vhost = subject instanceof ExchangeName any ? any.vhost() : "/";
    }

    @FXML
    private void initialize() {
        type.getItems().setAll("direct", "fanout", "topic", "headers");
        type.getSelectionModel().selectFirst();
        alternate.getItems().add(desk.say("form.exchange.alternate.none"));
        alternate.getItems().addAll(exchanges(vhost));
        alternate.getSelectionModel().selectFirst();
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        String wanted = name.getText().strip();
        if (wanted.isEmpty()) {
            refuse(desk.say("form.exchange.name.missing"));
            return;
        }
        Step step = inVhost(Step.of("declare_exchange").with("exchange", wanted).with("type", type.getValue())
                .with("durable", durable.isSelected()), vhost);
        send(alternate.getSelectionModel().getSelectedIndex() <= 0
                ? step
                : step.with("arguments", Map.of("alternate-exchange", alternate.getValue())), this::close);
    }

    @FXML
    private void cancel() {
        close();
    }
}
