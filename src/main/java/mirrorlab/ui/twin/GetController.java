package mirrorlab.ui.twin;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.QueueName;

/// The form Get messages of a queue's page, and what came.
public final class GetController {
    /// The screen's ack modes in its order, and what the step says for each: to put a message back by nack or by reject is
    /// the same.
    private static final List<String> ACK_MODES = List.of("requeue", "auto", "requeue", "reject");
    private static final int MOST = 10_000;
    private final Desk desk;
    private final Twin twin;
    @FXML
    private TitledPane getPane;
    @FXML
    private ComboBox<String> ackMode;
    @FXML
    private TextField count;
    @FXML
    private VBox got;

    public GetController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
    }

    @FXML
    private void initialize() {
        for (String mode : List.of("nack", "auto", "reject", "drop")) {
            ackMode.getItems().add(desk.say("twin.ackmode." + mode));
        }
        ackMode.getSelectionModel().selectFirst();
        getPane.disableProperty().bind(twin.past());
        Enter.presses(getPane, "#get");
        // another queue's page begins without the last one's answers
        twin.place().addListener((property, before, now) -> got.getChildren().clear());
    }

    @FXML
    private void get() {
        got.getChildren().clear();
        int many = number();
        if (many == 0) {
            twin.problem().set(desk.say("form.number", desk.say("twin.count"), 1, MOST, count.getText()));
        } else if (twin.place().get() instanceof Place.OneQueue(QueueName queue)) {
            Step step = Twin.onQueue("get", queue).with("count", many)
                    .with("ack", ACK_MODES.get(ackMode.getSelectionModel().getSelectedIndex())).with("details", true);
            twin.perform(step, result -> got.getChildren().setAll(new GotMessages(desk).of(result.json())));
        }
    }

    private int number() {
        try {
            int number = Integer.parseInt(count.getText().strip());
            return number >= 1 && number <= MOST ? number : 0;
        } catch (NumberFormatException e) {
            return 0; // said by the caller
        }
    }
}
