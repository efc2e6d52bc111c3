package mirrorlab.ui.holds;

import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.words.Pace;

/// At the right of the page bar: how fast things go, and where they shall hold. In the present the cluster itself goes slower,
/// and says so; in the past only the window does.
public final class HoldControlsController implements Desk.FrameListener {
    private static final double NEAR = 0.01;
    private final Desk desk;
    private final Commands commands;
    @FXML
    private Slider speed;
    @FXML
    private Label speedWord;
    @FXML
    private Button holds;
    private HoldsModel model = HoldsModel.NONE;
    private boolean following;

    public HoldControlsController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        speed.valueProperty().addListener((property, before, now) -> {
            speedWord.setText(Pace.brief(desk.texts(), speed(now.doubleValue())));
            if (!following && !speed.isValueChanging()) {
                changed();
            }
        });
        speed.valueChangingProperty().addListener((property, before, now) -> {
            if (!now) {
                changed();
            }
        });
        desk.listen(this);
        show();
    }

    @Override
    public void moment(Moment moment) {
        model = HoldsModel.of(moment.picture());
        if (isLive() && !speed.isValueChanging()) {
            desk.speed().set(model.speed());
        }
        show();
    }

    private void show() {
        if (!speed.isValueChanging()) {
            following = true;
            speed.setValue(1 + Math.log10(desk.speed().get()));
            following = false;
        }
        speedWord.setText(Pace.brief(desk.texts(), speed(speed.getValue())));
        int count = model.chips().size();
        holds.setText(count == 0 ? desk.say("holds.open") : desk.say("holds.open.count", count));
    }

    private boolean isLive() {
        return !desk.timeline().isPast() && !desk.lab().isRecorded();
    }

    /// A tenth at the left end, real at the right.
    static double speed(double value) {
        return Math.pow(10, Math.clamp(value, 0, 1) - 1);
    }

    private void changed() {
        double wanted = Math.round(speed(speed.getValue()) * 1000) / 1000.0;
        if (!isLive()) {
            desk.speed().set(wanted);
        } else if (Math.abs(wanted - model.speed()) > NEAR) {
            desk.perform(Step.of("slow_motion").with("speed", Pace.isReal(wanted) ? 1 : wanted));
        }
    }

    @FXML
    private void holds() {
        commands.open(FxmlFile.HOLDS_SHEET);
    }
}
