package mirrorlab.ui.forms;

import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// A form that starts one of the lab's clients, or edits one: then the subject is its card.
abstract class ClientFormController extends FormController {
    final Object subject;
    @FXML
    TextField name;
    @FXML
    ComboBox<String> queue;
    @FXML
    CheckBox reconnect;
    @FXML
    private ComboBox<String> node;
    @FXML
    private Label title;
    @FXML
    private Button apply;
    @FXML
    private Label refusal;

    ClientFormController(Desk desk, Object subject) {
        super(desk);
        this.subject = subject;
    }

    @Override
    final Label refusal() {
        return refusal;
    }

    final void choices() {
        queues(queue);
        nodes(node);
    }

    /// What every client has; its name, its queue and what it does after a loss stay as they are.
    final void fill(LabClient edited, String titleKey) {
        title.setText(desk.say(titleKey, edited.name()));
        apply.setText(desk.say("form.edit.apply"));
        name.setText(edited.name());
        queue.setValue(edited.queue().name());
        node.setValue(edited.standing().node());
        name.setDisable(true);
        queue.setDisable(true);
        reconnect.setDisable(true);
    }

    /// The name that was typed; a refusal when it or the queue is missing.
    final Optional<String> wanted(String missingKey) {
        if (isWithoutQueue(queue)) {
            return Optional.empty();
        }
        String typed = name.getText().strip();
        if (typed.isEmpty()) {
            refuse(desk.say(missingKey));
            return Optional.empty();
        }
        return Optional.of(typed);
    }

    final Step onNode(Step step) {
        return onNode(step, node);
    }
}
