package mirrorlab.ui.forms;

import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// Get messages, as on the management screen: what is done with them is chosen before.
public final class GetFormController extends FormController {
    @FXML
    private ComboBox<String> queue;
    @FXML
    private ComboBox<String> node;
    @FXML
    private TextField count;
    @FXML
    private ToggleGroup mode;
    @FXML
    private Label refusal;

    public GetFormController(Desk desk) {
        super(desk);
    }

    @FXML
    private void initialize() {
        queues(queue);
        nodes(node);
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        if (isWithoutQueue(queue)) {
            return;
        }
        number(count, "form.count", 1, MOST).ifPresent(many -> send(
                onNode(Step.of("get").with("queue", queue.getValue()), node).with("count", many)
                        .with("ack", mode.getSelectedToggle().getUserData())));
    }

    @FXML
    private void cancel() {
        close();
    }
}
