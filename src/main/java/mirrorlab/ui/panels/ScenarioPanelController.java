package mirrorlab.ui.panels;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.ui.Desk;
import mirrorlab.ui.Notice;

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

    public ScenarioPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.whileShown(desk.scenario(), this::show);
    }

    private void show(ScenarioPlayer.Status status) {
        boolean atEnd = status.next() >= status.steps().size();
        String said = desk.texts().choose(status.title(), status.titleZh());
        title.setText(said.isEmpty() ? desk.say("scenario.none") : said);
        step.setDisable(atEnd || status.playing());
        step.setText(atEnd && !status.steps().isEmpty() ? desk.say("scenario.finished") : desk.say("scenario.step"));
        play.setText(desk.say(status.playing() ? "scenario.pause" : "scenario.play"));
        play.setDisable(atEnd && !status.playing());
        reload.setDisable(status.steps().isEmpty());
        List<StepLine> now = new StepLines(desk.texts()).of(status);
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
        desk.later(() -> scrollTo(current));
    }

    /// The new rows have their heights one frame later.
    private void scrollTo(int number) {
        scroll.setVvalue(lines.size() < 2 ? 0 : Math.clamp((number - 2.0) / (lines.size() - 2.0), 0, 1));
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
        desk.notice().set(new Notice(true, desk.say("scenario.reloading")));
        told(desk.lab().player().reload());
    }

    @FXML
    private void open() {
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

    private void told(java.util.concurrent.CompletionStage<ScenarioPlayer.Status> loading) {
        var unused = loading.whenComplete((status, fault) -> desk.later(() -> {
            Throwable cause = fault instanceof java.util.concurrent.CompletionException && fault.getCause() != null
                    ? fault.getCause()
                    : fault;
            desk.notice().set(cause == null
                    ? new Notice(true,
                            desk.say("scenario.loaded", desk.texts().choose(status.title(), status.titleZh())))
                    : new Notice(false, String.valueOf(cause.getMessage())));
        }));
    }
}
