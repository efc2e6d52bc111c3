package mirrorlab.ui;

import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import mirrorlab.ui.look.Theme;
import mirrorlab.ui.timeline.Clock;
import mirrorlab.ui.timeline.Moment;
import org.kordamp.ikonli.javafx.FontIcon;

/// The bar at the top: what cluster this is, the commands, and the switches of the window itself.
public final class HeaderController implements Desk.FrameListener {
    private final Desk desk;
    private final Commands commands;
    @FXML
    private Label clusterChip;
    @FXML
    private Button sync;
    @FXML
    private ToggleButton motion;
    @FXML
    private FontIcon themeIcon;

    public HeaderController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        desk.listen(this);
        motion.selectedProperty().bindBidirectional(desk.reducedMotion());
        desk.whileShown(desk.theme(), theme -> themeIcon.setIconLiteral(theme == Theme.LIGHT ? "fth-moon" : "fth-sun"));
    }

    @Override
    public void moment(Moment moment) {
        long up = moment.nodesUp();
        clusterChip
                .setText(desk.say("header.chip", moment.columns().size(), up, Clock.elapsed(moment.elapsedMillis())));
    }

    @FXML
    private void publish() {
        commands.open(FxmlFile.PUBLISH_FORM);
    }

    @FXML
    private void get() {
        commands.open(FxmlFile.GET_FORM);
    }

    @FXML
    private void consume() {
        commands.open(FxmlFile.CONSUME_FORM);
    }

    @FXML
    private void queue() {
        commands.open(FxmlFile.QUEUE_FORM);
    }

    @FXML
    private void policy() {
        commands.open(FxmlFile.POLICY_FORM);
    }

    @FXML
    private void sync() {
        commands.synchronise();
    }

    @FXML
    private void language() {
        desk.language().set(desk.language().get().other());
    }

    @FXML
    private void theme() {
        desk.theme().set(desk.theme().get().other());
    }

    @FXML
    private void help() {
        commands.open(FxmlFile.KEYS);
    }
}
