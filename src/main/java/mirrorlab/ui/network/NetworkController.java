package mirrorlab.ui.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.fxml.FXML;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.Page;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;

/// The network map. Cards and links are made once for a set of nodes; the canvas is painted when the model, the look or the
/// room changed.
public final class NetworkController {
    private static final double CARD_WIDTH = 150;
    private static final double CARD_HEIGHT = 68;
    private final Desk desk;
    @FXML
    private VBox root;
    @FXML
    private Pane map;
    @FXML
    private Canvas surface;
    @FXML
    private FlowPane legend;
    private final Map<NodeName, NodeSpot> nodes = new LinkedHashMap<>();
    private final Map<NodeName, Label> missed = new LinkedHashMap<>();
    private final List<LinkSpot> links = new ArrayList<>();
    private NetworkModel model = NetworkModel.EMPTY;

    public NetworkController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        surface.widthProperty().bind(map.widthProperty());
        surface.heightProperty().bind(map.heightProperty());
        map.widthProperty().addListener((property, before, now) -> paint());
        map.heightProperty().addListener((property, before, now) -> paint());
        desk.listen(Page.NETWORK, new RateClock(desk, this::show));
        desk.whileShown(desk.zoom(), zoom -> paint());
        desk.whileShown(desk.theme(), theme -> {
            new MapLegend(desk, Palette.of(theme)).fill(legend);
            paint();
        });
        desk.whileShown(desk.chosenNode(),
                chosen -> nodes.forEach((name, spot) -> Switches.style(spot, "chosen", name.equals(chosen))));
    }

    private void show(Moment moment, Rates rates) {
        NetworkModel now = NetworkModel.of(moment, rates);
        if (now.equals(model)) {
            return;
        }
        model = now;
        List<NodeName> names = now.nodes().stream().map(MapNode::name).toList();
        if (!names.equals(List.copyOf(nodes.keySet()))) {
            build(names);
        }
        for (MapNode each : now.nodes()) {
            card(each.name()).show(each);
            Label label = missed(each.name());
            label.setText(each.missedBy().isEmpty()
                    ? ""
                    : desk.say("network.missed", each.missedBy().stream().map(NodeName::shortName)
                            .collect(Collectors.joining(", "))));
            label.setVisible(!label.getText().isEmpty());
        }
        for (int i = 0; i < links.size(); i++) {
            links.get(i).show(now.links().get(i));
        }
        paint();
    }

    private void build(List<NodeName> names) {
        nodes.clear();
        missed.clear();
        links.clear();
        for (NodeName each : names) {
            nodes.put(each, new NodeSpot(desk, each));
            Label label = new Label();
            label.getStyleClass().add("map-missed");
            label.setTooltip(new Tooltip(desk.say("network.missed.tip")));
            missed.put(each, label);
        }
        for (int i = 0; i < names.size(); i++) {
            for (int k = i + 1; k < names.size(); k++) {
                links.add(new LinkSpot(desk, new Way(names.get(i), names.get(k))));
            }
        }
        List<Node> all = new ArrayList<>(List.of(surface));
        all.addAll(nodes.values());
        all.addAll(links);
        all.addAll(missed.values());
        map.getChildren().setAll(all);
    }

    private void paint() {
        if (nodes.isEmpty() || map.getWidth() <= 0 || map.getHeight() <= 0) {
            return;
        }
        double zoom = desk.zoom().get();
        MapLayout layout = new MapLayout(nodes.size(), map.getWidth(), map.getHeight(), CARD_WIDTH * zoom,
                CARD_HEIGHT * zoom);
        GraphicsContext pen = surface.getGraphicsContext2D();
        pen.clearRect(0, 0, surface.getWidth(), surface.getHeight());
        MapPainter painter = new MapPainter(pen, Palette.of(desk.theme().get()), layout,
                Fonts.bold(desk.language().get(), 12.5 * zoom), zoom);
        int link = 0;
        for (int one = 0; one < nodes.size(); one++) {
            for (int other = one + 1; other < nodes.size(); other++) {
                painter.link(model.links().get(link), one, other);
                centre(links.get(link), layout.edge(one, other).midpoint(layout.edge(other, one)));
                link++;
            }
        }
        int index = 0;
        for (MapNode each : model.nodes()) {
            place(each, index, layout);
            if (!each.missedBy().isEmpty()) {
                painter.ring(index);
            }
            index++;
        }
    }

    private void place(MapNode node, int index, MapLayout layout) {
        Point2D centre = layout.centre(index);
        NodeSpot spot = card(node.name());
        spot.setPrefSize(layout.cardWidth(), layout.cardHeight());
        spot.setMinSize(layout.cardWidth(), layout.cardHeight());
        spot.relocate(centre.getX() - layout.cardWidth() / 2, centre.getY() - layout.cardHeight() / 2);
        Label label = missed(node.name());
        label.applyCss();
        double width = label.prefWidth(-1);
        double x = Math.clamp(centre.getX() - width / 2, 4, Math.max(4, map.getWidth() - width - 4));
        double below = centre.getY() + layout.cardHeight() / 2 + 10 * desk.zoom().get();
        boolean fits = below + label.prefHeight(-1) <= map.getHeight();
        label.relocate(x, fits
                ? below
                : centre.getY() - layout.cardHeight() / 2 - 10 * desk.zoom().get() - label.prefHeight(-1));
    }

    private NodeSpot card(NodeName node) {
        return Objects.requireNonNull(nodes.get(node), node::value);
    }

    private Label missed(NodeName node) {
        return Objects.requireNonNull(missed.get(node), node::value);
    }

    private static void centre(LinkSpot spot, Point2D at) {
        spot.applyCss();
        double width = spot.prefWidth(-1);
        double height = spot.prefHeight(-1);
        spot.relocate(at.getX() - width / 2, at.getY() - height / 2);
    }

    @FXML
    private void healAll() {
        new Commands(desk).healLinks();
    }
}
