package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.topology.TopologyLayout.Box;
import mirrorlab.ui.topology.TopologyLayout.Line;
import mirrorlab.ui.topology.TopologyLayout.Tag;

/// The graph. There are views only of boxes in sight, and two canvases as large as the window onto the
/// drawing: one for the lines, painted when they change or are scrolled, one for what runs along them.
final class GraphView extends ScrollPane {
    private final Desk desk;
    private final Pane drawing = new Pane();
    private final Canvas lines = new Canvas();
    private final Canvas motion = new Canvas();
    private final Pane boxes = new Pane();
    private final Consumer<Chosen> choose;
    private final Map<Spot, BoxView> boxOf = new LinkedHashMap<>();
    private final Map<Edge, TagView> tagOf = new LinkedHashMap<>();
    private final Ways ways = new Ways();
    private TopologyModel model = TopologyModel.EMPTY;
    private TopologyLayout layout = TopologyLayout.EMPTY;
    private Shape shape = new Shape(List.of(), List.of(), List.of(), 0, 0);
    private Chosen chosen = Chosen.NOTHING;
    private boolean motionPainted;

    /// All that the places depend on.
    private record Shape(List<Spot> exchanges, List<Spot> queues, List<Edge> edges, double zoom, double width) {}

    GraphView(Desk desk, Consumer<Chosen> choose) {
        this.desk = desk;
        motion.setId("ways");
        this.choose = choose;
        setId("topologyGraph");
        getStyleClass().addAll("edge-to-edge", "topology-scroll");
        setContent(drawing);
        lines.setMouseTransparent(true);
        motion.setMouseTransparent(true);
        boxes.setPickOnBounds(false);
        drawing.getChildren().setAll(lines, motion, boxes);
        viewportBoundsProperty().addListener((property, before, now) -> arrange());
        hvalueProperty().addListener((property, before, now) -> window());
        vvalueProperty().addListener((property, before, now) -> window());
        skinProperty().addListener((property, before, now) -> lookupAll(".viewport")
                .forEach(viewport -> viewport.setCache(false)));
    }

    void show(TopologyModel now) {
        model = now;
        arrange();
    }

    void choose(Chosen now) {
        chosen = now;
        boxOf.forEach((spot, view) -> view.choose(spot.equals(now.spot())));
        tagOf.forEach((edge, view) -> view.choose(edge.equals(now.edge())));
        paint();
    }

    void repaint() {
        tagOf.clear();
        boxOf.clear();
        boxes.getChildren().clear();
        window();
    }

    /// Scrolls to a box that is out of sight.
    void reveal(Spot spot) {
        Box box = layout.boxes().get(spot);
        double height = getViewportBounds().getHeight();
        if (box == null || layout.height() <= height || box.meets(top(), top() + height - box.height())) {
            return;
        }
        setVvalue(Math.clamp((box.middle() - height / 2) / (layout.height() - height), 0, 1));
    }

    private void arrange() {
        double width = getViewportBounds().getWidth();
        if (width <= 0) {
            return;
        }
        Shape wanted = new Shape(model.exchanges().stream().map(ExchangeBox::spot).toList(),
                model.queues().stream().map(QueueBox::spot).toList(), model.edges(), desk.zoom().get(), width);
        if (!wanted.equals(shape)) {
            shape = wanted;
            layout = TopologyLayout.of(model, desk.zoom().get(), width);
            drawing.setMinSize(layout.width(), layout.height());
            drawing.setPrefSize(layout.width(), layout.height());
        }
        window();
    }

    private double left() {
        return Math.max(0, drawing.getMinWidth() - getViewportBounds().getWidth()) * getHvalue();
    }

    private double top() {
        return Math.max(0, drawing.getMinHeight() - getViewportBounds().getHeight()) * getVvalue();
    }

    /// Another part of the drawing is in sight, or something in it changed.
    private void window() {
        Bounds sight = getViewportBounds();
        for (Canvas each : List.of(lines, motion)) {
            if (each.getWidth() != sight.getWidth() || each.getHeight() != sight.getHeight()) {
                each.setWidth(sight.getWidth());
                each.setHeight(sight.getHeight());
            }
            each.relocate(left(), top());
        }
        TopologyWords words = new TopologyWords(desk.texts());
        List<Node> views = new ArrayList<>();
        model.exchanges().forEach(each -> {
            if (isInSight(layout.boxes().get(each.spot()))) {
                BoxView view = box(each.spot(), views);
                view.show(each, words);
            }
        });
        for (Tag each : layout.tags()) {
            if (isInSight(each.box())) {
                views.add(place(tagOf.computeIfAbsent(each.edge(),
                        edge -> new TagView(edge, words, () -> choose.accept(Chosen.of(edge)))), each.box()));
            }
        }
        model.queues().forEach(each -> {
            if (isInSight(layout.boxes().get(each.spot()))) {
                box(each.spot(), views).show(each, model.isCompact(), words);
            }
        });
        if (!views.equals(boxes.getChildren())) {
            showOnly(views);
            boxOf.values().removeIf(each -> each.getParent() == null);
            tagOf.values().removeIf(each -> each.getParent() == null);
        }
        choose(chosen);
    }

    /// What stays is not taken out for a moment: it may have the focus, or the pointer on it.
    private void showOnly(List<Node> views) {
        Set<Node> wanted = new HashSet<>(views);
        List<Node> shown = boxes.getChildren();
        shown.removeIf(each -> !wanted.contains(each));
        for (int i = 0; i < views.size(); i++) {
            if (i >= shown.size() || !shown.get(i).equals(views.get(i))) {
                if (views.get(i).getParent() != null) {
                    boxes.getChildren().setAll(views); // the order is another one
                    return;
                }
                shown.add(i, views.get(i));
            }
        }
    }

    private boolean isInSight(@org.jspecify.annotations.Nullable Box box) {
        return box != null && box.meets(top() - box.height(), top() + lines.getHeight() + box.height());
    }

    private BoxView box(Spot spot, List<Node> views) {
        BoxView view = boxOf.computeIfAbsent(spot, each -> new BoxView(each, () -> choose.accept(Chosen.of(each))));
        Box box = layout.boxes().get(spot);
        if (box != null) {
            views.add(place(view, box));
        }
        return view;
    }

    private static <R extends Region> R place(R view, Box box) {
        view.relocate(Math.round(box.x()), Math.round(box.y()));
        view.setPrefSize(box.width(), box.height());
        view.setMaxSize(box.width(), box.height());
        view.setMinSize(box.width(), box.height());
        return view;
    }

    // ---- lines

    private void paint() {
        lines.getGraphicsContext2D().clearRect(0, 0, lines.getWidth(), lines.getHeight());
        LinePainter painter = new LinePainter(lines.getGraphicsContext2D(), palette(), left(), top());
        Way newest = newest();
        List<Line> seen = layout.lines().stream()
                .filter(each -> each.bottom() >= top() && each.top() <= top() + lines.getHeight()).toList();
        for (LinePainter.Weight weight : LinePainter.Weight.values()) {
            seen.stream().filter(each -> weight(each.edge(), newest) == weight)
                    .forEach(each -> painter.line(each, weight));
        }
    }

    private LinePainter.Weight weight(Edge edge, Way newest) {
        return newest.runsAlong(edge)
                ? LinePainter.Weight.WAY
                : chosen.touches(edge)
                        ? LinePainter.Weight.TOUCHED
                        : edge.kind() == Edge.Kind.DEFAULT ? LinePainter.Weight.QUIET : LinePainter.Weight.PLAIN;
    }

    /// Of the chosen exchange.
    private Way newest() {
        Spot spot = chosen.spot();
        ExchangeBox.Newest newest = model.exchanges().stream().filter(each -> each.spot().equals(spot))
                .findFirst().map(ExchangeBox::newest).orElse(null);
        return newest == null ? new Way(List.of(), null) : Way.of(model, newest.through(), newest.to());
    }

    private Palette palette() {
        return Palette.of(desk.theme().get());
    }

    void pulse(long nanos, List<Entry> fresh) {
        if (desk.timeline().isPast()) {
            ways.clear();
        } else {
            ways.take(fresh, model, nanos);
        }
        if (ways.isStill() && !motionPainted) {
            return;
        }
        motionPainted = !ways.isStill();
        WayPainter painter = new WayPainter(motion.getGraphicsContext2D(), palette(), layout, left(), top(),
                Fonts.bold(desk.language().get(), 12 * desk.zoom().get()));
        WayPainter.paint(motion.getGraphicsContext2D(), ways.runs(), ways.ribbons(), painter, nanos,
                desk.reducedMotion().get(), desk.say("topology.unroutable"));
    }
}
