package mirrorlab.ui.network;

import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.stage.NodeColumn;
import mirrorlab.vocabulary.NodeName;

/// A node's card on the map, and the menu of what can be done to it.
final class NodeSpot extends MenuButton {
    private final Desk desk;
    private final NodeName node;
    private final Label state = new Label();
    private final Label replicas = new Label();
    private final MenuItem pause;
    private final MenuItem resume;
    private final MenuItem kill;
    private final MenuItem stop;
    private final MenuItem start;
    private final MenuItem isolate;
    private final MenuItem rejoin;

    NodeSpot(Desk desk, NodeName node) {
        this.desk = desk;
        this.node = node;
        Commands commands = new Commands(desk);
        NetworkCommands network = new NetworkCommands(desk);
        setId("map-" + node.shortName());
        getStyleClass().add("map-node");
        setTooltip(new Tooltip(desk.say("network.node.tip", node.shortName())));
        Label name = new Label(node.shortName());
        name.getStyleClass().add("map-node-name");
        state.getStyleClass().add("map-node-state");
        replicas.getStyleClass().add("map-node-replicas");
        setGraphic(new VBox(name, state, replicas));
        pause = item("pause", () -> network.pause(node));
        resume = item("resume", () -> network.resume(node));
        isolate = item("isolate", () -> commands.isolate(node));
        rejoin = item("rejoin", () -> network.rejoin(node));
        kill = item("kill", () -> commands.kill(node));
        stop = item("stop", () -> commands.stop(node));
        start = item("start", () -> commands.start(node));
    }

    private MenuItem item(String word, Runnable action) {
        MenuItem item = new MenuItem(desk.say("network.node." + word));
        item.setId("map-" + word + "-" + node.shortName());
        item.setOnAction(event -> action.run());
        getItems().add(item);
        return item;
    }

    void show(MapNode now) {
        String word = now.state().name().toLowerCase(java.util.Locale.ROOT);
        state.setText(desk.say("node.state." + word));
        replicas.setText(desk.say("network.replicas", now.masters(), now.mirrors()));
        replicas.setVisible(now.state().isUp());
        getStyleClass().removeAll("running", "paused", "starting", "died", "killed", "stopped", "absent");
        getStyleClass().add(word);
        boolean serves = now.state() == NodeColumn.State.RUNNING;
        pause.setVisible(serves);
        isolate.setVisible(serves);
        rejoin.setVisible(serves && now.disturbed());
        resume.setVisible(now.state() == NodeColumn.State.PAUSED);
        kill.setVisible(now.state().isUp());
        stop.setVisible(serves);
        start.setVisible(now.state().isDown());
        setAccessibleText(node.shortName() + " " + state.getText() + " " + replicas.getText());
    }
}
