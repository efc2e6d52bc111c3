package mirrorlab.ui.forms;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// Attach a consumer to a queue at any node.
public final class ConsumeFormController extends FormController {
    /// The protocol's field has 16 bits.
    private static final int LARGEST_PREFETCH = 65_535;
    @FXML
    private TextField name;
    @FXML
    private ComboBox<String> queue;
    @FXML
    private ComboBox<String> node;
    @FXML
    private TextField prefetch;
    @FXML
    private RadioButton manual;
    @FXML
    private Label refusal;

    public ConsumeFormController(Desk desk) {
        super(desk);
    }

    @FXML
    private void initialize() {
        queues(queue);
        nodes(node);
        name.setText(freeName());
    }

    private String freeName() {
        List<String> taken = desk.timeline().live().picture().consumers().stream().map(consumer -> consumer.tag())
                .toList();
        int number = 1;
        while (taken.contains("c" + number)) {
            number++;
        }
        return "c" + number;
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
        if (name.getText().isBlank()) {
            refuse(desk.say("form.consumer.name.missing"));
            return;
        }
        number(prefetch, "form.prefetch", 0, LARGEST_PREFETCH).ifPresent(many -> send(
                onNode(Step.of("consume").with("consumer", name.getText().strip()).with("queue", queue.getValue()),
                        node)
                        .with("prefetch", many).with("ack", manual.isSelected() ? "manual" : "auto"),
                true));
    }

    @FXML
    private void cancel() {
        close();
    }
}
