package mirrorlab.ui.clients;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// The card of a connection that is not the lab's.
final class OutsideCard {
    private final ClientWords words;
    private final VBox root = new VBox();
    private final Label title = LabClientCard.label("client-name");
    private final Label detail = LabClientCard.label("client-detail");
    private final Label counters = LabClientCard.label("client-counters");

    OutsideCard(Desk desk, OutsideClient client) {
        words = new ClientWords(desk.texts());
        Button close = new Button(desk.say("outside.close"));
        close.setId("close-" + client.id());
        close.getStyleClass().add("small");
        close.setMinWidth(Region.USE_PREF_SIZE);
        close.setTooltip(new Tooltip(desk.say("outside.close.tip", client.name())));
        close.setOnAction(
                event -> desk.perform(Step.of("close_connection").with("client", client.fullName())));
        HBox buttons = new HBox(close);
        buttons.getStyleClass().add("button-row");
        root.setId("outside-" + client.id());
        root.getStyleClass().add("client-card");
        root.getChildren().addAll(title, detail, counters, buttons);
        show(client);
    }

    VBox root() {
        return root;
    }

    void show(OutsideClient now) {
        title.setText(now.name());
        detail.setText(words.of(now));
        counters.setText(words.counters(now));
    }
}
