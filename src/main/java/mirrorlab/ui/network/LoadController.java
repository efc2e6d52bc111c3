package mirrorlab.ui.network;

import java.util.ArrayList;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.Page;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;

/// What each node leads, copies and does. A row is made once for each node.
public final class LoadController {
    private final Desk desk;
    @FXML
    private VBox root;
    @FXML
    private VBox rows;
    @FXML
    private Label sum;
    private final List<LoadRow> made = new ArrayList<>();
    private LoadModel model = LoadModel.EMPTY;

    public LoadController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.listen(Page.LOAD, new RateClock(desk, this::show));
        rows.widthProperty().addListener((property, before, now) -> paint());
        desk.whileShown(desk.zoom(), zoom -> paint());
        desk.whileShown(desk.theme(), theme -> paint());
    }

    private void show(Moment moment, Rates rates) {
        LoadModel now = LoadModel.of(moment, rates);
        if (now.equals(model)) {
            return;
        }
        model = now;
        List<NodeName> names = now.nodes().stream().map(LoadModel.NodeLoad::name).toList();
        if (!names.equals(made.stream().map(LoadRow::node).toList())) {
            made.clear();
            names.forEach(each -> made.add(new LoadRow(desk, each)));
            rows.getChildren().setAll(made);
        }
        sum.setText(now.done() == 0
                ? desk.say("load.sum.none")
                : desk.say("load.sum", now.asked(), now.done()));
        paint();
    }

    @FXML
    private void rebalance() {
        new Commands(desk).rebalance();
    }

    private void paint() {
        long most = Math.max(1, model.most());
        for (int i = 0; i < made.size(); i++) {
            made.get(i).show(model.nodes().get(i), most, rows.getWidth());
        }
    }
}
