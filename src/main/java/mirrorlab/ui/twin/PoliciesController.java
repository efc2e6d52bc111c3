package mirrorlab.ui.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TitledPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import org.jspecify.annotations.Nullable;

/// The page Policies of the tab Admin: the lists and the forms.
public final class PoliciesController implements Twin.Page {
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
    private PolicyFormController addPaneController;
    @FXML
    private PolicyFormController addOperatorPaneController;
    @FXML
    private TitledPane addPane;
    private @Nullable List<PolicyRow> shown;

    public PoliciesController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        addOperatorPaneController.forOperators();
        twin.past().addListener((property, before, now) -> shown = null);
    }

    @Override
    public void show(Screen screen) {
        addPaneController.show(screen);
        addOperatorPaneController.show(screen);
        List<PolicyRow> now = new ArrayList<>(PolicyRow.of(screen));
        List<PolicyRow> operators = PolicyRow.ofOperator(screen);
        now.addAll(operators);
        if (!now.equals(shown)) {
            shown = List.copyOf(now);
            list(policies, PolicyRow.of(screen), "twin.none.policies", !screen.past());
            list(operatorPolicies, operators, "twin.none.operator", !screen.past());
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
        link.setId((row.operator() ? "operator-policy-" : "policy-") + row.name());
        link.setTooltip(new Tooltip(desk.say("twin.policy.change", row.name())));
        link.setOnAction(event -> fill(row));
        return link;
    }

    private Button clear(PolicyRow row) {
        Button clear = new Button(desk.say("twin.policy.delete"));
        clear.setId((row.operator() ? "clear-operator-" : "clear-") + row.name());
        clear.getStyleClass().add("small");
        clear.setTooltip(new Tooltip(desk.say("twin.policy.delete.tip", row.name())));
        Step step = Step.of("clear_policy").with("name", row.name()).with("vhost", row.vhost());
        clear.setOnAction(event -> twin.perform(row.operator() ? step.with("operator", true) : step, result -> {}));
        return clear;
    }

    private void fill(PolicyRow row) {
        (row.operator() ? addOperatorPaneController : addPaneController).fill(row, typed(row));
        page.layout();
        if (row.operator()) {
            page.setVvalue(page.getVmax());
        } else {
            double below = page.getContent().getBoundsInLocal().getHeight() - page.getViewportBounds().getHeight();
            page.setVvalue(below <= 0 ? 0 : Math.min(1, addPane.getBoundsInParent().getMinY() / below));
        }
    }

    private Map<String, Object> typed(PolicyRow row) {
        ClusterPicture picture = desk.timeline().live().picture();
        return row.operator()
                ? picture.operatorPolicies().stream()
                        .filter(each -> each.name().equals(row.name()) && each.vhost().equals(row.vhost())).findFirst()
                        .map(Happening.OperatorPolicySet::definition).orElse(Map.of())
                : picture.policies().stream()
                        .filter(each -> each.name().equals(row.name()) && each.vhost().equals(row.vhost())).findFirst()
                        .map(Happening.PolicySet::definition).orElse(Map.of());
    }
}
