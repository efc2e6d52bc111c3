package mirrorlab.ui.forms;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.fxml.FXML;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Happening;
import mirrorlab.lab.Previewed;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.words.PreviewWords;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.PolicyPreview;

/// Add, update or clear a policy. Defaults are written out, which RabbitMQ's own form does not do; a bad definition comes back
/// with the cluster's own words.
public final class PolicyFormController extends FormController {
    /// Queues that the form lists; the stage shows all.
    private static final int PREVIEWED = 3;
    private static final String DEFAULT_SYNC = "manual";
    @FXML
    private ComboBox<String> name;
    @FXML
    private TextField pattern;
    @FXML
    private ComboBox<String> applyTo;
    @FXML
    private TextField priority;
    @FXML
    private ToggleGroup mode;
    @FXML
    private TextField params;
    @FXML
    private Label paramsHint;
    @FXML
    private ComboBox<String> syncMode;
    @FXML
    private TextField batchSize;
    @FXML
    private ComboBox<String> onShutdown;
    @FXML
    private ComboBox<String> onFailure;
    @FXML
    private VBox fields;
    @FXML
    private Label preview;
    @FXML
    private Label refusal;
    private int asked;

    public PolicyFormController(Desk desk) {
        super(desk);
    }

    @FXML
    private void initialize() {
        applyTo.getItems().setAll("all", "queues", "exchanges");
        applyTo.setValue("queues");
        choices(syncMode, DEFAULT_SYNC, "manual", "automatic");
        choices(onShutdown, "when-synced", "when-synced", "always");
        choices(onFailure, "always", "always", "when-synced");
        QueueName queue = desk.selected().get();
        pattern.setText(queue == null ? "^" : "^" + queue.name());
        desk.timeline().live().picture().policies().forEach(policy -> name.getItems().add(policy.name()));
        name.setValue(name.getItems().isEmpty() ? "ha" : name.getItems().getFirst());
        name.valueProperty().addListener((property, before, chosen) -> fillFrom(chosen));
        mode.selectedToggleProperty().addListener((property, before, chosen) -> modeChosen());
        params.setText(allNodes());
        modeChosen();
        fillFrom(name.getValue());
        List.<ObservableValue<?>>of(name.getEditor().textProperty(), pattern.textProperty(), applyTo.valueProperty(),
                priority.textProperty(), mode.selectedToggleProperty(), params.textProperty())
                .forEach(each -> each.addListener((property, before, now) -> preview()));
        preview();
    }

    /// The first item means "not set" and says what then holds.
    private void choices(ComboBox<String> box, String byDefault, String... values) {
        box.getItems().add(desk.say("form.policy.default", byDefault));
        box.getItems().addAll(values);
        box.getSelectionModel().selectFirst();
    }

    private String allNodes() {
        return String.join(", ", desk.timeline().live().columns().stream().map(node -> node.shortName()).toList());
    }

    private void modeChosen() {
        String chosen = mode();
        params.setDisable(!chosen.equals("exactly") && !chosen.equals("nodes"));
        paramsHint.setText(desk.say("form.policy.params." + (chosen.isEmpty() ? "none" : chosen)));
        boolean numeric = params.getText().strip().matches("\\d*");
        if (chosen.equals("exactly") && !numeric) {
            params.setText("2");
        } else if (chosen.equals("nodes") && numeric) {
            params.setText(allNodes());
        }
    }

    private String mode() {
        return String.valueOf(mode.getSelectedToggle().getUserData());
    }

    /// An existing policy's values, so that it can be changed.
    private void fillFrom(String policyName) {
        Optional<Happening.PolicySet> found = desk.timeline().live().picture().policies().stream()
                .filter(policy -> policy.name().equals(policyName)).findFirst();
        found.ifPresent(policy -> {
            pattern.setText(policy.pattern());
            applyTo.setValue(policy.applyTo());
            priority.setText(Integer.toString(policy.priority()));
            String wanted = String.valueOf(policy.definition().getOrDefault("ha-mode", ""));
            mode.getToggles().stream().filter(toggle -> wanted.equals(toggle.getUserData())).findFirst()
                    .ifPresent(mode::selectToggle);
            Object given = policy.definition().get("ha-params");
            if (given instanceof List<?> nodes) {
                params.setText(String.join(", ",
                        nodes.stream().map(each -> String.valueOf(each).replace("@localhost", "")).toList()));
            } else if (given != null) {
                params.setText(String.valueOf(given));
            }
            set(syncMode, policy.definition().get("ha-sync-mode"));
            set(onShutdown, policy.definition().get("ha-promote-on-shutdown"));
            set(onFailure, policy.definition().get("ha-promote-on-failure"));
            Object batch = policy.definition().get("ha-sync-batch-size");
            batchSize.setText(batch == null ? "" : String.valueOf(batch));
        });
    }

    private static void set(ComboBox<String> box, @org.jspecify.annotations.Nullable Object value) {
        if (value == null) {
            box.getSelectionModel().selectFirst();
        } else {
            box.setValue(String.valueOf(value));
        }
    }

    @Override
    Label refusal() {
        return refusal;
    }

    @FXML
    private void apply() {
        send(step(), this::close);
    }

    private Step step() {
        Map<String, String> others = new LinkedHashMap<>();
        others.put("ha-sync-mode", chosen(syncMode));
        others.put("ha-sync-batch-size", batchSize.getText());
        others.put("ha-promote-on-shutdown", chosen(onShutdown));
        others.put("ha-promote-on-failure", chosen(onFailure));
        return new PolicyDraft(typedName(), pattern.getText(), applyTo.getValue(), priority.getText(), mode(),
                params.getText(), others).step();
    }

    /// Asked again whenever something was typed; the answer to the newest draft counts.
    private void preview() {
        Step step = step();
        int asking = ++asked;
        var unused = desk.lab().preview(step).whenComplete((told, fault) -> desk.later(() -> {
            if (asking == asked && desk.sheet().get() != null && desk.sheet().get().file() == FxmlFile.POLICY_FORM) {
                show(fault == null ? told : Previewed.NOBODY);
            }
        }));
    }

    private void show(Previewed told) {
        PolicyPreview then = told.preview();
        desk.draft().set(then);
        preview.setTooltip(null);
        if (then == null) {
            preview.setText(told.refusal());
        } else if (then.queues().isEmpty()) {
            preview.setText(desk.say("preview.nobody"));
        } else {
            PreviewWords words = new PreviewWords(desk.texts());
            List<String> lines = new ArrayList<>();
            then.queues().stream().limit(PREVIEWED)
                    .forEach(each -> lines.add(line(each, words, then.name())));
            if (then.queues().size() > PREVIEWED) {
                lines.add(desk.say("preview.more", then.queues().size() - PREVIEWED));
            }
            preview.setText(String.join("\n", lines));
            preview.setTooltip(new Tooltip(preview.getText())); // a long one is cut off: the buttons below stay where they are
        }
    }

    private String line(PolicyPreview.Queue queue, PreviewWords words, String draft) {
        String others = words.others(queue);
        return desk.say("notice.result", queue.queue().name(),
                words.say(queue, draft) + (others.isEmpty() ? "" : desk.say("preview.and") + others));
    }

    private String typedName() {
        return name.getEditor().getText();
    }

    private static String chosen(ComboBox<String> box) {
        return box.getSelectionModel().getSelectedIndex() <= 0 ? "" : box.getValue();
    }

    @FXML
    private void clear() {
        new Commands(desk).clearPolicy("/", typedName());
        close();
    }

    @FXML
    private void cancel() {
        close();
    }
}
