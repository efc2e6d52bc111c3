package mirrorlab.ui.holds;

import java.util.EnumMap;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.QueueName;

/// The list of moments at which queues can be made to stand still.
public final class HoldsSheetController implements Desk.FrameListener {
    private final Desk desk;
    private final Commands commands;
    private final Map<HoldPoint, CheckBox> boxes = new EnumMap<>(HoldPoint.class);
    @FXML
    private VBox points;
    @FXML
    private RadioButton everyQueue;
    @FXML
    private RadioButton oneQueue;
    @FXML
    private Button release;
    @FXML
    private Button clear;

    public HoldsSheetController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        for (HoldPoint point : HoldPoint.values()) {
            CheckBox box = new CheckBox(desk.say("hold." + point.key()));
            box.setId("hold-" + point.key());
            box.setWrapText(true);
            box.setTooltip(new Tooltip(desk.say("holds.box.tip")));
            box.setOnAction(event -> set(point, box.isSelected()));
            Label what = new Label(desk.say("hold." + point.key() + ".what"));
            what.setWrapText(true);
            what.getStyleClass().add("hold-what");
            boxes.put(point, box);
            points.getChildren().addAll(box, what);
        }
        desk.listen(this);
        desk.whileShown(desk.selected(), queue -> {
            oneQueue.setText(queue == null ? desk.say("holds.no.queue") : desk.say("holds.one.queue", queue.name()));
            oneQueue.setDisable(queue == null);
        });
    }

    private void set(HoldPoint point, boolean on) {
        QueueName queue = oneQueue.isSelected() ? desk.selected().get() : null;
        Step step = Step.of(on ? "hold_at" : "clear_hold").with("point", point.word());
        if (on && queue != null) {
            step = step.with("queue", queue.name());
            step = queue.vhost().equals("/") ? step : step.with("vhost", queue.vhost());
        }
        desk.perform(step, result -> {
            if (!result.ok()) {
                moment(desk.timeline().live());
            }
        });
    }

    @Override
    public void moment(Moment moment) {
        HoldsModel model = HoldsModel.of(moment.picture());
        boxes.forEach((point, box) -> box.setSelected(model.isSet(point)));
        release.setDisable(model.held().isEmpty() || desk.timeline().isPast());
        clear.setDisable(model.chips().isEmpty() || desk.timeline().isPast());
    }

    @FXML
    private void release() {
        commands.releaseHeld();
    }

    @FXML
    private void clear() {
        desk.perform(Step.of("clear_hold"));
    }

    @FXML
    private void close() {
        desk.sheet().set(null);
    }
}
