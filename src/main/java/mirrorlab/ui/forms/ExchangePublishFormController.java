package mirrorlab.ui.forms;

import javafx.fxml.FXML;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.ExchangeName;

/// Publish messages to an exchange through any node.
public final class ExchangePublishFormController extends FormController {
    private final ExchangeName meant;
    @FXML
    private ComboBox<String> exchange;
    @FXML
    private TextField key;
    @FXML
    private ComboBox<String> node;
    @FXML
    private TextField count;
    @FXML
    private CheckBox persistent;
    @FXML
    private CheckBox confirm;
    @FXML
    private CheckBox mandatory;
    @FXML
    private Label refusal;

    /// @param subject the exchange meant; else the default one of `/`
    public ExchangePublishFormController(Desk desk, Object subject) {
        super(desk);
        meant = subject instanceof ExchangeName given ? given : new ExchangeName("/", "");
    }

    @FXML
    private void initialize() {
        exchange.getItems().add(desk.say("topology.default"));
        exchange.getItems().addAll(exchanges(meant.vhost()));
        if (meant.isDefault()) {
            exchange.getSelectionModel().selectFirst();
        } else {
            exchange.setValue(meant.name());
        }
        nodes(node);
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        boolean isDefault = exchange.getSelectionModel().getSelectedIndex() == 0;
        number(count, "form.count", 1, MOST).ifPresent(many -> send(onNode(
                inVhost(Step.of("publish").with("exchange", isDefault ? "" : exchange.getValue())
                        .with("routing_key", key.getText()), meant.vhost()),
                node).with("count", many).with("persistent", persistent.isSelected())
                .with("confirm", confirm.isSelected()).with("mandatory", mandatory.isSelected())));
    }

    @FXML
    private void cancel() {
        close();
    }
}
