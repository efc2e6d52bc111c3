package mirrorlab.ui.clients;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.clients.LabClient.State;
import mirrorlab.lab.scenario.Step;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.look.Switches;

/// The card of one of the lab's clients. Made once; a frame changes only what it says.
final class LabClientCard {
    private final Desk desk;
    private final ClientWords words;
    private final VBox root = new VBox();
    private final Label title = label("client-name");
    private final Label rate = label("client-rate");
    private final Label settings = label("client-detail");
    private final Label counters = label("client-counters");
    private final Label standing = label("client-standing");
    private final Button pause;
    private final Button edit;
    private final Button stop;
    private final Button remove;
    private LabClient shown;

    LabClientCard(Desk desk, LabClient client) {
        this.desk = desk;
        words = new ClientWords(desk.texts());
        shown = client;
        String kind = client instanceof LabClient.Publisher ? "publisher" : "consumer";
        pause = button("pause", () -> desk.perform(
                named(Step.of((shown.standing().state() == State.PAUSED ? "resume_" : "pause_") + kind), kind)));
        edit = button("edit", () -> desk.sheet().set(new Desk.Sheet(
                kind.equals("publisher") ? FxmlFile.PUBLISHER_FORM : FxmlFile.CONSUME_FORM, shown)));
        stop = button("stop", () -> desk.perform(
                named(Step.of(kind.equals("publisher") ? "stop_publisher" : "close_connection"), kind)));
        remove = button("remove", () -> desk.lab().forget(shown));
        Region between = new Region();
        HBox.setHgrow(between, javafx.scene.layout.Priority.ALWAYS);
        rate.setMinWidth(Region.USE_PREF_SIZE);
        HBox buttons = new HBox(pause, edit, stop, remove, between, rate);
        buttons.getStyleClass().add("button-row");
        root.setId("client-" + client.name());
        root.getStyleClass().add("client-card");
        root.getChildren().addAll(title, settings, counters, standing, buttons);
        show(client);
    }

    VBox root() {
        return root;
    }

    void show(LabClient now) {
        shown = now;
        title.setText(words.title(now));
        rate.setText(words.rate(now));
        settings.setText(words.settings(now));
        counters.setText(words.counters(now));
        standing.setText(words.standing(now));
        State state = now.standing().state();
        boolean isStopped = state == State.STOPPED;
        Switches.style(standing, "bad", state != State.RUNNING && state != State.PAUSED && !isStopped);
        pause.setText(desk.say(state == State.PAUSED ? "client.resume" : "client.pause"));
        boolean manual = now instanceof LabClient.Consumer consumer && consumer.settings().ack().equals("manual");
        pause.setDisable(manual || state == State.CANCELLED || state == State.ENDED);
        Switches.show(rate, !isStopped);
        Switches.show(pause, !isStopped);
        Switches.show(edit, !isStopped);
        Switches.show(stop, !isStopped);
        Switches.show(remove, isStopped);
    }

    private Step named(Step step, String kind) {
        return step.with(kind, shown.name());
    }

    private Button button(String action, Runnable press) {
        Button button = new Button(desk.say("client." + action));
        button.setId(action + "-client-" + shown.name());
        button.getStyleClass().add("small");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setTooltip(new Tooltip(desk.say("client." + action + ".tip", shown.name())));
        button.setOnAction(event -> press.run());
        return button;
    }

    static Label label(String style) {
        Label label = new Label();
        label.getStyleClass().add(style);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }
}
