package mirrorlab.ui.panels;

import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import mirrorlab.lab.ledger.Rules;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Language;

/// The text of one rule.
public final class RuleSheetController {
    private final Desk desk;
    private final String rule;
    @FXML
    private Label title;
    @FXML
    private VBox content;

    public RuleSheetController(Desk desk, Object rule) {
        this.desk = desk;
        this.rule = String.valueOf(rule);
    }

    @FXML
    private void initialize() {
        title.setText(desk.say("rule.title", rule));
        Optional<String> sentence = Rules.find(rule)
                .map(each -> desk.language().get() == Language.CHINESE ? each.chinese() : each.english());
        Label text = new Label(sentence.orElseGet(() -> desk.say("rule.missing", rule)));
        text.setWrapText(true);
        text.setMinHeight(Label.USE_PREF_SIZE);
        content.getChildren().add(text);
    }

    @FXML
    private void close() {
        desk.sheet().set(null);
    }
}
