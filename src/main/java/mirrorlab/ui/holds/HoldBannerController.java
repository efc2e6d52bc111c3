package mirrorlab.ui.holds;

import java.util.ArrayList;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import mirrorlab.journal.Entry;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.words.Pace;

/// Over the stage: what holds and how to let it go on, where else things shall hold, and that time runs slowly.
public final class HoldBannerController implements Desk.FrameListener {
    /// In slow motion moments may follow each other faster than words can be read.
    private static final long READ_NANOS = 350_000_000;
    private final Desk desk;
    private final Commands commands;
    @FXML
    private HBox heldRow;
    @FXML
    private Label heldText;
    @FXML
    private Button release;
    @FXML
    private FlowPane pointsRow;
    private HoldsModel wanted = HoldsModel.NONE;
    private HoldsModel shown = HoldsModel.NONE;
    private boolean pastShown;
    private long last;

    public HoldBannerController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        desk.listen(this);
        show();
    }

    @Override
    public void moment(Moment moment) {
        wanted = HoldsModel.of(moment.picture());
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        boolean past = desk.timeline().isPast();
        boolean onlySlow = wanted.held().equals(shown.held()) && wanted.chips().equals(shown.chips())
                && past == pastShown;
        if ((!wanted.equals(shown) || past != pastShown) && (!onlySlow || nanos - last >= READ_NANOS)) {
            last = nanos;
            shown = wanted;
            pastShown = past;
            show();
        }
    }

    private void show() {
        HoldWords words = new HoldWords(desk.texts());
        boolean held = !shown.held().isEmpty();
        Switches.show(heldRow, held);
        if (held) {
            heldText.setText(desk.say("holds.held", words.groups(shown.held())));
        }
        release.setVisible(!pastShown);
        boolean slow = !Pace.isReal(shown.speed());
        Switches.show(pointsRow, slow || !shown.chips().isEmpty());
        List<Node> parts = new ArrayList<>();
        if (slow) {
            Label label = new Label(words.slow(shown));
            label.setId("slow-text");
            label.getStyleClass().add("hold-slow");
            parts.add(label);
        }
        if (!shown.chips().isEmpty()) {
            Label heading = new Label(desk.say("holds.at"));
            heading.getStyleClass().add("quiet-text");
            parts.add(heading);
            shown.chips().forEach(chip -> parts.add(chip(chip, words)));
        }
        pointsRow.getChildren().setAll(parts);
    }

    private Node chip(HoldsModel.Chip chip, HoldWords words) {
        Label name = new Label(words.chip(chip));
        name.getStyleClass().add("hold-chip-name");
        name.setTooltip(new Tooltip(desk.say("hold." + chip.point().key() + ".what")));
        Button remove = new Button("✕");
        remove.setId("remove-" + chip.point().key());
        remove.setTooltip(new Tooltip(desk.say("holds.remove.tip", words.point(chip.point()))));
        remove.setAccessibleText(desk.say("holds.remove.tip", words.point(chip.point())));
        remove.getStyleClass().add("small");
        remove.setDisable(pastShown);
        remove.setOnAction(event -> desk.perform(Step.of("clear_hold").with("point", chip.point().word())));
        HBox box = new HBox(name, remove);
        box.getStyleClass().add("hold-chip");
        return box;
    }

    @FXML
    private void release() {
        commands.releaseHeld();
    }
}
