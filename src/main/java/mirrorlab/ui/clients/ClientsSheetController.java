package mirrorlab.ui.clients;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;

/// The drawer of clients. The lab's own are those of the present; the others those of the moment that is shown.
public final class ClientsSheetController implements Desk.FrameListener {
    private static final long EVERY_NANOS = 250_000_000;
    private final Desk desk;
    private final Commands commands;
    private final Map<String, LabClientCard> own = new LinkedHashMap<>();
    private final Map<String, OutsideCard> others = new LinkedHashMap<>();
    @FXML
    private VBox clients;
    @FXML
    private VBox connections;
    @FXML
    private Label noClients;
    @FXML
    private Label noConnections;
    @FXML
    private Button pauseAll;
    private long last;

    public ClientsSheetController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        showOwn();
        desk.listen(this);
    }

    @Override
    public void moment(Moment moment) {
        List<OutsideClient> now = OutsideClient.of(moment);
        if (!List.copyOf(others.keySet()).equals(now.stream().map(OutsideClient::id).toList())) {
            others.clear();
            now.forEach(each -> others.put(each.id(), new OutsideCard(desk, each)));
            List<Node> cards = new ArrayList<>();
            others.values().forEach(each -> cards.add(each.root()));
            connections.getChildren().setAll(cards);
        }
        now.forEach(each -> {
            OutsideCard card = others.get(each.id());
            if (card != null) {
                card.show(each);
            }
        });
        Switches.show(noConnections, now.isEmpty());
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (nanos - last >= EVERY_NANOS || nanos < last) {
            last = nanos;
            showOwn();
        }
    }

    private void showOwn() {
        List<LabClient> now = desk.lab().clients();
        if (!List.copyOf(own.keySet()).equals(now.stream().map(ClientsSheetController::key).toList())) {
            own.clear();
            now.forEach(each -> own.put(key(each), new LabClientCard(desk, each)));
            List<Node> cards = new ArrayList<>();
            own.values().forEach(each -> cards.add(each.root()));
            clients.getChildren().setAll(cards);
        }
        now.forEach(each -> {
            LabClientCard card = own.get(key(each));
            if (card != null) {
                card.show(each);
            }
        });
        Switches.show(noClients, now.isEmpty());
        pauseAll.setDisable(now.stream().allMatch(each -> each.standing().state() == LabClient.State.STOPPED));
    }

    private static String key(LabClient client) {
        return client.getClass().getSimpleName() + " " + client.name();
    }

    @FXML
    private void publisher() {
        commands.open(FxmlFile.PUBLISHER_FORM);
    }

    @FXML
    private void consumer() {
        commands.open(FxmlFile.CONSUME_FORM);
    }

    @FXML
    private void pauseAll() {
        commands.pauseClients();
    }

    @FXML
    private void close() {
        desk.sheet().set(null);
    }
}
