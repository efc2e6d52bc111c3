package mirrorlab.ui.stage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Page;
import mirrorlab.ui.Views;
import mirrorlab.ui.motion.MotionLayer;
import mirrorlab.ui.motion.Places;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.words.PreviewWords;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import mirrorlab.vocabulary.forecast.QueueForecast;

/// The stage. Cards and lanes are made once and told what is new; a lane whose model is equal to the last is not painted again.
public final class StageController implements Desk.FrameListener, Places {
    private final Desk desk;
    @FXML
    private StackPane root;
    @FXML
    private Pane cards;
    @FXML
    private ScrollPane scroll;
    @FXML
    private VBox lanes;
    @FXML
    private Label empty;
    @FXML
    private Canvas motion;
    @FXML
    private Group movers;
    private final Map<NodeName, NodeCardController> cardOf = new LinkedHashMap<>();
    private final Map<QueueName, LaneController> laneOf = new LinkedHashMap<>();
    private final MotionLayer layer;
    private final MatrixView matrix;
    private final StageModels.Kept kept = new StageModels.Kept();
    private StageModel model = StageModel.EMPTY;
    private StageGrid grid = new StageGrid(0, 0, 1);

    public StageController(Desk desk) {
        this.desk = desk;
        layer = new MotionLayer(desk, this);
        matrix = new MatrixView(desk);
    }

    @FXML
    private void initialize() {
        layer.drawOn(motion, movers);
        // a bitmap of lanes that change all the time costs more than it saves
        scroll.skinProperty().addListener((property, before, now) -> scroll.lookupAll(".viewport")
                .forEach(viewport -> viewport.setCache(false)));
        root.widthProperty().addListener((property, before, now) -> arrange());
        scroll.heightProperty().addListener((property, before, now) -> arrange());
        desk.whileShown(desk.zoom(), zoom -> arrange());
        desk.listen(Page.STAGE, this);
        desk.listen(desk.outlook());
        desk.whileShown(desk.theme(), theme -> {
            laneOf.values().forEach(lane -> lane.repaint(grid, size()));
            matrix.repaint();
        });
        desk.whileShown(desk.selected(), queue -> {
            showQueues();
            laneOf.forEach((name, lane) -> lane.select(name.equals(queue)));
        });
        desk.whileShown(desk.outlook().shown(), forecast -> foresee());
        desk.whileShown(desk.draft(), draft -> foresee());
    }

    /// Lanes and matrix show what would become of their queues while somebody points at Kill or Stop.
    private void foresee() {
        List<NodeName> columns = List.copyOf(cardOf.keySet());
        Map<QueueName, Foreseen> foreseen = new LinkedHashMap<>();
        Forecast forecast = desk.outlook().shown().get();
        PolicyPreview draft = desk.draft().get();
        if (forecast != null) {
            for (QueueForecast each : forecast.queues()) {
                MessageSet lost = each.lost().messages().count() == each.lost().count()
                        ? each.lost().messages()
                        : MessageSet.EMPTY;
                foreseen.put(each.queue(), new Foreseen(each, forecast.nodes(), columns,
                        laneOf.containsKey(each.queue()) ? desk.timeline().shown().picture().runs(lost) : "", ""));
            }
        } else if (draft != null) {
            PreviewWords words = new PreviewWords(desk.texts());
            draft.queues().forEach(each -> foreseen.put(each.queue(),
                    Foreseen.of(each, columns, words.say(each, draft.name()))));
        }
        laneOf.forEach((name, lane) -> lane.foresee(foreseen.get(name)));
        matrix.foresee(foreseen);
    }

    @Override
    public void moment(Moment moment) {
        StageModel now = StageModels.of(moment, kept);
        if (desk.timeline().isPast() != root.getStyleClass().contains("past")) {
            if (desk.timeline().isPast()) {
                root.getStyleClass().add("past");
            } else {
                root.getStyleClass().remove("past");
            }
        }
        if (!now.equals(model)) {
            model = now;
            show();
        }
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        layer.pulse(nanos, fresh);
    }

    private void show() {
        List<NodeName> names = model.nodes().stream().map(NodeColumn::name).toList();
        if (!names.equals(List.copyOf(cardOf.keySet()))) {
            buildCards(names);
        }
        model.nodes().forEach(node -> cardView(node.name()).ifPresent(card -> card.show(node)));
        showQueues();
    }

    private void showQueues() {
        LaneChoice choice = LaneChoice.of(model.lanes(), desk.selected().get());
        List<QueueName> queues = choice.lanes().stream().map(Lane::queue).toList();
        if (!queues.equals(List.copyOf(laneOf.keySet())) || lanes.getChildren().size() <= 1) {
            buildLanes(queues);
        }
        choice.lanes().forEach(lane -> lane(lane.queue()).ifPresent(each -> each.show(lane, grid, size())));
        matrix.show(choice.matrix(), root.getWidth(), cardOf.size());
    }

    private Optional<NodeCardController> cardView(NodeName node) {
        return Optional.ofNullable(cardOf.get(node));
    }

    private Optional<LaneController> lane(QueueName queue) {
        return Optional.ofNullable(laneOf.get(queue));
    }

    private void buildCards(List<NodeName> names) {
        cardOf.clear();
        List<Node> views = new ArrayList<>();
        for (NodeName name : names) {
            Views.Loaded<NodeCardController> card = Views.load(FxmlFile.NODE_CARD, desk, name);
            cardOf.put(name, card.controller());
            views.add(card.root());
        }
        cards.getChildren().setAll(views);
        arrange();
    }

    private void buildLanes(List<QueueName> queues) {
        Map<QueueName, LaneController> kept = new LinkedHashMap<>(laneOf);
        laneOf.clear();
        List<Node> views = new ArrayList<>();
        for (QueueName queue : queues) {
            LaneController lane = kept.containsKey(queue)
                    ? kept.get(queue)
                    : Views.<LaneController>load(FxmlFile.LANE, desk, queue).controller();
            laneOf.put(queue, lane);
            lane.select(queue.equals(desk.selected().get()));
            views.add(lane.root());
        }
        empty.setVisible(views.isEmpty());
        empty.setManaged(views.isEmpty());
        views.add(matrix);
        views.add(empty);
        lanes.getChildren().setAll(views);
        foresee();
    }

    private LaneSize size() {
        return LaneSize.of(matrix.isVisible() ? 0 : scroll.getHeight(), laneOf.size(), grid.columnWidth(),
                desk.zoom().get());
    }

    private void arrange() {
        grid = new StageGrid(root.getWidth(), cardOf.size(), desk.zoom().get());
        motion.setWidth(root.getWidth());
        motion.setHeight(root.getHeight());
        if (grid.columnWidth() <= 0) {
            return;
        }
        int column = 0;
        for (NodeCardController card : cardOf.values()) {
            card.place(grid.columnX(column++), grid.columnWidth(), desk.zoom().get());
        }
        laneOf.values().forEach(lane -> lane.repaint(grid, size()));
        showQueues();
    }

    // ---- where things are, for what moves

    @Override
    public Optional<Point2D> glyph(QueueName queue, NodeName node) {
        int column = List.copyOf(cardOf.keySet()).indexOf(node);
        LaneController lane = laneOf.get(queue);
        if (column < 0 || lane == null) {
            return Optional.empty();
        }
        Bounds bounds = root.sceneToLocal(lane.root().localToScene(lane.root().getBoundsInLocal()));
        double top = cards.getHeight();
        double y = bounds.getMinY() + lane.glyphY();
        return y < top || y > root.getHeight() ? Optional.empty() : Optional.of(new Point2D(grid.columnX(column), y));
    }

    @Override
    public Optional<Bounds> card(NodeName node) {
        return cardView(node).map(NodeCardController::root)
                .map(view -> root.sceneToLocal(view.localToScene(view.getLayoutBounds())));
    }

    @Override
    public double glyphSize() {
        return size().glyph();
    }

    @Override
    public double portRise() {
        return Math.max(2, size().top() + size().titleY() - 8);
    }

    @Override
    public double barDrop() {
        return size().barY() - size().titleY() + size().bar() / 2;
    }

    @Override
    public double columnWidth() {
        return grid.columnWidth();
    }

    @Override
    public Node stage() {
        return root;
    }
}
