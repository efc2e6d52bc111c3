package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;

/// Why it happened: the newest card first.
public final class WhyPanelController implements Desk.FrameListener {
    private static final int SHOWN = 12;
    /// Room for one card, where the account below leaves little.
    private static final double MIN_HEIGHT = 110;
    /// The death is seen, then the crown slides.
    private static final long CROWN_NANOS = 800_000_000;
    /// Under traffic every moment may change what a card says; nobody reads faster.
    private static final long AGAIN_NANOS = 250_000_000;
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
        }
        news = news || fresh.stream().anyMatch(entry -> !(entry.happening() instanceof Happening.Traffic));
        if (changed && nanos >= showAt && (news || nanos - lastNanos >= AGAIN_NANOS)) {
            changed = false;
            news = false;
            lastNanos = nanos;
            show(desk.timeline().shown());
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
            List<Node> views = new ArrayList<>();
            now.forEach(card -> views.add(new CauseCardView(desk, card, over.contains(card),
                    card.entry() == now.getFirst().entry())));
            cards.getChildren().setAll(views);
        }
    }

    /// Cards of one happening keep their order: the decision, then what it cost.
    private static List<CauseCard> newestFirst(List<CauseCard> all) {
        List<CauseCard> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(CauseCard::entry).reversed());
        return sorted.subList(0, Math.min(SHOWN, sorted.size()));
    }
}
