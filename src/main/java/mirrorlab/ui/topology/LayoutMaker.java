package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.ui.topology.TopologyLayout.Box;
import mirrorlab.ui.topology.TopologyLayout.Line;
import mirrorlab.ui.topology.TopologyLayout.Measure;
import mirrorlab.ui.topology.TopologyLayout.Point;
import mirrorlab.ui.topology.TopologyLayout.Tag;

/// Places exchanges and queues in columns. What is linked stands at one height as far as possible: each column is put in the
/// order of the means of what its parts are linked with, a few times to and fro; ties go by name, so that equal models give
/// equal pictures and a little change moves little. The default exchange, to which everything is bound, stands last.
///
/// A line over a column between its ends passes it in a slot of its own; all lines of one exchange share it.
final class LayoutMaker {
    private static final int ROUNDS = 3;
    private final TopologyModel model;
    private final Measure measure;
    private final Map<Spot, Integer> layer;
    private final int last;
    private final List<List<Part>> columns = new ArrayList<>();
    private final Map<Part, List<Part>> rightOf = new LinkedHashMap<>();
    private final Map<Part, List<Part>> leftOf = new LinkedHashMap<>();
    private final Map<Part, Double> middle = new LinkedHashMap<>();
    private final Map<Spot, List<Edge>> arriving = new TreeMap<>();

    /// What takes room in a column: a box, or the slot of an exchange's lines that pass.
    ///
    /// @param column of a slot; -1 for a box
    private record Part(Spot spot, int column) {
        boolean isSlot() {
            return column >= 0;
        }
    }

    LayoutMaker(TopologyModel model, double zoom, double width) {
        this.model = model;
        layer = Layers.of(model);
        last = layer.values().stream().mapToInt(Integer::intValue).max().orElse(0)
                + (model.queues().isEmpty() ? 1 : 0);
        measure = Measure.of(zoom, width, Math.max(1, last), model.isCompact());
        for (int i = 0; i <= last; i++) {
            columns.add(new ArrayList<>());
        }
    }

    TopologyLayout layout() {
        model.exchanges().forEach(each -> columns.get(column(each.spot())).add(new Part(each.spot(), -1)));
        model.queues().forEach(each -> columns.get(last).add(new Part(each.spot(), -1)));
        model.edges().stream().filter(this::leadsRight).forEach(this::link);
        for (Edge each : model.edges()) {
            if (hasTag(each)) {
                arriving.computeIfAbsent(tagged(each), unused -> new ArrayList<>()).add(each);
            }
        }
        columns.forEach(this::stack);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 1; i <= last; i++) {
                arrange(columns.get(i), leftOf, i == last);
            }
            for (int i = last - 1; i >= 0; i--) {
                arrange(columns.get(i), rightOf, false);
            }
        }
        return drawn();
    }

    private int column(Spot spot) {
        return layer.getOrDefault(spot, 0);
    }

    private boolean leadsRight(Edge edge) {
        return column(edge.to()) > column(edge.from());
    }

    /// Bindings say their keys; other ways their kind. Lines that lead back to an exchange have no room for it.
    private boolean hasTag(Edge edge) {
        return switch (edge.kind()) {
            case DEFAULT -> false;
            case BINDING, ALTERNATE -> leadsRight(edge);
            case DEAD_LETTER -> true;
        };
    }

    /// A tag stands left of the box that it belongs to.
    private static Spot tagged(Edge edge) {
        return edge.kind() == Edge.Kind.DEAD_LETTER ? edge.from() : edge.to();
    }

    private void link(Edge edge) {
        Part from = new Part(edge.from(), -1);
        for (int i = column(edge.from()) + 1; i < column(edge.to()); i++) {
            Part slot = new Part(edge.from(), i);
            if (!columns.get(i).contains(slot)) {
                columns.get(i).add(slot);
                link(from, slot);
            }
            from = slot;
        }
        link(from, new Part(edge.to(), -1));
    }

    private void link(Part from, Part to) {
        rightOf.computeIfAbsent(from, unused -> new ArrayList<>()).add(to);
        leftOf.computeIfAbsent(to, unused -> new ArrayList<>()).add(from);
    }

    private double height(Part part) {
        if (part.isSlot()) {
            return measure.space();
        }
        int tags = arriving.getOrDefault(part.spot(), List.of()).size();
        return Math.max(boxHeight(part.spot()), tags * (measure.tagHeight() + 2));
    }

    private void stack(List<Part> column) {
        double y = measure.margin();
        for (Part each : column) {
            middle.put(each, y + height(each) / 2);
            y += height(each) + measure.space();
        }
    }

    /// @param tight without holes, as for queues, of which there may be many
    private void arrange(List<Part> column, Map<Part, List<Part>> neighbours, boolean tight) {
        Map<Part, Double> wanted = new LinkedHashMap<>(); // the mean height of what a part is linked with
        for (Part each : column) {
            List<Part> linked = neighbours.getOrDefault(each, List.of());
            List<Part> named = linked.stream().filter(other -> !other.spot().isDefault()).toList();
            double mean = (named.isEmpty() ? linked : named).stream().mapToDouble(this::middleOf).average()
                    .orElse(Double.MAX_VALUE);
            wanted.put(each, mean);
        }
        column.sort(Comparator.comparing((Part each) -> each.spot().isDefault())
                .thenComparing(each -> isOnlyByName(each, neighbours))
                .thenComparingDouble(each -> wanted.getOrDefault(each, Double.MAX_VALUE))
                .thenComparing(Part::spot));
        double free = measure.margin();
        for (Part each : column) {
            double half = height(each) / 2;
            double mean = wanted.getOrDefault(each, Double.MAX_VALUE);
            double best = tight || mean == Double.MAX_VALUE ? free : mean - half;
            double y = Math.max(free, best);
            middle.put(each, y + half);
            free = y + 2 * half + measure.space();
        }
    }

    /// A queue to which nothing leads but the default exchange.
    private boolean isOnlyByName(Part part, Map<Part, List<Part>> neighbours) {
        return part.spot().isQueue()
                && neighbours.getOrDefault(part, List.of()).stream().allMatch(each -> each.spot().isDefault());
    }

    private double middleOf(Part part) {
        return middle.getOrDefault(part, 0.0);
    }

    // ---- pixels

    private double columnX(int column) {
        return measure.margin() + column * (measure.exchange() + measure.gap() + measure.tag());
    }

    private double boxHeight(Spot spot) {
        return spot.isQueue() ? measure.queueHeight() : measure.boxHeight();
    }

    private double boxWidth(Spot spot) {
        return spot.isQueue() ? measure.queue() : measure.exchange();
    }

    private TopologyLayout drawn() {
        Map<Spot, Box> boxes = new LinkedHashMap<>();
        for (int i = 0; i <= last; i++) {
            for (Part each : columns.get(i)) {
                if (!each.isSlot()) {
                    double high = boxHeight(each.spot());
                    boxes.put(each.spot(),
                            new Box(columnX(i), middleOf(each) - high / 2, boxWidth(each.spot()), high));
                }
            }
        }
        Map<Edge, Tag> tags = new LinkedHashMap<>();
        arriving.forEach((spot, edges) -> placeTags(boxes, spot, edges, tags));
        List<Line> lines = new ArrayList<>();
        for (Edge each : model.edges()) {
            if (boxes.containsKey(each.from()) && boxes.containsKey(each.to())) {
                lines.add(line(each, boxes, tags.get(each)));
            }
        }
        double height = middle.entrySet().stream().mapToDouble(each -> each.getValue() + height(each.getKey()) / 2)
                .max().orElse(0) + measure.margin();
        double width = columnX(last) + (model.queues().isEmpty() ? 0 : measure.queue()) + measure.margin();
        return new TopologyLayout(width, height, boxes, List.copyOf(tags.values()), List.copyOf(lines));
    }

    /// From above in the order in which their lines come.
    private void placeTags(Map<Spot, Box> boxes, Spot spot, List<Edge> edges, Map<Edge, Tag> tags) {
        Box box = boxes.get(spot);
        if (box == null) {
            return;
        }
        List<Edge> ordered = edges.stream()
                .sorted(Comparator.comparing((Edge each) -> each.kind() == Edge.Kind.DEAD_LETTER)
                        .thenComparingDouble(each -> middleOf(new Part(each.from(), -1))).thenComparing(Edge::from))
                .toList();
        double y = box.middle() - ordered.size() * (measure.tagHeight() + 2) / 2;
        for (Edge each : ordered) {
            tags.put(each, new Tag(each, new Box(box.x() - measure.tag() - measure.space() * 0.8, y + 1,
                    measure.tag(), measure.tagHeight())));
            y += measure.tagHeight() + 2;
        }
    }

    private Line line(Edge edge, Map<Spot, Box> boxes, @org.jspecify.annotations.Nullable Tag tag) {
        Box from = box(boxes, edge.from());
        Box to = box(boxes, edge.to());
        if (edge.kind() == Edge.Kind.DEAD_LETTER && tag != null) {
            return new Line(edge, List.of(new Point(tag.box().x(), tag.box().middle()),
                    new Point(to.right(), to.middle() + to.height() * 0.3)));
        }
        if (!leadsRight(edge)) {
            return new Line(edge, List.of(new Point(from.right(), from.middle() + from.height() * 0.2),
                    new Point(to.right(), to.middle() + to.height() * 0.3)));
        }
        List<Point> points = new ArrayList<>();
        points.add(new Point(from.right(), from.middle()));
        for (int i = column(edge.from()) + 1; i < column(edge.to()); i++) {
            double y = middleOf(new Part(edge.from(), i));
            points.add(new Point(columnX(i) - measure.tag() - measure.space(), y));
            points.add(new Point(columnX(i) + measure.exchange(), y));
        }
        if (tag == null) {
            points.add(new Point(to.x() - measure.tag() - measure.space() * 0.8, to.middle()));
        } else {
            points.add(new Point(tag.box().x(), tag.box().middle()));
            points.add(new Point(tag.box().right(), tag.box().middle()));
        }
        points.add(new Point(to.x(), tag == null
                ? to.middle()
                : Math.clamp(tag.box().middle(), to.y() + 4,
                        to.y() + to.height() - 4)));
        return new Line(edge, points);
    }

    private static Box box(Map<Spot, Box> boxes, Spot spot) {
        Box box = boxes.get(spot);
        if (box == null) {
            throw new IllegalStateException("no place for " + spot);
        }
        return box;
    }
}
