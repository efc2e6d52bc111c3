package mirrorlab.ui.twin;

import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// The form Publish message of a queue's page and of an exchange's page.
public final class PublishController {
    private final Desk desk;
    private final Twin twin;
    @FXML
    private TitledPane publishPane;
    @FXML
    private Label publishNote;
    @FXML
    private Label routingKeyLabel;
    @FXML
    private TextField routingKey;
    @FXML
    private ComboBox<String> deliveryMode;
    @FXML
    private VBox headers;
    @FXML
    private VBox properties;
    @FXML
    private TextArea payload;
    @FXML
    private Label published;
    private final KeyValueRows headerRows;
    private final KeyValueRows propertyRows;

    public PublishController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        headerRows = new KeyValueRows(desk);
        propertyRows = KeyValueRows.ofText(desk);
    }

    @FXML
    private void initialize() {
        deliveryMode.getItems().setAll(desk.say("twin.deliverymode.1"), desk.say("twin.deliverymode.2"));
        deliveryMode.getSelectionModel().selectFirst();
        headerRows.in(headers, "header");
        propertyRows.in(properties, "property");
        publishPane.disableProperty().bind(twin.past());
        Enter.presses(publishPane, "#publish");
        twin.place().addListener((property, before, now) -> about(now));
        about(twin.place().get());
    }

    /// Another page begins without the last one's answer.
    private void about(Place place) {
        published.setText("");
        boolean toQueue = place instanceof Place.OneQueue;
        Switches.show(publishNote, toQueue);
        Switches.show(routingKeyLabel, !toQueue);
        Switches.show(routingKey, !toQueue);
        if (place instanceof Place.OneQueue(QueueName queue)) {
            publishNote.setText(desk.say("twin.publish.note", queue.name()));
        }
    }

    @FXML
    private void publish() {
        published.setText("");
        if (!twin.accepts(headerRows) || !twin.accepts(propertyRows)) {
            return;
        }
        if (twin.place().get() instanceof Place.OneQueue(QueueName queue)) {
            send(Twin.onQueue("publish", queue));
        } else if (twin.place().get() instanceof Place.OneExchange(ExchangeName exchange)) {
            // the real screen publishes so too, and tells when no queue got it
            send(Twin.inVhost(Step.of("publish").with("exchange", exchange.name())
                    .with("routing_key", routingKey.getText()).with("mandatory", true), exchange.vhost()));
        }
    }

    private void send(Step to) {
        Step step = to.with("payload", payload.getText()).with("persistent",
                deliveryMode.getSelectionModel().getSelectedIndex() == 1);
        Map<String, Object> itsHeaders = headerRows.values();
        Map<String, Object> itsProperties = propertyRows.values();
        if (!itsHeaders.isEmpty()) {
            step = step.with("headers", itsHeaders);
        }
        if (!itsProperties.isEmpty()) {
            step = step.with("properties", itsProperties);
        }
        twin.perform(step, result -> published.setText(desk.say(
                result.json().path("returned").asInt() > 0 ? "twin.published.unrouted" : "twin.published")));
    }
}
