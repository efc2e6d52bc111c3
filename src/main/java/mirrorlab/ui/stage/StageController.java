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
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Page;
import mirrorlab.ui.Views;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.motion.Berth;
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

/// The stage. Cards, lanes and rows are made once and told what is new; one whose model is equal to the last is not painted
/// again.
public final class StageController implements Desk.FrameListener, Places {
    private static final double DOCK_SHARE = 0.5;
    private final Desk desk;
    @FXML
    private StackPane root;
    @FXML
    private Pane cards;
    @FXML
    private VBox dock;
    @FXML
    private ScrollPane scroll;
    @FXML
    private VBox content;
    @FXML
    private Label empty;
    @FXML
    private Canvas motion;
    @FXML
    private Group movers;
    @FXML
    private StageControlsController controlsController;
    private final Map<NodeName, NodeCardController> cardOf = new LinkedHashMap<>();
    private final Map<QueueName, LaneController> docked = new LinkedHashMap<>();
    private final MotionLayer layer;
    private final StageModels.Kept kept = new StageModels.Kept();
    private final Rows rows = new Rows();
    private final RowOrder order = new RowOrder();
    private final DensityStrip strip;
    private final RowsView list;
    private Map<QueueName, Foreseen> foreseen = Map.of();
    private List<Row> sorted = List.of();
    private List<NodeColumn> columns = List.of();
    private List<NodeName> names = List.of();
    private LaneChoice choice = LaneChoice.NOTHING;
    private StageGrid grid = new StageGrid(0, 0, 1);
    private boolean past;
    private boolean unsettled;
    private long now;

    public StageController(Desk desk) {
        this.desk = desk;
        layer = new MotionLayer(desk, this);
        strip = new DensityStrip(desk);
        list = new RowsView(desk);
    }

    @FXML
    private void initialize() {
        layer.drawOn(motion, movers);
        list.scrollIn(scroll);
        content.getChildren().add(content.getChildren().indexOf(scroll) + 1, strip);
        // a bitmap of lanes that change all the time costs more than it saves
        scroll.skinProperty().addListener((property, before, skin) -> scroll.lookupAll(".viewport")
                .forEach(viewport -> viewport.setCache(false)));
        root.widthProperty().addListener((property, before, width) -> arrange());
        root.heightProperty().addListener((property, before, height) -> arrange());
        scroll.heightProperty().addListener((property, before, height) -> arrange());
        root.addEventFilter(ScrollEvent.SCROLL, this::zoom);
        desk.whileShown(desk.zoom(), zoom -> arrange());
        desk.listen(Page.STAGE, this);
        desk.listen(desk.outlook());
        desk.whileShown(desk.theme(), theme -> {
            docked.values().forEach(lane -> lane.repaint(grid, size()));
            list.repaint();
            strip.repaint();
        });
        desk.whileShown(desk.selected(), queue -> {
            showQueues();
            if (queue != null) {
                list.reveal(queue);
            }
        });
        desk.whileShown(desk.stageWish(), wish -> showQueues());
        desk.whileShown(desk.outlook().shown(), forecast -> foresee());
        desk.whileShown(desk.draft(), draft -> foresee());
    }

    /// With Ctrl the wheel goes nearer and further.
    private void zoom(ScrollEvent event) {
        if (event.isControlDown() && event.getDeltaY() != 0) {
            desk.stageWish().set(desk.stageWish().get().nearer(event.getDeltaY() > 0 ? 1 : -1));
            event.consume();
        }
    }

    /// Lanes and rows show what would become of their queues while somebody points at Kill or Stop.
    private void foresee() {
        List<NodeName> nodes = List.copyOf(cardOf.keySet());
        Map<QueueName, Foreseen> then = new LinkedHashMap<>();
        Forecast forecast = desk.outlook().shown().get();
        PolicyPreview draft = desk.draft().get();
        if (forecast != null) {
            for (QueueForecast each : forecast.queues()) {
                MessageSet lost = each.lost().messages().count() == each.lost().count()
                        ? each.lost().messages()
                        : MessageSet.EMPTY;
                then.put(each.queue(), new Foreseen(each, forecast.nodes(), nodes,
                        lane(each.queue()).isPresent() ? desk.timeline().shown().picture().runs(lost) : "", ""));
            }
        } else if (draft != null) {
            PreviewWords words = new PreviewWords(desk.texts());
            draft.queues().forEach(each -> then.put(each.queue(),
                    Foreseen.of(each, nodes, words.say(each, draft.name()))));
        }
        if (!then.equals(foreseen)) {
            foreseen = then;
            docked.forEach((name, lane) -> lane.foresee(foreseen.get(name)));
            list.foresee(foreseen);
        }
    }

    @Override
    public void moment(Moment moment) {
        if (desk.timeline().isPast() != past) {
            past = !past;
            order.forget();
            Switches.style(root, "past", past);
        }
        sorted = order.sort(rows.of(moment), isPointedAt(), now);
        unsettled = unsettled || order.flashing() > 0 || isPointedAt();
        controlsController.count(sorted.stream().filter(each -> each.risk().isAtRisk()).count());
        List<NodeColumn> nodes = StageModels.columns(moment, sorted);
        if (!nodes.equals(columns)) {
            columns = nodes;
            showNodes();
        }
        showQueues();
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        now = nanos;
        list.catchUp();
        layer.pulse(nanos, InSight.of(fresh, this::isInSight));
        if (unsettled) {
            int flashing = order.flashing();
            sorted = order.sort(sorted, isPointedAt(), nanos);
            unsettled = order.flashing() > 0 || isPointedAt();
            if (order.flashing() != flashing || !unsettled) {
                showQueues();
            }
        }
    }

    /// Nothing may move under the pointer.
    private boolean isPointedAt() {
        return list.isHover() || dock.isHover();
    }

    private boolean isInSight(QueueName queue) {
        return docked.containsKey(queue) || list.showsTraffic(queue);
    }

    private void showNodes() {
        List<NodeName> names = columns.stream().map(NodeColumn::name).toList();
        if (!names.equals(List.copyOf(cardOf.keySet()))) {
            buildCards(names);
        }
        columns.forEach(node -> cardView(node.name()).ifPresent(card -> card.show(node)));
    }

    private void showQueues() {
        if (grid.columnWidth() <= 0) {
            return;
        }
        double lane = LaneSize.low(grid.columnWidth(), desk.zoom().get()).height();
        double room = scroll.getHeight() + dock.getHeight();
        QueueName selected = desk.selected().get();
        choice = LaneChoice.of(sorted, desk.stageWish().get(), selected,
                Math.max(1, (int) Math.floor(room * DOCK_SHARE / lane)));
        desk.queuesInOrder().set(choice.inOrder());
        sayWhatIsMissing();
        buildDock();
        for (Map.Entry<QueueName, LaneController> each : docked.entrySet()) {
            each.getValue().dress(each.getKey().equals(selected), isPinned(each.getKey()),
                    order.flashes(each.getKey(), now));
            model(each.getKey()).ifPresent(model -> each.getValue().show(model, grid, size()));
        }
        list.show(new RowsView.Shown(choice, grid, size(), List.copyOf(cardOf.keySet()), this::look), this::model);
        strip.show(choice.hidden(), root.getWidth());
    }

    /// No queue at all, or none but those that are docked answers to the search or is at risk.
    private void sayWhatIsMissing() {
        StageWish wish = desk.stageWish().get();
        boolean nothing = choice.lanes().isEmpty() && choice.compact().isEmpty() && choice.matrix().isEmpty();
        empty.setVisible(nothing && (sorted.isEmpty() || !wish.search().isEmpty() || wish.onlyAtRisk()));
        empty.setText(sorted.isEmpty()
                ? desk.say("stage.empty")
                : wish.search().isEmpty()
                        ? desk.say("rows.nothing.at.risk")
                        : desk.say("rows.nothing.found", wish.search()));
    }

    private Optional<Lane> model(QueueName queue) {
        return StageModels.lane(desk.timeline().shown(), queue, kept);
    }

    private RowPainter.Look look(Row row) {
        return new RowPainter.Look(row, row.queue().equals(desk.selected().get()), isPinned(row.queue()),
                order.flashes(row.queue(), now), foreseen.get(row.queue()));
    }

    private boolean isPinned(QueueName queue) {
        return desk.stageWish().get().pinned().contains(queue);
    }

    private Optional<NodeCardController> cardView(NodeName node) {
        return Optional.ofNullable(cardOf.get(node));
    }

    private Optional<LaneController> lane(QueueName queue) {
        LaneController above = docked.get(queue);
        return Optional.ofNullable(above == null ? list.lanes().get(queue) : above);
    }

    private void buildCards(List<NodeName> names) {
        cardOf.clear();
        this.names = names;
        List<Node> views = new ArrayList<>();
        views.add(controlsController.root());
        for (NodeName name : names) {
            Views.Loaded<NodeCardController> card = Views.load(FxmlFile.NODE_CARD, desk, name);
            cardOf.put(name, card.controller());
            views.add(card.root());
        }
        cards.getChildren().setAll(views);
        controlsController.nodes(names.size());
        arrange();
    }

    private void buildDock() {
        if (choice.docked().equals(List.copyOf(docked.keySet()))) {
            return;
        }
        List<LaneController> spare = new ArrayList<>();
        docked.forEach((name, lane) -> {
            if (!choice.docked().contains(name)) {
                spare.add(lane);
            }
        });
        Map<QueueName, LaneController> before = Map.copyOf(docked);
        docked.clear();
        for (QueueName queue : choice.docked()) {
            LaneController lane = before.get(queue);
            if (lane == null) {
                lane = spare.isEmpty()
                        ? Views.<LaneController>load(FxmlFile.LANE, desk, queue).controller()
                        : spare.removeLast();
                lane.bind(queue);
                lane.foresee(foreseen.get(queue));
            }
            docked.put(queue, lane);
        }
        dock.getChildren().setAll(docked.values().stream().map(LaneController::root).toList());
    }

    /// Lanes are as large as there is room for when all that there is are a few lanes.
    private LaneSize size() {
        boolean roomy = choice.docked().isEmpty() && choice.compact().isEmpty() && choice.matrix().isEmpty();
        return roomy
                ? LaneSize.of(scroll.getHeight(), choice.lanes().size(), grid.columnWidth(), desk.zoom().get())
                : LaneSize.low(grid.columnWidth(), desk.zoom().get());
    }

    private void arrange() {
        grid = new StageGrid(root.getWidth(), cardOf.size(), desk.zoom().get());
        motion.setWidth(root.getWidth());
        motion.setHeight(root.getHeight());
        if (grid.columnWidth() <= 0) {
            return;
        }
        VBox controls = controlsController.root();
        controls.setLayoutX(grid.namesX());
        controls.setLayoutY(7);
        controls.setPrefWidth(grid.namesWidth());
        controls.setMaxWidth(grid.namesWidth());
        int column = 0;
        for (NodeCardController card : cardOf.values()) {
            card.place(grid.columnX(column++), grid.columnWidth(), desk.zoom().get());
        }
        showQueues();
    }

    // ---- where things are, for what moves

    @Override
    public Optional<Berth> berth(QueueName queue, NodeName node) {
        int column = names.indexOf(node);
        if (column < 0) {
            return Optional.empty();
        }
        Optional<LaneController> lane = lane(queue);
        double top = cards.getHeight() + (docked.containsKey(queue) ? 0 : dock.getHeight());
        double bottom = scroll.getBoundsInParent().getMaxY();
        return (lane.isPresent() ? berth(lane.get(), column) : list.berth(queue, column, root))
                .filter(berth -> berth.corner().getY() >= top && berth.middle().getY() <= bottom);
    }

    private Optional<Berth> berth(LaneController lane, int column) {
        LaneSize size = lane.size();
        Bounds bounds = root.sceneToLocal(lane.root().localToScene(lane.root().getBoundsInLocal()));
        return Optional.of(new Berth(Berth.Room.LANE,
                new Point2D(grid.columnX(column), bounds.getMinY() + lane.glyphY()), size.glyph(), grid.columnWidth(),
                new Point2D(grid.columnWidth() * 0.62, -Math.max(2, size.top() + size.titleY() - 8)),
                size.barY() - size.titleY() + size.bar() / 2));
    }

    @Override
    public boolean isLane(QueueName queue) {
        return lane(queue).isPresent();
    }

    @Override
    public Optional<Bounds> card(NodeName node) {
        return cardView(node).map(NodeCardController::root)
                .map(view -> root.sceneToLocal(view.localToScene(view.getLayoutBounds())));
    }

    @Override
    public Node stage() {
        return root;
    }
}
