package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.journal.NodePicture;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.stage.ForecastTexts;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.QueueForecast;
import mirrorlab.vocabulary.forecast.QueueForecast.Outcome;
import org.jspecify.annotations.Nullable;

/// What would become of every queue if a node were killed or stopped now, the worst first.
public final class ForecastPanelController implements Desk.FrameListener {
    private static final int SHOWN = 100;
    private final Desk desk;
    @FXML
    private ComboBox<String> node;
    @FXML
    private ToggleButton kill;
    @FXML
    private ToggleButton stop;
    @FXML
    private Label summary;
    @FXML
    private VBox queues;
    private List<String> running = List.of();
    private @Nullable Forecast shown;

    public ForecastPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        ToggleGroup deaths = new ToggleGroup();
        kill.setToggleGroup(deaths);
        stop.setToggleGroup(deaths);
        Switches.keepOne(deaths);
        deaths.selectedToggleProperty().addListener((property, before, now) -> {
            if (now != null) {
                ask();
            }
        });
        node.valueProperty().addListener((property, before, now) -> ask());
        desk.listen(this);
        desk.whileShown(desk.aside(), now -> ask());
        desk.whileShown(desk.prospect().shown(), this::show);
        desk.whileShown(desk.chosenNode(), chosen -> {
            if (chosen != null && running.contains(chosen.shortName())) {
                node.setValue(chosen.shortName());
            }
        });
    }

    @Override
    public void moment(Moment moment) {
        List<String> now = moment.nodes().stream().filter(each -> each.state() == NodePicture.State.RUNNING)
                .map(each -> each.name().shortName()).toList();
        if (!now.equals(running)) {
            running = now;
            String chosen = node.getValue();
            node.getItems().setAll(now);
            node.setValue(chosen != null && now.contains(chosen) ? chosen : first(moment));
        }
        if (desk.timeline().isPast()) {
            show(null);
        }
    }

    /// The master of the selected queue: the death that people ask about.
    private @Nullable String first(Moment moment) {
        var queue = desk.selected().get();
        return queue == null
                ? running.stream().findFirst().orElse(null)
                : moment.queue(queue).map(each -> each.master().node().shortName()).filter(running::contains)
                        .or(() -> running.stream().findFirst()).orElse(null);
    }

    private void ask() {
        String chosen = node.getValue();
        if (desk.aside().get() == Aside.FORECAST && chosen != null) {
            desk.prospect().point(NodeName.of(chosen), kill.isSelected() ? Death.KILL : Death.STOP);
        } else {
            desk.prospect().leave();
        }
    }

    private void show(@Nullable Forecast forecast) {
        if (forecast == null) {
            shown = null;
            summary.setText(desk.say(desk.timeline().isPast() ? "prospect.past" : "prospect.none"));
            queues.getChildren().clear();
        } else if (!forecast.equals(shown)) {
            shown = forecast;
            fill(forecast);
        }
    }

    private void fill(Forecast forecast) {
        ForecastTexts texts = new ForecastTexts(desk.texts());
        List<QueueForecast> changed = new ArrayList<>(forecast.changed());
        changed.sort(Comparator.comparingLong((QueueForecast each) -> each.lost().count()).reversed()
                .thenComparing(Comparator.comparing(QueueForecast::outcome).reversed()));
        summary.setText(changed.isEmpty()
                ? desk.say("prospect.harmless", forecast.queues().size())
                : texts.together(forecast));
        List<Node> views = new ArrayList<>();
        changed.stream().limit(SHOWN).forEach(each -> views.add(view(each, texts)));
        if (changed.size() > SHOWN) {
            views.add(label(desk.say("prospect.more", changed.size() - SHOWN), "quiet-text"));
        }
        queues.getChildren().setAll(views);
    }

    private Node view(QueueForecast queue, ForecastTexts texts) {
        Hyperlink name = new Hyperlink(queue.queue().name());
        name.setTooltip(new Tooltip(desk.say("ledger.select.tip")));
        name.getStyleClass().add("prospect-queue");
        name.setOnAction(event -> desk.selected().set(queue.queue()));
        Label sentence = label(texts.sentence(queue), queue.lost().count() > 0 ? "prospect-loses" : "prospect-keeps");
        Hyperlink reason = new Hyperlink(texts.reason(queue.reason()));
        reason.setTooltip(new Tooltip(desk.say("why.rule.tip", queue.reason().rule())));
        reason.setWrapText(true);
        reason.getStyleClass().add("rule");
        reason.setOnAction(event -> desk.sheet().set(new Desk.Sheet(FxmlFile.RULE, queue.reason().rule())));
        VBox view = new VBox(name, sentence, reason);
        view.getStyleClass().add("prospect");
        return view;
    }

    private static Label label(String text, String style) {
        return AccountRow.label(text, style);
    }
}
