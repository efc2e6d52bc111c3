package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.QueueName;

/// Why it happened: the newest card first.
public final class WhyPanelController implements Desk.FrameListener {
    private static final int SHOWN = 12;
    /// Room for one card, where the account below leaves little.
    private static final double MIN_HEIGHT = 110;
    /// The death is seen, then the crown slides.
    private static final long CROWN_NANOS = 800_000_000;
    /// Under traffic every moment may change what a card says; nobody reads faster.
    private static final long AGAIN_NANOS = 250_000_000;
    /// A death brings a panel full of cards. One is built in a frame, and so many are put into the window together: laying
    /// them out costs nearly as much for one as for a few.
    private static final int TOGETHER = 4;
    /// Less than this is no text.
    private static final double SLACK = 10;
    private final Desk desk;
    @FXML
    private Label none;
    @FXML
    private VBox cards;
    @FXML
    private ScrollPane scroll;
    @FXML
    private Hyperlink below;
    private List<CauseCard> shown = List.of();
    private List<CauseCard> overs = List.of();
    private Map<Place, CauseCardView> views = Map.of();
    /// Built, but not in the window yet.
    private final Map<Place, CauseCardView> built = new HashMap<>();
    /// Some of what is to be shown is not in the window yet.
    private boolean behind;
    private final Map<String, Tooltip> tips = new HashMap<>();
    private boolean changed = true;
    private long showAt = Long.MIN_VALUE;
    /// More than numbers of messages changed.
    private boolean news = true;
    private boolean past;
    private long lastNanos;

    public WhyPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.listen(this);
        scroll.viewportBoundsProperty().addListener((property, before, now) -> sayWhatIsBelow());
        scroll.vvalueProperty().addListener((property, before, now) -> sayWhatIsBelow());
        cards.heightProperty().addListener((property, before, now) -> sayWhatIsBelow());
    }

    private double height() {
        return scroll.getViewportBounds().getHeight();
    }

    private double top() {
        return Math.max(0, cards.getHeight() - height()) * scroll.getVvalue();
    }

    /// Cards that are not in sight, or not all of them.
    private List<Node> cut() {
        double bottom = top() + height() + SLACK;
        return cards.getChildren().stream().filter(each -> each.getBoundsInParent().getMaxY() > bottom).toList();
    }

    private void sayWhatIsBelow() {
        int many = height() <= 0 ? 0 : cut().size();
        if (many > 0) {
            below.setText(desk.say("why.below", many));
        }
        Switches.show(below, many > 0);
    }

    /// The first of them comes to the top; of one that is too high, the rest.
    @FXML
    private void goBelow() {
        double hidden = cards.getHeight() - height();
        cut().stream().findFirst().ifPresent(card -> {
            double start = card.getBoundsInParent().getMinY();
            double wanted = start > top() + SLACK ? start : top() + height();
            scroll.setVvalue(hidden <= 0 ? 0 : Math.clamp(wanted / hidden, 0, 1));
        });
    }

    @Override
    public void moment(Moment moment) {
        changed = true;
        news = news || past || desk.timeline().isPast();
        past = desk.timeline().isPast();
    }

    /// A card comes when the crown has arrived, not before.
    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        boolean promotion = fresh.stream().anyMatch(entry -> entry.happening() instanceof Happening.MirrorPromoted);
        if (promotion && !desk.reducedMotion().get()) {
            showAt = nanos + (long) (CROWN_NANOS / desk.speed().get());
            Switches.show(none, false); // there is something to explain, in a moment
        }
        news = news || fresh.stream().anyMatch(entry -> !(entry.happening() instanceof Happening.Traffic));
        if (changed && nanos >= showAt && (news || nanos - lastNanos >= AGAIN_NANOS)) {
            changed = false;
            news = false;
            lastNanos = nanos;
            show(desk.timeline().shown());
        }
        if (behind) {
            build();
        }
    }

    private void show(Moment moment) {
        List<CauseCard> all = moment.causes();
        List<CauseCard> now = newestFirst(all);
        Switches.show(none, now.isEmpty());
        scroll.setMinHeight(now.isEmpty() ? 0 : MIN_HEIGHT);
        List<CauseCard> over = now.stream().filter(moment::isOver).toList();
        if (!now.equals(shown) || !over.equals(overs)) {
            shown = List.copyOf(now);
            overs = over;
            behind = true;
        }
    }

    /// What a card is about; what it says of it may change.
    ///
    /// @param number
    ///            counts cards of the same kind that one happening made for one queue
    private record Place(int entry, String kind, QueueName queue, int number) {
        static Place of(CauseCard card, Map<Place, ?> taken) {
            int number = 0;
            while (taken.containsKey(new Place(card.entry(), card.kind(), card.queue(), number))) {
                number++;
            }
            return new Place(card.entry(), card.kind(), card.queue(), number);
        }
    }

    /// A card that says what it said stays the same node; the others show what they said until the new one is built.
    private void build() {
        behind = false;
        boolean full = false;
        Map<Place, CauseCardView> now = new LinkedHashMap<>();
        for (CauseCard card : shown) {
            boolean fresh = card.entry() == shown.getFirst().entry();
            Place place = Place.of(card, now);
            boolean over = overs.contains(card);
            CauseCardView view = built.getOrDefault(place, views.get(place));
            if (view == null || !view.shows(card, over, fresh)) {
                if (full) {
                    behind = true;
                } else {
                    full = true;
                    view = new CauseCardView(desk, card, over, fresh, this::tip);
                    built.put(place, view);
                }
            }
            if (view != null) {
                now.put(place, view);
            }
        }
        if (!behind || built.size() >= TOGETHER) {
            built.clear();
            put(now);
        }
    }

    private Tooltip tip(String text) {
        return tips.computeIfAbsent(text, each -> new Tooltip(each));
    }

    private void put(Map<Place, CauseCardView> now) {
        views = now;
        List<Node> nodes = cards.getChildren();
        nodes.retainAll(now.values());
        int index = 0;
        for (CauseCardView each : now.values()) {
            if (index >= nodes.size() || !nodes.get(index).equals(each)) {
                nodes.remove(each);
                nodes.add(index, each);
            }
            index++;
        }
    }

    /// Cards of one happening keep their order: the decision, then what it cost.
    private static List<CauseCard> newestFirst(List<CauseCard> all) {
        List<CauseCard> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(CauseCard::entry).reversed());
        return sorted.subList(0, Math.min(SHOWN, sorted.size()));
    }
}
