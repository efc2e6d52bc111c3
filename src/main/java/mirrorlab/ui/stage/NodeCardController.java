package mirrorlab.ui.stage;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javafx.fxml.FXML;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import org.jspecify.annotations.Nullable;

/// A node's card: what it is, whether it lives, how it ended, and the buttons that end and start it.
public final class NodeCardController {
    static final double HEIGHT = 112;
    private static final double MARGIN = 9;
    private static final double NARROW = 150;
    /// Below this width a card has a name, a word and its buttons one below the other.
    private static final double TINY = 104;
    /// The card has no room for it; the event list and the tooltip have.
    private static final Pattern TIMESTAMP = Pattern.compile("^\\d{4}-\\d\\d-\\d\\d[T ]\\S+ ");
    private final Desk desk;
    private final NodeName node;
    private final Commands commands;
    private @Nullable NodeColumn shown;
    private boolean tiny;
    @FXML
    private VBox root;
    @FXML
    private Label name;
    @FXML
    private Label state;
    @FXML
    private Label ports;
    @FXML
    private FlowPane buttons;
    @FXML
    private Button kill;
    @FXML
    private Button stop;
    @FXML
    private Button start;
    @FXML
    private Button thaw;
    @FXML
    private Button uri;
    @FXML
    private Label process;
    @FXML
    private Label log;

    public NodeCardController(Desk desk, Object node) {
        this.desk = desk;
        this.node = (NodeName) node;
        commands = new Commands(desk);
    }

    @FXML
    private void initialize() {
        root.setId("node-" + node.shortName());
        kill.setId("kill-" + node.shortName());
        stop.setId("stop-" + node.shortName());
        uri.setId("uri-" + node.shortName());
        start.setId("start-" + node.shortName());
        thaw.setId("thaw-" + node.shortName());
        name.setText(node.shortName());
        foretell(kill, Death.KILL);
        foretell(stop, Death.STOP);
        desk.whileShown(desk.chosenNode(), chosen -> Switches.style(root, "chosen", node.equals(chosen)));
    }

    /// Pointing at a button shows what would come of it.
    private void foretell(Button button, Death death) {
        String plain = button.getTooltip().getText();
        button.hoverProperty().addListener((property, before, now) -> {
            if (now) {
                desk.outlook().point(node, death);
            } else {
                desk.outlook().leave();
            }
        });
        desk.whileShown(desk.outlook().shown(), forecast -> button.getTooltip().setText(
                forecast == null || forecast.death() != death || !forecast.nodes().equals(List.of(node))
                        ? plain
                        : plain + "\n" + new ForecastTexts(desk.texts()).summary(forecast)));
    }

    VBox root() {
        return root;
    }

    void place(double x, double width, double zoom) {
        root.setLayoutX(x);
        root.setLayoutY(10);
        root.setPrefSize(width, HEIGHT * zoom);
        root.setMinWidth(width);
        root.setMaxWidth(width);
        buttons.setPrefWrapLength(Math.max(20, width - 2 * MARGIN));
        boolean small = width < TINY * zoom;
        Switches.style(root, "narrow", width < NARROW * zoom);
        Switches.style(root, "tiny", small);
        NodeColumn column = shown;
        if (small != tiny && column != null) {
            tiny = small;
            shown = null;
            show(column);
        }
        tiny = small;
    }

    void show(NodeColumn column) {
        if (column.equals(shown)) {
            return;
        }
        shown = column;
        String word = column.state().name().toLowerCase(Locale.ROOT);
        state.setText(desk.say("node.state." + word));
        ports.setText(tiny ? state.getText() : portsOf(column));
        ports.setTooltip(portsOf(column).isEmpty() ? null : new Tooltip(portsOf(column)));
        ports.setWrapText(!tiny);
        Switches.show(state, !tiny);
        process.setText(
                tiny || column.processId() == 0 || !column.state().isUp() ? "" : desk.say("node.pid", pid(column)));
        process.setManaged(!process.getText().isEmpty());
        state.setTooltip(new Tooltip(state.getText()));
        process.setTooltip(process.getText().isEmpty() ? null : new Tooltip(process.getText()));
        boolean up = column.state() == NodeColumn.State.RUNNING || column.state() == NodeColumn.State.PAUSED;
        Switches.show(kill, column.state().isUp());
        boolean frozen = column.state() == NodeColumn.State.PAUSED;
        Switches.show(stop, up && !frozen);
        Switches.show(thaw, frozen);
        boolean died = column.state() == NodeColumn.State.DIED || column.state() == NodeColumn.State.KILLED;
        Switches.show(start, column.state().isDown());
        Switches.show(uri, up && !frozen && !root.getStyleClass().contains("narrow"));
        log.setText(died && !tiny ? lastLine(column) : "");
        log.setTooltip(column.lastLog().isEmpty() ? null : new Tooltip(String.join("\n", column.lastLog())));
        Switches.show(log, !log.getText().isEmpty());
        root.getStyleClass().removeAll("running", "died", "killed", "stopped", "starting", "absent", "paused");
        root.getStyleClass().add(word);
        root.setAccessibleText(column.name().shortName() + " " + state.getText() + " " + ports.getText());
    }

    private String portsOf(NodeColumn column) {
        return switch (column.state()) {
            case ABSENT -> "";
            case STARTING -> column.processId() == 0 ? desk.say("node.embedded") : "";
            case RUNNING, PAUSED -> desk.say("node.ports", port(column.amqpPort()), port(column.httpPort()));
            case STOPPED, DIED, KILLED -> column.processId() == 0
                    ? desk.say("node.stopped.embedded")
                    : desk.say("node.stopped.exit", pid(column), Integer.toString(column.exitStatus()));
        };
    }

    /// Without the thousands separators that numbers get.
    private static String pid(NodeColumn column) {
        return Long.toString(column.processId());
    }

    private static String port(int port) {
        return Integer.toString(port);
    }

    private static String lastLine(NodeColumn column) {
        return column.lastLog().isEmpty() ? "" : TIMESTAMP.matcher(column.lastLog().getLast()).replaceFirst("");
    }

    @FXML
    private void copyUri() {
        commands.copyUri(node);
    }

    @FXML
    private void kill() {
        desk.outlook().leave();
        commands.kill(node);
    }

    @FXML
    private void stop() {
        desk.outlook().leave();
        commands.stop(node);
    }

    @FXML
    private void thaw() {
        commands.thaw(node);
    }

    @FXML
    private void start() {
        commands.start(node);
    }
}
