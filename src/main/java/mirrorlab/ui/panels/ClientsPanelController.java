package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.clients.ClientWords;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import org.jspecify.annotations.Nullable;

/// The connected clients; a consumer's card has the buttons that answer its deliveries.
public final class ClientsPanelController implements Desk.FrameListener {
    /// More cards nobody scrolls through.
    private static final int MOST = 24;
    private static final long EVERY_NANOS = 250_000_000;
    private final Desk desk;
    @FXML
    private ScrollPane scroll;
    @FXML
    private VBox clients;
    private List<ClientCards.Card> shown = List.of();
    private List<String> titled = List.of();
    private final Map<Object, Drawn> cards = new LinkedHashMap<>();
    private final ClientWords words;
    private long last;
    private int more;
    private int moreShown;

    /// A card, and what on it follows one of the lab's own clients; `client` is empty when it is not one of these.
    private record Drawn(VBox root, String client, Label detail, Label counters, List<Button> answering) {}

    public ClientsPanelController(Desk desk) {
        this.desk = desk;
        words = new ClientWords(desk.texts());
    }

    @FXML
    private void initialize() {
        clients.getChildren().setAll(wrapped(desk.say("clients.none"), "quiet-text"));
        desk.listen(this);
    }

    @Override
    public void moment(Moment moment) {
        List<ClientCards.Card> all = ClientCards.of(moment.picture());
        // the lab's own have buttons; the sheet has all
        List<ClientCards.Card> first = all.size() <= MOST
                ? all
                : Stream.concat(all.stream().filter(ClientCards.Card::ofLab),
                        all.stream().filter(each -> !each.ofLab())).limit(MOST).toList();
        more = all.size() - first.size();
        show(first, publishers());
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (nanos - last < EVERY_NANOS && nanos >= last) {
            return;
        }
        last = nanos;
        show(shown, publishers());
        for (LabClient each : desk.lab().clients()) {
            cards.values().stream().filter(card -> card.client().equals(each.name()))
                    .forEach(card -> follow(card, each));
        }
    }

    /// Only who acknowledges on command has to be told to.
    private void follow(Drawn card, LabClient client) {
        card.counters().setText(words.counters(client) + heldUp(client));
        if (client instanceof LabClient.Consumer consumer) {
            card.detail().setText(words.settings(consumer));
            boolean manual = consumer.settings().ack().equals("manual");
            card.answering().forEach(each -> Switches.show(each, manual));
        }
    }

    /// What holds the lab's publisher up, behind its counters.
    private String heldUp(LabClient client) {
        return shown.stream()
                .filter(each -> client instanceof LabClient.Publisher
                        && ClientCards.isOfPublisher(each, client.name())
                        && each.standing() != ClientCards.Standing.FREE)
                .map(each -> " · " + desk.say(each.standingWord())).findFirst().orElse("");
    }

    private List<LabClient.Publisher> publishers() {
        return desk.lab().clients().stream().filter(each -> each.standing().state() != LabClient.State.STOPPED)
                .filter(LabClient.Publisher.class::isInstance).map(LabClient.Publisher.class::cast).toList();
    }

    /// A card stays the same node as long as it says the same: a button that is being pressed must not be replaced.
    private void show(List<ClientCards.Card> now, List<LabClient.Publisher> publishers) {
        List<String> titles = publishers.stream().map(words::title).toList();
        if (now.equals(shown) && titles.equals(titled) && more == moreShown) {
            return;
        }
        moreShown = more;
        shown = now;
        titled = titles;
        Map<Object, Drawn> before = Map.copyOf(cards);
        cards.clear();
        publishers.forEach(each -> cards.put(words.title(each), keep(before.get(words.title(each)), () -> card(each))));
        now.stream().filter(each -> publishers.stream().noneMatch(its -> ClientCards.isOfPublisher(each, its.name())))
                .forEach(each -> cards.put(each, keep(before.get(each), () -> card(each))));
        Switches.style(scroll, "occupied", !cards.isEmpty());
        List<Node> nodes = cards.isEmpty()
                ? List.of(wrapped(desk.say("clients.none"), "quiet-text"))
                : new ArrayList<>(cards.values().stream().<Node>map(Drawn::root).toList());
        if (more > 0 && !cards.isEmpty()) {
            nodes.add(wrapped(desk.say("clients.more", more), "quiet-text"));
        }
        if (!clients.getChildren().equals(nodes)) {
            clients.getChildren().retainAll(nodes);
            for (int i = 0; i < nodes.size(); i++) {
                if (i >= clients.getChildren().size() || !clients.getChildren().get(i).equals(nodes.get(i))) {
                    clients.getChildren().remove(nodes.get(i));
                    clients.getChildren().add(i, nodes.get(i));
                }
            }
        }
    }

    private static Drawn keep(@Nullable Drawn present, Supplier<Drawn> fresh) {
        return present == null ? fresh.get() : present;
    }

    @FXML
    private void open() {
        new Commands(desk).open(FxmlFile.CLIENTS_SHEET);
    }

    private Drawn card(LabClient.Publisher publisher) {
        Label counters = wrapped(words.counters(publisher), "client-detail");
        VBox box = new VBox(wrapped(words.title(publisher), "client-name"), counters);
        box.getStyleClass().add("client-card");
        return new Drawn(box, publisher.name(), new Label(), counters, List.of());
    }

    private Drawn card(ClientCards.Card card) {
        VBox box = new VBox();
        Label counters = wrapped("", "client-detail");
        box.getStyleClass().add("client-card");
        if (card.consumer().isEmpty()) {
            box.getChildren().add(wrapped(desk.say("clients.connection", card.name(), card.node()), "client-name"));
            String detail = card.standing() != ClientCards.Standing.FREE
                    ? desk.say(card.standingWord())
                    : card.confirms() ? desk.say("clients.confirms") : "";
            if (!detail.isEmpty()) {
                box.getChildren().add(wrapped(detail, "client-detail"));
            }
            return new Drawn(box, "", new Label(), counters, List.of());
        }
        box.getChildren()
                .add(wrapped(desk.say("clients.consumer", card.name(), card.queue(), card.node()), "client-name"));
        Label detail = wrapped(desk.say(card.autoAck() ? "clients.auto" : "clients.manual", card.prefetch()),
                "client-detail");
        List<Button> answering = card.ofLab() && !card.autoAck()
                ? List.of(button("ack", card, Step.of("ack")),
                        button("reject", card, Step.of("reject").with("requeue", false)))
                : List.of();
        if (card.ofLab()) {
            HBox buttons = new HBox();
            buttons.getStyleClass().add("button-row");
            buttons.getChildren().addAll(answering);
            buttons.getChildren().add(button("cancel", card, Step.of("cancel")));
            box.getChildren().add(buttons); // above the details: they must be in sight in the smallest window
        }
        box.getChildren().add(detail);
        if (card.ofLab()) {
            box.getChildren().add(counters);
        }
        Drawn drawn = new Drawn(box, card.ofLab() ? card.consumer() : "", detail, counters, answering);
        desk.lab().clients().stream().filter(each -> each.name().equals(drawn.client()))
                .forEach(each -> follow(drawn, each));
        return drawn;
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
