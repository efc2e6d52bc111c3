package mirrorlab.ui.forms;

import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.QueueName;

/// Add a new queue.
public final class QueueFormController extends FormController {
    @FXML
    private TextField name;
    @FXML
    private ComboBox<String> node;
    @FXML
    private RadioButton durable;
    @FXML
    private Label refusal;

    public QueueFormController(Desk desk) {
        super(desk);
    }

    @FXML
    private void initialize() {
        nodes(node);
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        String wanted = name.getText().strip();
        if (wanted.isEmpty()) {
            refuse(desk.say("form.queue.name.missing"));
            return;
        }
        Step step = onNode(Step.of("declare_queue").with("queue", wanted), node).with("durable", durable.isSelected());
        send(step, () -> {
            desk.selectOnceSeen(QueueName.of(wanted));
            close();
        });
    }

    @FXML
    private void cancel() {
        close();
    }
}
