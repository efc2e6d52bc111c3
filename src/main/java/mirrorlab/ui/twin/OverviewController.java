package mirrorlab.ui.twin;

import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import org.jspecify.annotations.Nullable;

/// The page Overview: totals, nodes, ports.
public final class OverviewController implements Twin.Page {
    private final Desk desk;
    private final Twin twin;
    private final Marks marks;
    @FXML
    private VBox queued;
    @FXML
    private VBox rates;
    @FXML
    private FlowPane counts;
    @FXML
    private GridPane nodes;
    @FXML
    private GridPane ports;
    private @Nullable ClusterOverview shown;
    private @Nullable Charts charts;

    public OverviewController(Desk desk, Object twin) {
        this.desk = desk;
        this.twin = (Twin) twin;
        marks = new Marks(desk);
    }

    @FXML
    private void initialize() {
        charts = new Charts(desk, queued, rates);
    }

    @Override
    public void show(Screen screen) {
        if (charts != null) {
            charts.show(screen, null);
        }
        ClusterOverview now = ClusterOverview.of(screen);
        if (now.equals(shown)) {
            return;
        }
        shown = now;
        counts.getChildren().setAll(count("connections", now.connections(), new Place.Connections()),
                count("channels", now.channels(), new Place.Channels()),
                count("exchanges", now.exchanges(), new Place.Exchanges()),
                count("queues", now.queues(), new Place.Queues()),
                marks.figure("twin.consumers", Marks.count(now.consumers())));
        showNodes(now.nodes());
        showPorts(now.nodes());
    }

    /// A number that opens its page, as on the real screen.
    private Node count(String word, int number, Place page) {
        Button button = new Button(desk.say("twin.count.of", desk.say("twin." + word), Marks.count(number)));
        button.setId("count-" + word);
        button.getStyleClass().add("small");
        button.setTooltip(new Tooltip(desk.say("twin." + word + ".tip")));
        button.setOnAction(event -> twin.place().set(page));
        return button;
    }

    private void showNodes(List<ClusterOverview.Node> all) {
        Lines lines = new Lines(nodes, marks, "twin.name", "twin.uptime", "twin.info", "twin.connections",
                "twin.masters");
        for (ClusterOverview.Node node : all) {
            if (node.isRunning()) {
                lines.add(marks.text(node.name().value()), marks.text(uptime(node.uptimeSeconds())),
                        info(), marks.text(Marks.count(node.connections())), marks.text(Marks.count(node.masters())));
            } else {
                Label bar = marks.tipped(desk.say("twin.not.running"), desk.say("twin.not.running.tip"),
                        "twin-red-bar");
                bar.setMaxWidth(Double.MAX_VALUE);
                GridPane.setHgrow(bar, Priority.ALWAYS);
                lines.add(marks.text(node.name().value()), bar);
                GridPane.setColumnSpan(bar, GridPane.REMAINING);
            }
        }
    }

    /// What every node of the lab is.
    private Node info() {
        HBox line = new HBox(marks.tipped("basic", desk.say("twin.info.basic"), "twin-feature"),
                marks.tipped("disc", desk.say("twin.info.disc"), "twin-feature"));
        line.getStyleClass().add("twin-marks");
        return line;
    }

    /// `3d 4h`, `2h 5m`, `5m 12s`
    static String uptime(long seconds) {
        long hours = seconds / 3600;
        return hours >= 24
                ? hours / 24 + "d " + hours % 24 + "h"
                : hours > 0 ? hours + "h " + seconds / 60 % 60 + "m" : seconds / 60 + "m " + seconds % 60 + "s";
    }

    private void showPorts(List<ClusterOverview.Node> all) {
        Lines lines = new Lines(ports, marks, "twin.protocol", "twin.node", "twin.bound", "twin.port");
        for (ClusterOverview.Node node : all) {
            if (node.isRunning()) {
                lines.add(marks.text("amqp"), marks.text(node.name().value()), marks.text("127.0.0.1"),
                        marks.text(Integer.toString(node.amqpPort())));
                lines.add(marks.text("http"), marks.text(node.name().value()), marks.text("127.0.0.1"),
                        marks.text(Integer.toString(node.httpPort())));
            }
        }
    }
}
