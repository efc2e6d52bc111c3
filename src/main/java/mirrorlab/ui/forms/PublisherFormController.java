package mirrorlab.ui.forms;

import java.util.List;
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

/// Start a publisher that goes on, or edit one: then the subject is its card.
public final class PublisherFormController extends FormController {
    private static final int FASTEST = 1_000_000;
    private final Object subject;
    @FXML
    private Label title;
    @FXML
    private TextField name;
    @FXML
    private ComboBox<String> queue;
    @FXML
    private ComboBox<String> node;
    @FXML
    private TextField rate;
    @FXML
    private TextField inFlight;
    @FXML
    private CheckBox persistent;
    @FXML
    private CheckBox confirm;
    @FXML
    private CheckBox resend;
    @FXML
    private CheckBox reconnect;
    @FXML
    private Label refusal;
    @FXML
    private Button apply;

    public PublisherFormController(Desk desk, Object subject) {
        super(desk);
        this.subject = subject;
    }

    @FXML
    private void initialize() {
        queues(queue);
        nodes(node);
        inFlight.disableProperty().bind(confirm.selectedProperty().not());
        resend.disableProperty().bind(confirm.selectedProperty().not());
        if (subject instanceof LabClient.Publisher edited) {
            title.setText(desk.say("form.publisher.edit", edited.name()));
            apply.setText(desk.say("form.edit.apply"));
            name.setText(edited.name());
            queue.setValue(edited.queue().name());
            node.setValue(edited.standing().node());
            rate.setText(String.valueOf(Math.round(edited.settings().rate())));
            inFlight.setText(String.valueOf(edited.settings().inFlight()));
            persistent.setSelected(edited.settings().persistent());
            confirm.setSelected(edited.settings().confirm());
            resend.setSelected(edited.settings().resend());
            name.setDisable(true);
            queue.setDisable(true);
            reconnect.setDisable(true);
        } else {
            name.setText(freeName("p", desk.lab().clients().stream().map(LabClient::name).toList()));
        }
    }

    static String freeName(String letter, List<String> taken) {
        int number = 1;
        while (taken.contains(letter + number)) {
            number++;
        }
        return letter + number;
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
        String wanted = name.getText().strip();
        if (wanted.isEmpty()) {
            refuse(desk.say("form.publisher.name.missing"));
            return;
        }
        Optional<Integer> perSecond = number(rate, "form.rate", 0, FASTEST);
        Optional<Integer> most = perSecond.isEmpty()
                ? Optional.empty()
                : number(inFlight, "form.inflight", 1, MOST);
        if (perSecond.isEmpty() || most.isEmpty()) {
            return;
        }
        boolean edits = subject instanceof LabClient.Publisher;
        Step step = Step.of(edits ? "edit_publisher" : "start_publisher").with("publisher", wanted);
        if (!edits) {
            step = step.with("queue", queue.getValue()).with("body", wanted + "-")
                    .with("reconnect", reconnect.isSelected());
        }
        sendToClients(onNode(step, node).with("rate", perSecond.get()).with("in_flight", most.get())
                .with("persistent", persistent.isSelected()).with("confirm", confirm.isSelected())
                .with("resend", confirm.isSelected() && resend.isSelected()));
    }

    @FXML
    private void cancel() {
        toClients();
    }
}
