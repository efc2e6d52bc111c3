package mirrorlab.ui.twin;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Badge;
import mirrorlab.ui.Desk;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The small things that the real screen is recognised by: pills, letters, squares.
final class Marks {
    private static final DateTimeFormatter SINCE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
            .withZone(ZoneId.systemDefault());
    private final Desk desk;

    Marks(Desk desk) {
        this.desk = desk;
    }

    Label text(String text, String... styles) {
        Label label = new Label(text);
        label.getStyleClass().addAll(styles);
        return label;
    }

    /// Its tooltip is made when the pointer first comes there: a list has hundreds of such marks.
    Label tipped(String text, String tip, String... styles) {
        Label label = text(text, styles);
        label.setMinWidth(Region.USE_PREF_SIZE);
        tip(label, tip);
        return label;
    }

    static void tip(Control control, String tip) {
        control.setOnMouseEntered(event -> {
            if (control.getTooltip() == null) {
                control.setTooltip(new Tooltip(tip));
            }
        });
    }

    /// A heading: its word, and as its tooltip what the HTTP API calls it.
    Label heading(String key, String... styles) {
        Label label = text(desk.say(key), styles);
        label.setMinWidth(Region.USE_PREF_SIZE);
        label.setTooltip(new Tooltip(desk.say(key + ".tip")));
        return label;
    }

    /// `rabbit1 +1 +1`, and `Syncing: 37%` below.
    Node node(NodeName node, List<Badge> badges) {
        HBox line = new HBox(tipped(node.shortName(), "node: " + node.value()));
        line.getStyleClass().add("twin-marks");
        line.setAlignment(Pos.CENTER_LEFT);
        Label syncing = null;
        for (Badge badge : badges) {
            if (badge.kind() == Badge.Kind.SYNCING) {
                syncing = tipped(badge.text(), tip(badge), "twin-bold");
            } else {
                line.getChildren().add(badge(badge));
            }
        }
        if (syncing == null) {
            return line;
        }
        VBox both = new VBox(line, syncing);
        both.setAlignment(Pos.CENTER_LEFT);
        return both;
    }

    private Label badge(Badge badge) {
        return tipped(badge.text(), tip(badge),
                badge.kind() == Badge.Kind.UNSYNCHRONISED ? "badge-red" : "badge");
    }

    private String tip(Badge badge) {
        String nodes = String.join(",", badge.nodes().stream().map(NodeName::value).toList());
        return switch (badge.kind()) {
            case SYNCHRONISED -> desk.say("badge.synchronised", nodes) + "\nsynchronised_slave_nodes";
            case NONE_SYNCHRONISED -> desk.say("badge.none") + "\nsynchronised_slave_nodes";
            case UNSYNCHRONISED -> desk.say("badge.unsynchronised", nodes) + "\nslave_nodes";
            case SYNCING -> "sync_messages / messages";
        };
    }

    /// `D TTL ha-two`
    Node features(QueueRow row, boolean policies) {
        return policies
                ? features(row.features(), row.policy(), row.operatorPolicy())
                : features(row.features(), null, null);
    }

    Node features(List<Feature> features, @Nullable String policy, @Nullable String operatorPolicy) {
        HBox line = new HBox();
        line.getStyleClass().add("twin-marks");
        line.setAlignment(Pos.CENTER_LEFT);
        features.forEach(each -> line.getChildren().add(tipped(each.letters(), each.text(), "twin-feature")));
        // a narrow column hides some of them
        Tooltip.install(line, new Tooltip(String.join("\n", features.stream().map(Feature::text).toList())));
        if (policy != null) {
            line.getChildren().add(tipped(policy, "Policy: " + policy, "twin-policy"));
        }
        if (operatorPolicy != null) {
            line.getChildren().add(tipped(operatorPolicy, "Operator policy: " + operatorPolicy, "twin-policy"));
        }
        return line;
    }

    /// The facts Features and Policy of a queue's page and of an exchange's page.
    void facts(FlowPane into, List<Feature> features, Hyperlink policyLink, @Nullable String policy) {
        into.getChildren().setAll(features.stream().<Node>map(each -> text(each.text(), "twin-feature")).toList());
        policyLink.setText(policy == null ? "" : policy);
    }

    Node state(QueueRow row) {
        HBox line = new HBox();
        line.getStyleClass().add("twin-state");
        line.setAlignment(Pos.CENTER_LEFT);
        QueueState state = row.state();
        if (state == QueueState.NONE) {
            Label empty = tipped("", desk.say("twin.state.none.tip"));
            empty.setMinWidth(40); // there is nothing to point at otherwise
            line.getChildren().add(empty);
            return line;
        }
        String tip = state == QueueState.IDLE
                ? desk.say("twin.state.idle.tip", SINCE.format(Instant.ofEpochMilli(row.idleSinceMillis())))
                : desk.say("twin.state." + state.word() + ".tip");
        line.getChildren().addAll(square(state.colour()), tipped(desk.say("twin.state." + state.word()), tip));
        return line;
    }

    private static Region square(QueueState.Colour colour) {
        Region square = new Region();
        square.getStyleClass().addAll("twin-square", "twin-" + colour.word());
        return square;
    }

    /// A word of a state behind a coloured square: `twin.state.WORD`.
    Node state(String word, QueueState.Colour colour, String tip) {
        HBox line = new HBox(square(colour), tipped(desk.say("twin.state." + word), tip));
        line.getStyleClass().add("twin-state");
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    /// `1,840`, or what the real screen makes of a number that nobody told.
    static String count(long number) {
        return number < 0 ? "NaN" : String.format(Locale.ROOT, "%,d", number);
    }

    /// `0.40/s`, `5.2/s`, `120/s`; nothing when nothing happens.
    static String rate(double perSecond) {
        if (perSecond <= 0) {
            return "";
        }
        String format = perSecond < 1 ? "%.2f/s" : perSecond < 10 ? "%.1f/s" : "%,.0f/s";
        return String.format(Locale.ROOT, format, perSecond);
    }

    /// `0.00/s` when nothing happens.
    static String perSecond(double rate) {
        return rate <= 0 ? "0.00/s" : rate(rate);
    }

    /// A number behind its word.
    Node figure(String key, String number) {
        HBox figure = new HBox(heading(key), text(number, "twin-bold"));
        figure.getStyleClass().add("twin-figure");
        return figure;
    }

    /// `ha-mode: all`, one below the other.
    Node definition(Map<String, String> definition) {
        VBox lines = new VBox();
        definition.forEach((key, value) -> {
            HBox line = new HBox(text(key + ":", "twin-key"), text(value));
            line.getStyleClass().add("twin-marks");
            lines.getChildren().add(line);
        });
        return lines;
    }
}
