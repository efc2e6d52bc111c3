package mirrorlab.ui.forms;

import javafx.fxml.FXML;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// Publish messages to a queue through any node.
public final class PublishFormController extends FormController {
    private static final int LARGEST_BODY = 1 << 20;
    @FXML
    private ComboBox<String> queue;
    @FXML
    private ComboBox<String> node;
    @FXML
    private TextField count;
    @FXML
    private TextField size;
    @FXML
    private CheckBox persistent;
    @FXML
    private CheckBox confirm;
    @FXML
    private Label refusal;

    public PublishFormController(Desk desk) {
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
        number(count, "form.count", 1, MOST)
                .ifPresent(many -> number(size, "form.size", 0, LARGEST_BODY).ifPresent(bytes -> {
                    Step step = onNode(Step.of("publish").with("queue", queue.getValue()), node).with("count", many)
                            .with("persistent", persistent.isSelected()).with("confirm", confirm.isSelected());
                    send(bytes == 0 ? step : step.with("body_size", bytes));
                }));
    }

    @FXML
    private void cancel() {
        close();
    }
}
