package mirrorlab.ui.twin;

import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The page of one queue: what it is, and what can be done with it.
public final class QueueController implements Twin.Page {
    /// The screen's ack modes in its order, and what the step says for each: to put a message back by nack or by reject is
    /// the same.
    private static final List<String> ACK_MODES = List.of("requeue", "auto", "requeue", "reject");
    private static final int MOST = 10_000;
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private Label title;
    @FXML
    private Label gone;
    @FXML
    private TitledPane overviewPane;
    @FXML
    private GridPane figures;
    @FXML
    private FlowPane features;
    @FXML
    private Hyperlink policy;
    @FXML
    private Label operatorPolicy;
    @FXML
    private VBox effective;
    @FXML
    private Label node;
    @FXML
    private Label mirrorsLabel;
    @FXML
    private VBox mirrorsCell;
    @FXML
    private VBox mirrors;
    @FXML
    private Label syncing;
    @FXML
    private Button synchronise;
    @FXML
    private Button cancelSync;
    @FXML
    private HBox state;
    @FXML
    private Label consumerCount;
    @FXML
    private TitledPane consumersPane;
    @FXML
    private GridPane consumers;
    @FXML
    private TitledPane publishPane;
    @FXML
    private Label publishNote;
    @FXML
    private ComboBox<String> deliveryMode;
    @FXML
    private TextArea payload;
    @FXML
    private Label published;
    @FXML
    private TitledPane getPane;
    @FXML
    private ComboBox<String> ackMode;
    @FXML
    private TextField count;
    @FXML
    private VBox got;
    @FXML
    private TitledPane deletePane;
    @FXML
    private TitledPane purgePane;
    private @Nullable QueueDetails shown;

    public QueueController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        deliveryMode.getItems().setAll(desk.say("twin.deliverymode.1"), desk.say("twin.deliverymode.2"));
        deliveryMode.getSelectionModel().selectFirst();
        for (String mode : List.of("nack", "auto", "reject", "drop")) {
            ackMode.getItems().add(desk.say("twin.ackmode." + mode));
        }
        ackMode.getSelectionModel().selectFirst();
        for (Node each : List.of(publishPane, getPane, deletePane, purgePane, synchronise, cancelSync)) {
            each.disableProperty().bind(twin.past());
        }
        twin.place().addListener((property, before, now) -> forget());
    }

    /// Another queue's page begins without the last one's answers.
    private void forget() {
        got.getChildren().clear();
        published.setText("");
    }

    @Override
    public void show(Screen screen) {
        QueueName queue = queue();
        Optional<QueueDetails> found = QueueDetails.of(queue, screen);
        title.setText(desk.say("twin.queue.title", queue.name()));
        publishNote.setText(desk.say("twin.publish.note", queue.name()));
        Switches.show(gone, found.isEmpty());
        List.of(overviewPane, consumersPane, publishPane, getPane, deletePane, purgePane)
                .forEach(each -> Switches.show(each, found.isPresent()));
        found.filter(now -> !now.equals(shown)).ifPresent(this::draw);
        shown = found.orElse(null);
    }

    private QueueName queue() {
        return twin.place().get() instanceof Place.OneQueue(QueueName queue) ? queue : QueueName.of("");
    }

    private void draw(QueueDetails now) {
        QueueRow row = now.row();
        Lines counts = new Lines(figures, marks, "twin.total", "twin.ready", "twin.unacked", "twin.incoming",
                "twin.deliver", "twin.ack");
        counts.add(marks.text(Marks.count(row.total()), "twin-figure-number"),
                marks.text(Marks.count(row.ready()), "twin-figure-number"),
                marks.text(Marks.count(row.unacknowledged()), "twin-figure-number"),
                marks.text(rate(row.rate().incoming())), marks.text(rate(row.rate().deliver())),
                marks.text(rate(row.rate().ack())));
        features.getChildren().clear();
        row.features().forEach(each -> features.getChildren().add(marks.text(each.text(), "twin-feature")));
        policy.setText(row.policy() == null ? "" : row.policy());
        operatorPolicy.setText(row.operatorPolicy() == null ? "" : row.operatorPolicy());
        effective.getChildren().setAll(marks.definition(now.effective()));
        node.setText(row.node().value());
        state.getChildren().setAll(marks.state(row));
        consumerCount.setText(Marks.count(now.consumers().size()));
        drawMirrors(now);
        drawConsumers(now);
    }

    private static String rate(double perSecond) {
        return perSecond <= 0 ? "0.00/s" : Marks.rate(perSecond);
    }

    private void drawMirrors(QueueDetails now) {
        List<QueueDetails.Mirror> all = now.mirrors();
        Switches.show(mirrorsLabel, all != null);
        Switches.show(mirrorsCell, all != null);
        mirrors.getChildren().clear();
        if (all != null) {
            for (QueueDetails.Mirror mirror : all) {
                HBox line = new HBox(marks.text(mirror.node().value()));
                line.getStyleClass().add("twin-marks");
                if (!mirror.synchronised()) {
                    line.getChildren().add(marks.tipped(desk.say("twin.unsynchronised"),
                            desk.say("twin.unsynchronised.tip"), "twin-bold"));
                }
                mirrors.getChildren().add(line);
            }
        }
        boolean runs = now.syncPercent() >= 0;
        syncing.setText("Syncing: " + now.syncPercent() + "%");
        Switches.show(syncing, runs);
        Switches.show(cancelSync, runs);
        Switches.show(synchronise, now.canSynchronise());
    }

    private void drawConsumers(QueueDetails now) {
        consumersPane.setText(desk.say("twin.consumers.title", now.consumers().size()));
        Lines lines = new Lines(consumers, marks, "twin.channel", "twin.tag", "twin.ackrequired", "twin.prefetch");
        for (QueueDetails.Consumer each : now.consumers()) {
            lines.add(marks.text(each.channel()), marks.text(each.tag()), marks.text(each.ackRequired() ? "●" : "○"),
                    marks.text(Integer.toString(each.prefetch())));
        }
    }

    @FXML
    private void back() {
        twin.place().set(new Place.Queues());
    }

    @FXML
    private void policies() {
        twin.place().set(new Place.Policies());
    }

    @FXML
    private void synchronise() {
        twin.perform(Twin.onQueue("sync_queue", queue()).with("background", true), result -> {});
    }

    @FXML
    private void cancel() {
        twin.perform(Twin.onQueue("cancel_sync_queue", queue()), result -> {});
    }

    @FXML
    private void publish() {
        published.setText("");
        twin.perform(Twin.onQueue("publish", queue()).with("payload", payload.getText())
                .with("persistent", deliveryMode.getSelectionModel().getSelectedIndex() == 1),
                result -> published.setText(desk.say("twin.published")));
    }

    @FXML
    private void get() {
        got.getChildren().clear();
        int many = number();
        if (many == 0) {
            twin.problem().set(desk.say("form.number", desk.say("twin.count"), 1, MOST, count.getText()));
            return;
        }
        Step step = Twin.onQueue("get", queue()).with("count", many)
                .with("ack", ACK_MODES.get(ackMode.getSelectionModel().getSelectedIndex())).with("details", true);
        twin.perform(step, result -> got.getChildren().setAll(new GotMessages(desk).of(result.json())));
    }

    private int number() {
        try {
            int number = Integer.parseInt(count.getText().strip());
            return number >= 1 && number <= MOST ? number : 0;
        } catch (NumberFormatException e) {
            return 0; // said by the caller
        }
    }

    @FXML
    private void delete() {
        twin.perform(Twin.onQueue("delete_queue", queue()), result -> back());
    }

    @FXML
    private void purge() {
        twin.perform(Twin.onQueue("purge_queue", queue()), result -> {});
    }
}
