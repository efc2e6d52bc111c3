package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Toggle;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Desk;
import mirrorlab.ui.FxmlFile;
import mirrorlab.ui.Page;
import mirrorlab.ui.Views;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The frame of the management screen: tabs, whose screen it is, what was refused, and the open page. It draws what is new at
/// once and what only counts time once a second.
public final class TwinController implements Desk.FrameListener {
    /// The real screen looks every five seconds; ours may keep up with the eye, not with every message.
    private static final long DRAW_NANOS = 100_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private final Desk desk;
    private final Twin twin;
    @FXML
    private VBox root;
    @FXML
    private ToggleGroup tabs;
    @FXML
    private ComboBox<String> screenOf;
    @FXML
    private HBox problemBar;
    @FXML
    private Label problem;
    @FXML
    private StackPane pages;
    @FXML
    private VBox unreachable;
    @FXML
    private Label unreachableText;
    @FXML
    private Button elsewhere;
    private final Map<FxmlFile, Views.Loaded<Twin.Page>> built = new TreeMap<>();
    private final MinuteClock clock;
    private Rates rates = Rates.NONE;
    private long drawnNanos = -SECOND_NANOS;
    private long countedNanos = -SECOND_NANOS;
    private boolean outdated;
    private boolean choosing;

    public TwinController(Desk desk) {
        this.desk = desk;
        twin = new Twin(desk);
        clock = new MinuteClock(desk.timeline());
    }

    @FXML
    private void initialize() {
        tabs.selectedToggleProperty().addListener((property, before, now) -> tabChosen(before, now));
        screenOf.valueProperty().addListener((property, before, now) -> screenChosen(now));
        twin.problem().addListener((property, before, now) -> showProblem(now));
        twin.place().addListener((property, before, now) -> {
            twin.problem().set("");
            draw();
        });
        desk.listen(clock);
        desk.listen(Page.MANAGEMENT, this);
        draw();
    }

    private void tabChosen(@Nullable Toggle before, @Nullable Toggle now) {
        if (now == null) {
            tabs.selectToggle(before); // a second click opens the tab's first page
        }
        Toggle chosen = now == null ? before : now;
        if (!choosing && chosen != null) {
            twin.place().set(switch (String.valueOf(chosen.getUserData())) {
                case "connections" -> new Place.Connections();
                case "channels" -> new Place.Channels();
                case "exchanges" -> new Place.Exchanges();
                case "queues" -> new Place.Queues();
                case "admin" -> new Place.Policies();
                default -> new Place.Overview();
            });
        }
    }

    private void screenChosen(@Nullable String name) {
        if (!choosing && name != null) {
            desk.timeline().shown().columns().stream().filter(each -> each.value().equals(name)).findFirst()
                    .ifPresent(twin.screenOf()::set);
            twin.problem().set("");
            draw();
        }
    }

    @Override
    public void moment(Moment moment) {
        outdated = true;
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        Moment moment = desk.timeline().shown();
        boolean scrubbed = desk.timeline().isPast() != twin.past().get();
        if (scrubbed || nanos - countedNanos >= SECOND_NANOS) {
            countedNanos = nanos;
            outdated = true;
            rates = Rates.of(desk.timeline(), moment, now(moment));
        }
        if (scrubbed || (outdated && nanos - drawnNanos >= DRAW_NANOS)) {
            drawnNanos = nanos;
            outdated = false;
            draw();
        }
    }

    /// The past stands still; the present goes on although nothing is told.
    private long now(Moment moment) {
        return desk.timeline().isPast() ? moment.millis() : Math.max(moment.millis(), System.currentTimeMillis());
    }

    private void draw() {
        Moment moment = desk.timeline().shown();
        boolean past = desk.timeline().isPast();
        twin.inPast(past);
        Switches.style(root, "past", past);
        showNodes(moment);
        showTab();
        boolean reachable = isReachable(moment);
        unreachable.setVisible(!reachable);
        pages.setVisible(reachable);
        if (reachable) {
            Views.Loaded<Twin.Page> page = page(twin.place().get());
            show(page.root());
            page.controller().show(new Screen(moment, rates, clock.minute(), now(moment), past));
        } else {
            showUnreachable(moment);
        }
    }

    private void show(Parent page) {
        if (!pages.getChildren().equals(List.of(page))) {
            pages.getChildren().setAll(page);
        }
    }

    private Views.Loaded<Twin.Page> page(Place place) {
        FxmlFile file = switch (place) {
            case Place.Overview it -> FxmlFile.TWIN_OVERVIEW;
            case Place.Connections it -> FxmlFile.TWIN_CONNECTIONS;
            case Place.Queues it -> FxmlFile.TWIN_QUEUES;
            case Place.Channels it -> FxmlFile.TWIN_CHANNELS;
            case Place.Exchanges it -> FxmlFile.TWIN_EXCHANGES;
            case Place.OneExchange it -> FxmlFile.TWIN_EXCHANGE;
            case Place.OneQueue it -> FxmlFile.TWIN_QUEUE;
            case Place.Policies it -> FxmlFile.TWIN_POLICIES;
        };
        Views.Loaded<Twin.Page> known = built.get(file);
        if (known == null) {
            known = Views.load(file, desk, twin);
            built.put(file, known);
        }
        return known;
    }

    private void showTab() {
        choosing = true;
        tabs.getToggles().stream().filter(each -> twin.place().get().tab().equals(each.getUserData())).findFirst()
                .ifPresent(tabs::selectToggle);
        choosing = false;
    }

    private void showNodes(Moment moment) {
        choosing = true;
        List<String> names = moment.columns().stream().map(NodeName::value).toList();
        if (!names.equals(screenOf.getItems())) {
            screenOf.getItems().setAll(names);
        }
        if (twin.screenOf().get() == null) {
            twin.screenOf().set(running(moment).orElse(null));
        }
        NodeName node = twin.screenOf().get();
        screenOf.setValue(node == null ? null : node.value());
        choosing = false;
    }

    private static Optional<NodeName> running(Moment moment) {
        return moment.columns().stream().filter(each -> runs(each, moment)).findFirst();
    }

    private static boolean runs(NodeName node, Moment moment) {
        return moment.picture().node(node).filter(ClusterOverview::runs).isPresent();
    }

    private boolean isReachable(Moment moment) {
        NodeName node = twin.screenOf().get();
        return node != null && runs(node, moment);
    }

    private void showUnreachable(Moment moment) {
        NodeName node = twin.screenOf().get();
        Optional<NodeName> other = running(moment);
        unreachableText.setText(
                node == null ? desk.say("twin.unreachable.all") : desk.say("twin.unreachable", node.value()));
        elsewhere.setVisible(other.isPresent());
        other.ifPresent(each -> elsewhere.setText(desk.say("twin.elsewhere", each.value())));
    }

    @FXML
    private void elsewhere() {
        running(desk.timeline().shown()).ifPresent(twin.screenOf()::set);
        draw();
    }

    private void showProblem(String text) {
        problem.setText(text.isEmpty() ? "" : "✕ " + text);
        Switches.show(problemBar, !text.isEmpty());
    }

    @FXML
    private void closeProblem() {
        twin.problem().set("");
    }
}
