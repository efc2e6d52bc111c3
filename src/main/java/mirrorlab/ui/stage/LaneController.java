package mirrorlab.ui.stage;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Badge;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.javafx.FontIcon;

/// A queue's lane: names and buttons in the scene graph, cells on a canvas.
public final class LaneController {
    private final Desk desk;
    private QueueName queue;
    private final Commands commands;
    @FXML
    private Pane root;
    @FXML
    private VBox names;
    @FXML
    private Label name;
    @FXML
    private Label details;
    @FXML
    private HBox badges;
    @FXML
    private Label standing;
    @FXML
    private Button sync;
    @FXML
    private Button cancel;
    @FXML
    private MenuItem clearPolicy;
    @FXML
    private MenuItem pin;
    @FXML
    private Canvas canvas;
    @FXML
    private HBox cellButtons;
    private @Nullable Lane shown;
    private @Nullable StageGrid painted;
    private @Nullable Foreseen foreseen;
    private List<Badge> badgesShown = List.of();
    private String nodeShown = "";
    private LaneSize size = LaneSize.of(0, 1, 0, 1);

    public LaneController(Desk desk, Object queue) {
        this.desk = desk;
        this.queue = (QueueName) queue;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        bind(queue);
        details.setTooltip(new Tooltip());
        root.setFocusTraversable(true);
        root.setOnMouseClicked(event -> desk.selected().set(queue));
        root.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ENTER) {
                desk.selected().set(queue);
                event.consume();
            }
        });
    }

    /// From now on it is this queue's lane.
    void bind(QueueName wanted) {
        queue = wanted;
        shown = null;
        root.setId("lane-" + queue.name());
        sync.setId("sync-" + queue.name());
        cancel.setId("cancel-" + queue.name());
        name.setText(queue.name());
        name.setTooltip(new Tooltip(queue.name()));
    }

    /// It is nobody's lane now, and waits for another queue.
    void rest() {
        root.setVisible(false);
        root.setId(null);
        sync.setId(null);
        cancel.setId(null);
    }

    public Pane root() {
        return root;
    }

    /// @param flashes
    ///            it changed just now
    void dress(boolean selected, boolean pinned, boolean flashes) {
        Switches.style(root, "selected", selected);
        Switches.style(root, "flashes", flashes);
        if (pinned != name.getStyleClass().contains("pinned")) {
            Switches.style(name, "pinned", pinned);
            name.setGraphic(pinned ? new FontIcon("fth-bookmark") : null);
            pin.setText(desk.say(pinned ? "lane.unpin" : "lane.pin"));
        }
    }

    void show(Lane lane, StageGrid grid, LaneSize wanted) {
        if (lane.equals(shown) && grid.equals(painted) && wanted.equals(size)) {
            return;
        }
        shown = lane;
        LaneTexts words = new LaneTexts(desk.texts());
        if (!words.details(lane).equals(details.getText())) {
            details.setText(words.details(lane));
            details.getTooltip().setText(words.details(lane));
        }
        showBadges(lane);
        showStanding(lane, words);
        Switches.show(cancel, lane.standing() == Lane.Standing.SYNCING);
        Switches.show(sync, lane.standing() == Lane.Standing.RUNNING && lane.lacks());
        clearPolicy.setDisable(lane.policy() == null);
        root.setAccessibleText(queue.name() + " " + words.details(lane) + " " + standing.getText());
        repaint(grid, wanted);
    }

    /// How it stands, or how it would stand.
    private void showStanding(Lane lane, LaneTexts words) {
        Foreseen now = foreseen;
        ForecastTexts forecasts = new ForecastTexts(desk.texts());
        standing.setText(now == null
                ? words.standing(lane)
                : now.said().isEmpty() ? forecasts.sentence(now.queue()) : now.said());
        standing.setTooltip(now == null
                ? null
                : new Tooltip(standing.getText() + "\n" + forecasts.reason(now.queue().reason())));
        Switches.style(standing, "forecast", now != null);
        Switches.show(standing, !standing.getText().isEmpty());
        Switches.show(details, now == null); // both have no room in a low lane
    }

    /// Shows what would become of the queue; null: what is.
    void foresee(@Nullable Foreseen wanted) {
        if (wanted == null ? foreseen == null : wanted.equals(foreseen)) {
            return;
        }
        foreseen = wanted;
        if (shown != null && painted != null) {
            showStanding(shown, new LaneTexts(desk.texts()));
            root.setAccessibleText(queue.name() + " " + details.getText() + " " + standing.getText());
            repaint(painted, size);
        }
    }

    private void showBadges(Lane lane) {
        List<Badge> now = lane.badges().stream().filter(badge -> badge.kind() != Badge.Kind.SYNCING).toList();
        String node = lane.master().shortName();
        if (now.equals(badgesShown) && node.equals(nodeShown)) {
            return;
        }
        badgesShown = now;
        nodeShown = node;
        badges.getChildren().setAll(styled(node, "badge-node", ""));
        now.forEach(badge -> badges.getChildren().add(badge(badge)));
    }

    void repaint(StageGrid grid, LaneSize wanted) {
        painted = grid;
        size = wanted;
        if (shown == null || grid.columnWidth() <= 0) {
            return;
        }
        names.setLayoutX(grid.namesX());
        names.setPrefWidth(grid.namesWidth());
        names.setMaxWidth(grid.namesWidth());
        names.setLayoutY(size.top() - 5);
        Switches.style(names, "slim", grid.nodes() > 4);
        Switches.style(names, "roomy", size.text() > 1.2 * desk.zoom().get());
        root.setMinHeight(size.height());
        root.setPrefHeight(size.height());
        canvas.setLayoutX(grid.columnX(0));
        canvas.setLayoutY(size.top());
        canvas.setWidth(grid.width() - grid.columnX(0));
        canvas.setHeight(size.height() - size.top() - 2);
        placeButtons(shown, grid);
        new LanePainter(canvas, Palette.of(desk.theme().get()), new LaneTexts(desk.texts()), desk.language().get(),
                size).paint(shown, foreseen, grid);
    }

    /// Below the bar of the first mirror that lacks something, at its right end.
    private void placeButtons(Lane lane, StageGrid grid) {
        for (int column = 0; column < lane.cells().size(); column++) {
            Cell.Kind kind = lane.cells().get(column).kind();
            if (kind == Cell.Kind.SYNCING || kind == Cell.Kind.UNSYNCHRONISED) {
                cellButtons.resizeRelocate(grid.columnX(column), size.top() + size.footY() - 1, grid.columnWidth(), 26);
                cellButtons.setPrefWidth(grid.columnWidth());
                cellButtons.setLayoutX(grid.columnX(column));
                return;
            }
        }
    }

    /// Where the glyph of a column stands, in the lane's coordinates.
    double glyphY() {
        return size.top() + size.titleY();
    }

    LaneSize size() {
        return size;
    }

    private Label badge(Badge badge) {
        boolean red = badge.kind() == Badge.Kind.UNSYNCHRONISED;
        String key = switch (badge.kind()) {
            case SYNCHRONISED -> "badge.synchronised";
            case NONE_SYNCHRONISED -> "badge.none";
            case UNSYNCHRONISED -> "badge.unsynchronised";
            case SYNCING -> "badge.syncing";
        };
        return styled(badge.text(), red ? "badge-red" : "badge", desk.say(key,
                String.join(", ", badge.nodes().stream().map(node -> node.shortName()).toList())));
    }

    private static Label styled(String text, String style, String tip) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        if (!tip.isEmpty()) {
            label.setTooltip(new Tooltip(tip));
        }
        return label;
    }

    @FXML
    private void sync() {
        desk.selected().set(queue);
        commands.synchronise();
    }

    @FXML
    private void cancel() {
        desk.selected().set(queue);
        commands.cancelSynchronisation();
    }

    @FXML
    private void publish() {
        open(FxmlFile.PUBLISH_FORM);
    }

    @FXML
    private void get() {
        open(FxmlFile.GET_FORM);
    }

    @FXML
    private void consume() {
        open(FxmlFile.CONSUME_FORM);
    }

    private void open(FxmlFile form) {
        desk.selected().set(queue);
        desk.sheet().set(new Desk.Sheet(form));
    }

    @FXML
    private void pin() {
        desk.stageWish().set(desk.stageWish().get().pinning(queue));
    }

    @FXML
    private void purge() {
        commands.purge(queue);
    }

    @FXML
    private void delete() {
        commands.delete(queue);
    }

    @FXML
    private void clearPolicy() {
        if (shown != null && shown.policy() != null) {
            commands.clearPolicy(queue.vhost(), shown.policy());
        }
    }
}
