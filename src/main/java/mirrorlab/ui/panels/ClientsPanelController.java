package mirrorlab.ui.panels;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.timeline.Moment;

/// The connected clients; a consumer's card has the buttons that answer its deliveries.
public final class ClientsPanelController implements Desk.FrameListener {
    private final Desk desk;
    @FXML
    private ScrollPane scroll;
    @FXML
    private VBox clients;
    private List<ClientCards.Card> shown = List.of();

    public ClientsPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        clients.getChildren().setAll(wrapped(desk.say("clients.none"), "quiet-text"));
        desk.listen(this);
    }

    @Override
    public void moment(Moment moment) {
        List<ClientCards.Card> now = ClientCards.of(moment.picture());
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        scroll.getStyleClass().remove("occupied");
        if (!now.isEmpty()) {
            scroll.getStyleClass().add("occupied");
        }
        List<Node> cards = now.stream().<Node>map(this::card).toList();
        clients.getChildren()
                .setAll(cards.isEmpty() ? List.of(wrapped(desk.say("clients.none"), "quiet-text")) : cards);
    }

    private VBox card(ClientCards.Card card) {
        VBox box = new VBox();
        box.getStyleClass().add("client-card");
        if (card.consumer().isEmpty()) {
            box.getChildren().add(wrapped(desk.say("clients.connection", card.name(), card.node()), "client-name"));
            String detail = card.waits()
                    ? desk.say("clients.waits")
                    : card.confirms() ? desk.say("clients.confirms") : "";
            if (!detail.isEmpty()) {
                box.getChildren().add(wrapped(detail, "client-detail"));
            }
            return box;
        }
        box.getChildren().addAll(
                wrapped(desk.say("clients.consumer", card.name(), card.queue(), card.node()), "client-name"),
                wrapped(desk.say(card.autoAck() ? "clients.auto" : "clients.manual", card.prefetch()), "client-detail"),
                buttons(card));
        return box;
    }

    private HBox buttons(ClientCards.Card card) {
        HBox row = new HBox();
        row.getStyleClass().add("button-row");
        if (!card.autoAck()) {
            row.getChildren().addAll(button("ack", card, Step.of("ack")),
                    button("reject", card, Step.of("reject").with("requeue", false)));
        }
        row.getChildren().add(button("cancel", card, Step.of("cancel")));
        return row;
    }

    private Button button(String action, ClientCards.Card card, Step step) {
        Button button = new Button(desk.say("clients." + action));
        button.setId(action + "-" + card.consumer());
        button.getStyleClass().add("small");
        button.setTooltip(new Tooltip(desk.say("clients." + action + ".tip", card.consumer())));
        button.setOnAction(event -> desk.perform(step.with("consumer", card.consumer())));
        return button;
    }

    private static Label wrapped(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }
}
