package mirrorlab.ui.stage;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.QueueName;

/// Beside the node cards: which queues are shown, and how close.
public final class StageControlsController {
    /// The lab's own bound, and the keys 1 to 9 choose them.
    private static final int MOST_NODES = 9;
    private final Desk desk;
    private final Commands commands;
    @FXML
    private VBox root;
    @FXML
    private TextField stageSearch;
    @FXML
    private ToggleButton atRisk;
    @FXML
    private Button further;
    @FXML
    private Button nearer;
    @FXML
    private Button closeness;
    @FXML
    private Button addNode;
    private long risky = -1;

    public StageControlsController(Desk desk) {
        this.desk = desk;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        stageSearch.textProperty().addListener((property, before, text) -> desk.stageWish()
                .set(desk.stageWish().get().searching(text)));
        stageSearch.setOnAction(event -> {
            List<QueueName> found = desk.queuesInOrder().get();
            if (!found.isEmpty()) {
                desk.selected().set(found.getFirst());
            }
            root.getScene().getRoot().requestFocus();
        });
        desk.whileShown(desk.stageWish(), this::show);
        count(0);
    }

    private void show(StageWish wish) {
        if (!stageSearch.getText().strip().equals(wish.search())) {
            stageSearch.setText(wish.search());
        }
        atRisk.setSelected(wish.onlyAtRisk());
        closeness.setText(desk.say("rows.closeness." + wish.closeness().word()));
        further.setDisable(wish.closeness() == Closeness.GLYPHS);
        nearer.setDisable(wish.closeness() == Closeness.MESSAGES);
    }

    VBox root() {
        return root;
    }

    /// @param now
    ///            queues at risk
    void count(long now) {
        if (now != risky) {
            risky = now;
            atRisk.setText(desk.say("rows.at.risk", now));
        }
    }

    /// @param nodes
    ///            that there are
    void nodes(int nodes) {
        addNode.setDisable(nodes == 0 || nodes >= MOST_NODES);
    }

    @FXML
    private void addNode() {
        commands.addNode();
    }

    @FXML
    private void atRisk() {
        commands.onlyAtRisk();
    }

    @FXML
    private void nearer() {
        commands.look(1);
    }

    @FXML
    private void further() {
        commands.look(-1);
    }

    @FXML
    private void automatic() {
        commands.lookAsUsual();
    }
}
