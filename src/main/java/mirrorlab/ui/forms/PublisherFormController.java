package mirrorlab.ui.forms;

import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextField;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// Start a publisher that goes on, or edit one: then the subject is its card.
public final class PublisherFormController extends ClientFormController {
    private static final int FASTEST = 1_000_000;
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

    public PublisherFormController(Desk desk, Object subject) {
        super(desk, subject);
    }

    @FXML
    private void initialize() {
        choices();
        inFlight.disableProperty().bind(confirm.selectedProperty().not());
        resend.disableProperty().bind(confirm.selectedProperty().not());
        if (subject instanceof LabClient.Publisher edited) {
            fill(edited, "form.publisher.edit");
            rate.setText(String.valueOf(Math.round(edited.settings().rate())));
            inFlight.setText(String.valueOf(edited.settings().inFlight()));
            persistent.setSelected(edited.settings().persistent());
            confirm.setSelected(edited.settings().confirm());
            resend.setSelected(edited.settings().resend());
        } else {
            name.setText(freeName("p", desk.lab().clients().stream().map(LabClient::name).toList()));
        }
    }

    @FXML
    private void apply() {
        Optional<String> wanted = wanted("form.publisher.name.missing");
        if (wanted.isEmpty()) {
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
        Step step = Step.of(edits ? "edit_publisher" : "start_publisher").with("publisher", wanted.get());
        if (!edits) {
            step = step.with("queue", queue.getValue()).with("body", wanted.get() + "-")
                    .with("reconnect", reconnect.isSelected());
        }
        send(onNode(step).with("rate", perSecond.get()).with("in_flight", most.get())
                .with("persistent", persistent.isSelected()).with("confirm", confirm.isSelected())
                .with("resend", confirm.isSelected() && resend.isSelected()), this::toClients);
    }

    @FXML
    private void cancel() {
        toClients();
    }
}
