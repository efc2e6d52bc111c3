package mirrorlab.ui.twin;

import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The page of one queue: what it is, and what can be done with it.
public final class QueueController implements Twin.Page {
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
    private VBox queued;
    @FXML
    private VBox rates;
    @FXML
    private GridPane messages;
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
    private TitledPane bindingsPane;
    @FXML
    private QueueBindingsController bindingsPaneController;
    @FXML
    private TitledPane publishPane;
    @FXML
    private TitledPane getPane;
    @FXML
    private TitledPane deletePane;
    @FXML
    private TitledPane purgePane;
    private @Nullable QueueDetails shown;
    private @Nullable Charts charts;

    public QueueController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        charts = new Charts(desk, queued, rates);
        for (Node each : List.of(deletePane, purgePane, synchronise, cancelSync)) {
            each.disableProperty().bind(twin.past());
        }
    }

    @Override
    public void show(Screen screen) {
        QueueName queue = queue();
        Optional<QueueDetails> found = QueueDetails.of(queue, screen);
        if (charts != null && found.isPresent()) {
            charts.show(screen, queue);
        }
        title.setText(desk.say("twin.queue.title", queue.name()));
        Switches.show(gone, found.isEmpty());
        List.of(overviewPane, consumersPane, bindingsPane, publishPane, getPane, deletePane, purgePane)
                .forEach(each -> Switches.show(each, found.isPresent()));
        found.filter(now -> !now.equals(shown)).ifPresent(this::draw);
        shown = found.orElse(null);
    }

    private QueueName queue() {
        return twin.place().get() instanceof Place.OneQueue(QueueName queue) ? queue : QueueName.of("");
    }

    private void draw(QueueDetails now) {
        QueueRow row = now.row();
        drawMessages(now);
        marks.facts(features, row.features(), policy, row.policy());
        operatorPolicy.setText(row.operatorPolicy() == null ? "" : row.operatorPolicy());
        effective.getChildren().setAll(marks.definition(now.effective()));
        node.setText(row.node().value());
        state.getChildren().setAll(marks.state(row));
        consumerCount.setText(Marks.count(now.consumers().size()));
        drawMirrors(now);
        drawConsumers(now);
        bindingsPaneController.show(row.queue(), now.bindings());
    }

    private void drawMessages(QueueDetails now) {
        QueueRow row = now.row();
        Lines counts = new Lines(messages, marks, "twin.messages", "twin.total", "twin.ready", "twin.unacked",
                "twin.persistent", "twin.transient.count");
        counts.add(marks.text(""), marks.text(Marks.count(row.total()), "twin-figure-number"),
                marks.text(Marks.count(row.ready())), marks.text(Marks.count(row.unacknowledged())),
                marks.text(told(now.persistent())),
                marks.text(told(now.persistent() < 0 ? -1 : row.total() - now.persistent())));
    }

    private static String told(long count) {
        return count < 0 ? "?" : Marks.count(count);
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
        if (now.consumers().isEmpty()) {
            consumers.getChildren().setAll(marks.text(desk.say("twin.none.consumers")));
        }
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
    private void delete() {
        twin.perform(Twin.onQueue("delete_queue", queue()), result -> back());
    }

    @FXML
    private void purge() {
        twin.perform(Twin.onQueue("purge_queue", queue()), result -> {});
    }
}
