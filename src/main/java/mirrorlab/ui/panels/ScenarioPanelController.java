package mirrorlab.ui.panels;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Notice;
import mirrorlab.ui.words.FileWords;
import mirrorlab.ui.words.ScenarioWords;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.QueueName;

/// The scenario as numbered lines that people can read, and one large button.
public final class ScenarioPanelController {
    private final Desk desk;
    @FXML
    private Label title;
    @FXML
    private Button step;
    @FXML
    private Button play;
    @FXML
    private Button reload;
    @FXML
    private ScrollPane scroll;
    @FXML
    private VBox steps;
    private List<StepLine> lines = List.of();
    private int told;
    /// A fresh cluster is on its way: what is listed is played there.
    private boolean loading;
    private int present;

    public ScenarioPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        scroll.viewportBoundsProperty().addListener((property, before, now) -> {
            if (before.getHeight() != now.getHeight()) {
                desk.later(() -> scrollTo(present));
            }
        });
        // built anew in another language, it says the last step again
        told = Math.max(0, desk.scenario().get().next() - 1);
        desk.whileShown(desk.scenario(), this::show);
    }

    private void show(ScenarioPlayer.Status status) {
        boolean atEnd = status.next() >= status.steps().size();
        title.setText(new ScenarioWords(desk.texts()).title(status));
        step.setDisable(loading || atEnd || status.playing());
        step.setText(desk.say(loading
                ? "scenario.loading"
                : atEnd && !status.steps().isEmpty() ? "scenario.finished" : "scenario.step"));
        play.setText(desk.say(status.playing() ? "scenario.pause" : "scenario.play"));
        play.setDisable(loading || atEnd && !status.playing());
        reload.setDisable(status.steps().isEmpty());
        tell(status);
        List<StepLine> now = loading ? List.of() : new StepLines(desk.texts()).of(status);
        if (!now.equals(lines)) {
            lines = now;
            draw();
        }
    }

    private void draw() {
        List<Node> rows = new ArrayList<>();
        lines.forEach(line -> rows.add(new StepRow(line)));
        steps.getChildren().setAll(rows);
        int current = lines.stream().filter(StepLine::current).map(StepLine::number).findFirst().orElse(lines.size());
        present = current;
        desk.later(() -> scrollTo(current));
    }

    /// The new rows have their heights one frame later. The present row is seen as a whole, the one before it too when
    /// there is room.
    private void scrollTo(int number) {
        if (number < 1 || number > steps.getChildren().size()) {
            return;
        }
        scroll.applyCss();
        scroll.layout();
        double view = scroll.getViewportBounds().getHeight();
        double hidden = steps.getHeight() - view;
        Bounds row = steps.getChildren().get(number - 1).getBoundsInParent();
        double before = number < 2 ? 0 : steps.getChildren().get(number - 2).getBoundsInParent().getMinY();
        double top = Math.min(row.getMinY(), Math.max(before, row.getMaxY() - view));
        scroll.setVvalue(hidden <= 0 ? 0 : Math.clamp(top / hidden, 0, 1));
    }

    /// What the step that ended came to is said at the bottom.
    private void tell(ScenarioPlayer.Status status) {
        int played = status.next();
        StepResult result = played > told ? status.results().get(played - 1) : null;
        if (result != null) {
            StepWords words = new StepWords(desk.texts());
            Step step = status.steps().get(played - 1);
            desk.notice().set(new Notice(result.ok(), desk.say("scenario.played", played,
                    words.say(step, status.lines().get(played - 1)), words.say(step, result))));
        }
        told = played;
    }

    @FXML
    private void step() {
        desk.timeline().showNow();
        var unused = desk.lab().player().step();
    }

    @FXML
    private void play() {
        if (desk.scenario().get().playing()) {
            desk.lab().player().pause();
        } else {
            desk.timeline().showNow();
            var unused = desk.lab().player().play();
        }
    }

    @FXML
    private void reload() {
        if (loading) {
            return;
        }
        told(desk.lab().player().reload());
    }

    @FXML
    private void open() {
        if (loading) {
            return;
        }
        FileChooser chooser = new FileChooser();
        chooser.setTitle(desk.say("scenario.open.tip"));
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(desk.say("scenario.files"), "*.json"));
        File scenarios = new File("lab-configs/scenarios");
        if (scenarios.isDirectory()) {
            chooser.setInitialDirectory(scenarios);
        }
        File file = desk.files().get().ask(chooser, steps.getScene().getWindow());
        if (file != null) {
            told(desk.lab().player().load(file.toPath()));
        }
    }

    @FXML
    private void edit() {
        desk.sheet().set(new Desk.Sheet(FxmlFile.SCENARIO_FORM));
    }

    /// What is seen of the selected queue now becomes a step.
    @FXML
    private void expect() {
        desk.timeline().showNow();
        QueueName queue = desk.selected().get();
        Optional<Step> seen = queue == null ? Optional.empty() : Seen.of(desk.timeline().shown(), queue);
        seen.ifPresentOrElse(desk::perform,
                () -> desk.notice().set(new Notice(false, desk.say("scenario.expect.nothing"))));
    }

    private void told(java.util.concurrent.CompletionStage<ScenarioPlayer.Status> done) {
        loading = true; // its buttons keep the focus
        desk.notice().set(new Notice(true, desk.say("scenario.reloading")));
        show(desk.scenario().get());
        var unused = done.whenComplete((status, fault) -> desk.later(() -> {
            loading = false;
            show(desk.scenario().get());
            Throwable cause = fault instanceof java.util.concurrent.CompletionException && fault.getCause() != null
                    ? fault.getCause()
                    : fault;
            desk.notice().set(cause == null
                    ? new Notice(true, desk.say("scenario.loaded", new ScenarioWords(desk.texts()).title(status)))
                    : new Notice(false, new FileWords(desk.texts()).say(cause)));
        }));
    }
}
