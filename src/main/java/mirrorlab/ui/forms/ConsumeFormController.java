package mirrorlab.ui.forms;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// Attach a consumer to a queue at any node, or edit one: then the subject is its card.
public final class ConsumeFormController extends ClientFormController {
    /// The protocol's field has 16 bits.
    private static final int LARGEST_PREFETCH = 65_535;
    private static final int LONGEST_DELAY = 3_600_000;
    @FXML
    private TextField prefetch;
    @FXML
    private RadioButton manual;
    @FXML
    private RadioButton receipt;
    @FXML
    private RadioButton automatic;
    @FXML
    private TextField delay;

    public ConsumeFormController(Desk desk, Object subject) {
        super(desk, subject);
    }

    @FXML
    private void initialize() {
        choices();
        delay.disableProperty().bind(manual.selectedProperty());
        if (subject instanceof LabClient.Consumer edited) {
            fill(edited, "form.consume.edit");
            prefetch.setText(String.valueOf(edited.settings().prefetch()));
            delay.setText(String.valueOf(Math.round(edited.settings().delay() * 1000)));
            switch (edited.settings().ack()) {
                case "manual" -> manual.setSelected(true);
                case "auto" -> automatic.setSelected(true);
                default -> receipt.setSelected(true);
            }
        } else {
            List<String> taken = new ArrayList<>(desk.lab().clients().stream().map(LabClient::name).toList());
            desk.timeline().live().picture().consumers().forEach(consumer -> taken.add(consumer.tag()));
            name.setText(freeName("c", taken));
        }
    }

    @FXML
    private void apply() {
        Optional<String> wanted = wanted("form.consumer.name.missing");
        if (wanted.isEmpty()) {
            return;
        }
        Optional<Integer> many = number(prefetch, "form.prefetch", 0, LARGEST_PREFETCH);
        Optional<Integer> millis = many.isEmpty() ? Optional.empty() : number(delay, "form.delay", 0, LONGEST_DELAY);
        if (many.isEmpty() || millis.isEmpty()) {
            return;
        }
        boolean edits = subject instanceof LabClient.Consumer;
        Step step = Step.of(edits ? "edit_consumer" : "consume").with("consumer", wanted.get());
        if (!edits) {
            step = step.with("queue", queue.getValue()).with("reconnect", reconnect.isSelected());
        }
        send(onNode(step).with("prefetch", many.get()).with("ack", ack()).with("delay", millis.get() / 1000.0),
                edits ? this::toClients : this::close);
    }

    private String ack() {
        return manual.isSelected() ? "manual" : automatic.isSelected() ? "auto" : "on_receipt";
    }

    @FXML
    private void cancel() {
        close();
    }
}
