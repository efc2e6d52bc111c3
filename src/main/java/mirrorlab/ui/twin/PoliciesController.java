package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import org.jspecify.annotations.Nullable;

/// The page Policies of the tab Admin: the lists, and the form Add / update a policy.
public final class PoliciesController implements Twin.Page {
    private static final List<String> APPLY_TO = List.of("all", "exchanges", "queues");
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private ScrollPane page;
    @FXML
    private GridPane policies;
    @FXML
    private GridPane operatorPolicies;
    @FXML
    private TitledPane addPane;
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
    private KeyValueRows rows;
    private @Nullable List<PolicyRow> shown;

    public PoliciesController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
        rows = new KeyValueRows(desk, new VBox(), "");
    }

    @FXML
    private void initialize() {
        rows = new KeyValueRows(desk, definition, "definition");
        APPLY_TO.forEach(each -> applyTo.getItems().add(desk.say("twin.applyto." + each)));
        applyTo.getSelectionModel().selectFirst();
        Shortcut.show(Shortcut.POLICY, desk, links, rows);
        addPane.disableProperty().bind(twin.past());
        twin.past().addListener((property, before, now) -> shown = null);
    }

    @Override
    public void show(Screen screen) {
        List<PolicyRow> now = new ArrayList<>(PolicyRow.of(screen));
        List<PolicyRow> operators = PolicyRow.ofOperator(screen);
        now.addAll(operators);
        if (!now.equals(shown)) {
            shown = List.copyOf(now);
            list(policies, PolicyRow.of(screen), "twin.none.policies", !screen.past());
            list(operatorPolicies, operators, "twin.none.operator", false);
        }
    }

    private void list(GridPane grid, List<PolicyRow> all, String none, boolean open) {
        Lines lines = new Lines(grid, marks, "twin.name", "twin.pattern", "twin.applyto", "twin.definition",
                "twin.priority", "twin.vhost");
        for (PolicyRow each : all) {
            List<Node> cells = new ArrayList<>(List.of(open ? link(each) : marks.text(each.name()),
                    marks.text(each.pattern()), marks.text(each.applyTo()), marks.definition(each.definition()),
                    marks.text(Integer.toString(each.priority())), marks.text(each.vhost())));
            if (open) {
                cells.add(clear(each));
            }
            lines.add(cells.toArray(Node[]::new));
        }
        if (all.isEmpty()) {
            grid.getChildren().setAll(marks.text(desk.say(none)));
        }
    }

    /// Writes the policy into the form, so that it can be changed.
    private Hyperlink link(PolicyRow row) {
        Hyperlink link = new Hyperlink(row.name());
        link.setId("policy-" + row.name());
        link.setTooltip(new Tooltip(desk.say("twin.policy.change", row.name())));
        link.setOnAction(event -> fill(row));
        return link;
    }

    private Button clear(PolicyRow row) {
        Button clear = new Button(desk.say("twin.policy.delete"));
        clear.setId("clear-" + row.name());
        clear.getStyleClass().add("small");
        clear.setTooltip(new Tooltip(desk.say("twin.policy.delete.tip", row.name())));
        clear.setOnAction(event -> twin.perform(
                Step.of("clear_policy").with("name", row.name()).with("vhost", row.vhost()), result -> {}));
        return clear;
    }

    private void fill(PolicyRow row) {
        addPane.setExpanded(true);
        name.setText(row.name());
        pattern.setText(row.pattern());
        applyTo.getSelectionModel().select(Math.max(0, APPLY_TO.indexOf(row.applyTo())));
        priority.setText(Integer.toString(row.priority()));
        rows.clear();
        Map<String, Object> typed = desk.timeline().live().picture().policies().stream()
                .filter(each -> each.name().equals(row.name()) && each.vhost().equals(row.vhost())).findFirst()
                .map(Happening.PolicySet::definition).orElse(Map.of());
        typed.forEach((key, value) -> rows.add(key, KeyValueRows.kindOf(value), Definition.value(value)));
        page.layout();
        page.setVvalue(page.getVmax());
    }

    @FXML
    private void add() {
        String wanted = name.getText().strip();
        String matching = pattern.getText();
        Map<String, Object> values = rows.values();
        if (wanted.isEmpty() || matching.isEmpty() || values.isEmpty()) {
            twin.problem().set(desk.say("twin.policy.missing"));
            return;
        }
        String typed = priority.getText().strip();
        Step step = Step.of("set_policy").with("name", wanted).with("pattern", matching)
                .with("apply-to", APPLY_TO.get(applyTo.getSelectionModel().getSelectedIndex()))
                .with("definition", values);
        Step whole = typed.isEmpty()
                ? step
                : step.with("priority", KeyValueRows.value(typed, KeyValueRows.Kind.NUMBER));
        twin.perform(whole, result -> clearForm());
    }

    private void clearForm() {
        name.clear();
        pattern.clear();
        priority.clear();
        rows.clear();
        applyTo.getSelectionModel().selectFirst();
    }
}
