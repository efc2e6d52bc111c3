package mirrorlab.ui.stage;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Views;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.motion.Berth;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// All queues that scroll: lanes, then compact lanes, then the matrix. Only what is in sight has views, however many queues
/// there are.
final class RowsView extends Pane {
    private final Desk desk;
    private ScrollPane scroll = new ScrollPane();
    private final Label heading = new Label();
    private final Tooltip tip = new Tooltip();
    private final RowStack compact;
    private final MatrixCanvas matrix = new MatrixCanvas();
    private Map<QueueName, LaneController> lanes = new LinkedHashMap<>();
    private final Deque<LaneController> spare = new ArrayDeque<>();
    private Shown shown = new Shown(LaneChoice.NOTHING, new StageGrid(0, 0, 1), LaneSize.of(0, 1, 0, 1), List.of(),
            row -> new RowPainter.Look(row, false, false, false, null));
    private Function<QueueName, Optional<Lane>> models = name -> Optional.empty();
    private Map<QueueName, Foreseen> foreseen = Map.of();
    private @Nullable QueueName pointed;
    private @Nullable Map<QueueName, Integer> places;

    /// @param nodes
    ///            in the order of the columns
    record Shown(LaneChoice choice, StageGrid grid, LaneSize size, List<NodeName> nodes,
            Function<Row, RowPainter.Look> looks) {}

    /// Where the parts begin, in the content's coordinates.
    private record Parts(double compactTop, double headingTop, double matrixTop, double end, MatrixGrid matrix) {}

    RowsView(Desk desk) {
        this.desk = desk;
        compact = new RowStack(this);
        setId("rows");
        setMinWidth(0);
        heading.getStyleClass().add("matrix-heading");
        getChildren().setAll(heading, matrix.canvas());
        setOnMouseClicked(this::clicked);
        setOnMouseMoved(event -> point(at(event.getX(), event.getY()).orElse(null)));
        setOnMouseExited(event -> point(null));
    }

    void scrollIn(ScrollPane pane) {
        scroll = pane;
        pane.setContent(this);
        pane.vvalueProperty().addListener((property, before, now) -> arrange());
        pane.viewportBoundsProperty().addListener((property, before, now) -> arrange());
    }

    /// @param wanted
    ///            what to show
    /// @param lane
    ///            the model of a queue's lane
    void show(Shown wanted, Function<QueueName, Optional<Lane>> lane) {
        shown = wanted;
        places = null;
        models = lane;
        double height = parts().end();
        if (getPrefHeight() != height) {
            setMinHeight(height);
            setPrefHeight(height);
        }
        arrange();
    }

    void foresee(Map<QueueName, Foreseen> wanted) {
        foreseen = wanted;
        lanes.forEach((name, lane) -> lane.foresee(wanted.get(name)));
        arrange();
    }

    /// Paints what did not fit into the last frame.
    void catchUp() {
        if (compact.isBehind() || matrix.isBehind()) {
            arrange();
        }
    }

    private double rowHeight() {
        return RowPainter.compactHeight(desk.zoom().get());
    }

    private Parts parts() {
        LaneChoice choice = shown.choice();
        double zoom = desk.zoom().get();
        MatrixGrid grid = new MatrixGrid(shown.grid().width(), shown.nodes().size(), choice.matrix().size(), zoom);
        double compactTop = choice.lanes().size() * shown.size().height();
        double headingTop = compactTop + choice.compact().size() * rowHeight();
        boolean none = choice.matrix().isEmpty();
        double matrixTop = headingTop + (none ? 0 : 26 * zoom);
        return new Parts(compactTop, headingTop, matrixTop, matrixTop + (none ? 0 : grid.height()), grid);
    }

    /// The part of the content that is in sight: top and height.
    private double[] sight(double contentHeight) {
        double height = scroll.getViewportBounds().getHeight();
        double hidden = Math.max(0, contentHeight - height);
        return new double[]{Math.rint(Math.clamp(scroll.getVvalue(), 0, 1) * hidden), height};
    }

    private void arrange() {
        StageGrid grid = shown.grid();
        if (grid.columnWidth() <= 0) {
            return;
        }
        Parts parts = parts();
        double[] sight = sight(parts.end());
        double top = sight[0];
        double bottom = top + sight[1];
        arrangeLanes(top, bottom);
        RowPainter painter = new RowPainter(Palette.of(desk.theme().get()), new RowTexts(desk.texts()),
                desk.language().get(), desk.zoom().get());
        Object dress = List.of(desk.theme().get(), desk.language().get(), desk.zoom().get());
        List<Row> rows = shown.choice().compact();
        double height = rowHeight();
        int first = Math.clamp((int) Math.floor((top - parts.compactTop()) / height), 0, rows.size());
        int last = Math.clamp((int) Math.ceil((bottom - parts.compactTop()) / height), first, rows.size());
        compact.show(rows, first, last, parts.compactTop(), grid, painter, height, dress, shown.looks());
        List<Row> small = shown.choice().matrix();
        heading.setVisible(!small.isEmpty());
        heading.setLayoutY(parts.headingTop() + 4);
        if (!small.isEmpty()) {
            long risky = small.stream().filter(each -> each.risk().isAtRisk()).count();
            String words = desk.say("matrix.heading", small.size(), risky);
            if (!words.equals(heading.getText())) {
                heading.setText(words);
            }
        }
        double from = Math.max(0, top - parts.matrixTop());
        double until = Math.min(parts.matrix().height(), bottom - parts.matrixTop());
        matrix.show(small, parts.matrix(), parts.matrixTop(), from, until - from, painter, dress, shown.looks());
    }

    private void arrangeLanes(double top, double bottom) {
        List<Row> rows = shown.choice().lanes();
        double height = shown.size().height();
        boolean few = rows.size() <= LaneChoice.FEW;
        int first = few ? 0 : Math.clamp((int) Math.floor(top / height), 0, rows.size());
        int last = few ? rows.size() : Math.clamp((int) Math.ceil(bottom / height), first, rows.size());
        Map<QueueName, LaneController> now = new LinkedHashMap<>();
        for (int i = first; i < last; i++) {
            LaneController lane = lanes.remove(rows.get(i).queue());
            if (lane != null) {
                now.put(rows.get(i).queue(), lane);
            }
        }
        lanes.values().forEach(each -> {
            each.rest();
            spare.add(each);
        });
        lanes = now;
        for (int i = first; i < last; i++) {
            QueueName name = rows.get(i).queue();
            LaneController lane = lanes.computeIfAbsent(name, this::take);
            lane.root().setPrefWidth(shown.grid().width());
            lane.root().setLayoutY(i * height);
            RowPainter.Look look = shown.looks().apply(rows.get(i));
            lane.dress(look.selected(), look.pinned(), look.flashes());
            models.apply(name).ifPresent(model -> lane.show(model, shown.grid(), shown.size()));
        }
    }

    private LaneController take(QueueName queue) {
        LaneController lane = spare.poll();
        if (lane == null) {
            lane = Views.<LaneController>load(FxmlFile.LANE, desk, queue).controller();
            getChildren().add(lane.root());
        }
        lane.bind(queue);
        lane.root().setVisible(true);
        lane.foresee(foreseen.get(queue));
        return lane;
    }

    /// Another theme or size.
    void repaint() {
        lanes.values().forEach(lane -> lane.repaint(shown.grid(), shown.size()));
        arrange();
    }

    Map<QueueName, LaneController> lanes() {
        return lanes;
    }

    /// Scrolls as little as is needed to have this queue in sight.
    void reveal(QueueName queue) {
        Parts parts = parts();
        double[] span = span(queue, parts);
        double[] sight = sight(parts.end());
        double hidden = parts.end() - sight[1];
        if (span.length == 0 || hidden <= 0 || sight[1] <= 0) {
            return;
        }
        double wanted = span[0] < sight[0] ? span[0] : Math.max(sight[0], span[1] - sight[1]);
        if (wanted != sight[0]) {
            scroll.setVvalue(Math.clamp(wanted / hidden, 0, 1));
        }
    }

    private double[] span(QueueName queue, Parts parts) {
        int lane = index(shown.choice().lanes(), queue);
        if (lane >= 0) {
            return new double[]{lane * shown.size().height(), (lane + 1) * shown.size().height()};
        }
        int row = index(shown.choice().compact(), queue);
        if (row >= 0) {
            double top = parts.compactTop() + row * rowHeight();
            return new double[]{top, top + rowHeight()};
        }
        int small = index(shown.choice().matrix(), queue);
        if (small < 0) {
            return new double[0];
        }
        double top = parts.matrixTop() + parts.matrix().y(small);
        return new double[]{top, top + parts.matrix().rowHeight()};
    }

    private static int index(List<Row> rows, QueueName queue) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.get(i).queue().equals(queue)) {
                return i;
            }
        }
        return -1;
    }

    /// Where a replica stands that has no lane, in the coordinates of `around`.
    Optional<Berth> berth(QueueName queue, int column, Node around) {
        Integer index = places().get(queue);
        StageGrid grid = shown.grid();
        if (index == null || grid.columnWidth() <= 0) {
            return Optional.empty();
        }
        Parts parts = parts();
        double zoom = desk.zoom().get();
        Point2D origin = around.sceneToLocal(localToScene(0, 0));
        int compactRows = shown.choice().compact().size();
        if (index < compactRows) {
            return Optional.of(RowPainter.berth(origin.add(grid.columnX(column),
                    parts.compactTop() + index * rowHeight()), grid.columnWidth(), zoom));
        }
        MatrixGrid matrix = parts.matrix();
        int small = index - compactRows;
        double glyph = matrix.glyph();
        return Optional.of(new Berth(Berth.Room.MATRIX,
                origin.add(matrix.x(small) + matrix.columnOffset(column),
                        parts.matrixTop() + matrix.y(small) + (matrix.rowHeight() - glyph) / 2),
                glyph, glyph, Point2D.ZERO, 0));
    }

    /// Compact lanes, then the matrix, by their place in both; made when something moves.
    private Map<QueueName, Integer> places() {
        Map<QueueName, Integer> known = places;
        if (known == null) {
            known = new HashMap<>();
            for (List<Row> rows : List.of(shown.choice().compact(), shown.choice().matrix())) {
                for (Row each : rows) {
                    known.put(each.queue(), known.size());
                }
            }
            places = known;
        }
        return known;
    }

    /// Its messages can be seen to move.
    boolean showsTraffic(QueueName queue) {
        return lanes.containsKey(queue) || compact.shows(queue);
    }

    /// The row under a point of the content that is no lane.
    private Optional<Row> at(double x, double y) {
        Parts parts = parts();
        if (y >= parts.compactTop() && y < parts.headingTop()) {
            int row = (int) ((y - parts.compactTop()) / rowHeight());
            return Optional.of(shown.choice().compact().get(Math.min(row, shown.choice().compact().size() - 1)));
        }
        int small = y < parts.matrixTop() ? -1 : parts.matrix().at(x, y - parts.matrixTop());
        return small < 0 ? Optional.empty() : Optional.of(shown.choice().matrix().get(small));
    }

    private void point(@Nullable Row under) {
        QueueName name = under == null ? null : under.queue();
        if (under != null && !under.queue().equals(pointed)) {
            tip.setText(new RowTexts(desk.texts()).all(under, shown.nodes()));
            Tooltip.install(this, tip);
        } else if (under == null && pointed != null) {
            Tooltip.uninstall(this, tip);
        }
        pointed = name;
    }

    /// The other button pins.
    private void clicked(MouseEvent event) {
        at(event.getX(), event.getY()).map(Row::queue).ifPresent(queue -> {
            if (event.getButton() == MouseButton.SECONDARY) {
                desk.stageWish().set(desk.stageWish().get().pinning(queue));
            } else {
                desk.selected().set(queue);
            }
        });
    }
}
