package mirrorlab.ui.twin;

import java.util.List;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import mirrorlab.ui.Desk;
import mirrorlab.ui.twin.KeyValueRows.Kind;

/// A link under a form that writes a key into it.
///
/// @param key
///            what it writes; its words are `twin.link.KEY` and `twin.link.KEY.tip`
/// @param value
///            what it writes behind it, often nothing
/// @param byDefault
///            what holds when the key is not set, empty when nothing does; the real screen does not say it
record Shortcut(String key, Kind kind, String value, String byDefault) {

    /// Links under one name; `twin.links.NAME`.
    record Group(String name, List<Shortcut> links) {}

    /// Add / update a policy.
    static final List<Group> POLICY = List.of(
            new Group("all", List.of(number("max-length"), number("max-length-bytes"),
                    new Shortcut("overflow", Kind.STRING, "", "drop-head"), number("expires"),
                    text("dead-letter-exchange"),
                    text("dead-letter-routing-key"), number("message-ttl"))),
            new Group("classic",
                    List.of(text("ha-mode"), number("ha-params"),
                            new Shortcut("ha-sync-mode", Kind.STRING, "", "manual"),
                            new Shortcut("ha-promote-on-shutdown", Kind.STRING, "", "when-synced"),
                            new Shortcut("ha-promote-on-failure", Kind.STRING, "", "always"),
                            new Shortcut("queue-mode", Kind.STRING, "lazy", ""),
                            new Shortcut("queue-master-locator", Kind.STRING, "", "client-local"))),
            new Group("exchanges", List.of(text("alternate-exchange"))));

    /// Add / update an operator policy.
    static final List<Group> OPERATOR = List.of(new Group("all", List.of(number("max-length"),
            number("max-length-bytes"), number("expires"), number("message-ttl"))));

    /// Add a new queue.
    static final List<Group> ARGUMENTS = List.of(new Group("add",
            List.of(number("x-message-ttl"), number("x-expires"),
                    new Shortcut("x-overflow", Kind.STRING, "", "drop-head"),
                    new Shortcut("x-single-active-consumer", Kind.BOOLEAN, "true", ""), text("x-dead-letter-exchange"),
                    text("x-dead-letter-routing-key"), number("x-max-length"), number("x-max-length-bytes"),
                    number("x-max-priority"),
                    new Shortcut("x-queue-mode", Kind.STRING, "lazy", ""),
                    new Shortcut("x-queue-master-locator", Kind.STRING, "", "client-local"))));

    private static Shortcut text(String key) {
        return new Shortcut(key, Kind.STRING, "", "");
    }

    private static Shortcut number(String key) {
        return new Shortcut(key, Kind.NUMBER, "", "");
    }

    /// @param prefix of the links' ids: `link-ha-mode`
    static void show(List<Group> groups, Desk desk, VBox box, KeyValueRows rows, String prefix) {
        for (Group group : groups) {
            FlowPane links = new FlowPane();
            links.getStyleClass().add("twin-link-row");
            Label name = new Label(desk.say("twin.links." + group.name()));
            name.getStyleClass().add("twin-h3");
            for (Shortcut each : group.links()) {
                links.getChildren().add(each.link(desk, rows, prefix));
            }
            box.getChildren().addAll(name, links);
        }
    }

    private HBox link(Desk desk, KeyValueRows rows, String prefix) {
        Hyperlink link = new Hyperlink(desk.say("twin.link." + key));
        link.setId(prefix + "-" + key);
        link.setTooltip(new Tooltip(desk.say("twin.link." + key + ".tip")));
        link.setOnAction(event -> rows.add(key, kind, value));
        HBox line = new HBox(link);
        line.getStyleClass().add("twin-link");
        if (!byDefault.isEmpty()) {
            Label hint = new Label(desk.say("twin.default", byDefault));
            hint.getStyleClass().add("twin-quiet");
            line.getChildren().add(hint);
        }
        return line;
    }
}
