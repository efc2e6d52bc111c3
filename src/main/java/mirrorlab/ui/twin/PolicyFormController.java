package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;

/// The form Add / update a policy, and the same for operator policies.
public final class PolicyFormController {
    private final Desk desk;
    private final Twin twin;
    @FXML
    private TitledPane pane;
    @FXML
    private Label vhostLabel;
    @FXML
    private ComboBox<String> vhost;
    @FXML
    private TextField name;
    @FXML
    private TextField pattern;
    @FXML
    private ComboBox<String> applyTo;
    @FXML
    private TextField priority;
    @FXML
    private VBox definition;
    @FXML
    private VBox links;
    @FXML
    private Button addPolicy;
    private final KeyValueRows rows;
    private List<String> choices = List.of("all", "exchanges", "queues");
    private boolean operator;

    public PolicyFormController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        rows = new KeyValueRows(desk);
    }

    @FXML
    private void initialize() {
        rows.in(definition, "definition");
        choices.forEach(each -> applyTo.getItems().add(desk.say("twin.applyto." + each)));
        applyTo.getSelectionModel().selectFirst();
        Shortcut.show(Shortcut.POLICY, desk, links, rows, "link");
        pane.setId("addPane");
        Enter.presses(pane, ".accent");
        pane.disableProperty().bind(twin.past());
    }

    /// Operator policies limit queues, and nothing else (PO-06).
    void forOperators() {
        operator = true;
        choices = List.of("queues");
        applyTo.getItems().setAll(desk.say("twin.applyto.queues"));
        applyTo.getSelectionModel().selectFirst();
        rows.in(definition, "operator-definition");
        links.getChildren().clear();
        Shortcut.show(Shortcut.OPERATOR, desk, links, rows, "operator-link");
        name.setId("operatorName");
        pattern.setId("operatorPattern");
        applyTo.setId("operatorApplyTo");
        priority.setId("operatorPriority");
        vhost.setId("operatorVhost");
        addPolicy.setId("addOperatorPolicy");
        pane.setId("addOperatorPane");
        pane.setText(desk.say("twin.operator.add"));
        addPolicy.setText(desk.say("twin.operator.add.button"));
        addPolicy.setTooltip(new Tooltip(desk.say("twin.operator.add.button.tip")));
    }

    void show(Screen screen) {
        new VhostChoice(vhostLabel, vhost).show(screen);
    }

    /// Writes a policy into the form, so that it can be changed.
    void fill(PolicyRow row, Map<String, Object> typed) {
        pane.setExpanded(true);
        new VhostChoice(vhostLabel, vhost).choose(row.vhost());
        name.setText(row.name());
        pattern.setText(row.pattern());
        applyTo.getSelectionModel().select(Math.max(0, choices.indexOf(row.applyTo())));
        priority.setText(Integer.toString(row.priority()));
        rows.clear();
        typed.forEach((key, value) -> rows.add(key, KeyValueRows.kindOf(value), Definition.value(value)));
    }

    @FXML
    private void add() {
        if (!twin.accepts(rows)) {
            return;
        }
        String wanted = name.getText().strip();
        String matching = pattern.getText();
        Map<String, Object> values = rows.values();
        if (wanted.isEmpty() || matching.isEmpty() || values.isEmpty()) {
            twin.refuse(desk.say("twin.policy.missing"));
            return;
        }
        Step step = Twin.inVhost(Step.of("set_policy").with("name", wanted).with("pattern", matching),
                new VhostChoice(vhostLabel, vhost).chosen())
                .with("apply-to", choices.get(applyTo.getSelectionModel().getSelectedIndex()))
                .with("definition", values);
        if (operator) {
            step = step.with("operator", true);
        }
        String typed = priority.getText().strip();
        if (!typed.isEmpty()) {
            step = step.with("priority", KeyValueRows.value(typed, KeyValueRows.Kind.NUMBER));
        }
        twin.perform(step, result -> clear());
    }

    private void clear() {
        name.clear();
        pattern.clear();
        priority.clear();
        rows.clear();
        applyTo.getSelectionModel().selectFirst();
    }
}
