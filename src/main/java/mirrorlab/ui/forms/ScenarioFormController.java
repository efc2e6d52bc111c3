package mirrorlab.ui.forms;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CompletionException;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.stage.FileChooser;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.ui.Desk;
import mirrorlab.ui.Notice;
import mirrorlab.ui.words.FileWords;
import mirrorlab.ui.words.ScenarioWords;

/// The scenario as the text of its file, to change it or to keep it.
public final class ScenarioFormController extends FormController {
    @FXML
    private TextArea text;
    @FXML
    private Label refusal;
    @FXML
    private Button apply;

    public ScenarioFormController(Desk desk) {
        super(desk);
    }

    @FXML
    private void initialize() {
        text.setText(desk.lab().player().text());
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        refuse("");
        apply.setDisable(true); // nodes may have to be started again
        desk.notice().set(new Notice(true, desk.say("scenario.loading")));
        var unused = desk.lab().player().replace(text.getText())
                .whenComplete((status, fault) -> desk.later(() -> applied(status, fault)));
    }

    private void applied(ScenarioPlayer.Status status, Throwable fault) {
        apply.setDisable(false);
        if (fault != null) {
            desk.notice().set(null);
            refuse(new FileWords(desk.texts())
                    .say(fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault));
            return;
        }
        desk.notice().set(new Notice(true, new ScenarioWords(desk.texts()).edited(status)));
        close();
    }

    @FXML
    private void save() {
        refuse("");
        FileChooser chooser = new FileChooser();
        chooser.setTitle(desk.say("form.scenario.save.tip"));
        chooser.setInitialFileName(desk.scenario().get().name() + ".json");
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(desk.say("scenario.files"), "*.json"));
        File file = desk.saves().get().ask(chooser, text.getScene().getWindow());
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file.toPath(), text.getText());
            desk.notice().set(new Notice(true, desk.say("scenario.saved", file.toString())));
        } catch (IOException e) {
            refuse(desk.say("scenario.not.saved", file.toString(), String.valueOf(e.getMessage())));
        }
    }

    @FXML
    private void cancel() {
        close();
    }
}
