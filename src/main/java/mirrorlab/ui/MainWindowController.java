package mirrorlab.ui;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Rectangle;
import mirrorlab.lab.ledger.CauseCard;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Clock;
import mirrorlab.ui.timeline.Moment;
import org.jspecify.annotations.Nullable;

/// The window's frame: the banner that says that the past is shown, the side sheet, the line with the newest result.
public final class MainWindowController implements Desk.FrameListener {
    private static final String WIDE = "side-wide";
    private final Desk desk;
    @FXML
    private StackPane root;
    @FXML
    private BorderPane frame;
    @FXML
    private HBox pastBanner;
    @FXML
    private Label pastText;
    @FXML
    private Button pastPlay;
    @FXML
    private Button pastNow;
    @FXML
    private HBox pageTabs;
    @FXML
    private StackPane pages;
    @FXML
    private ToggleButton foldLeft;
    @FXML
    private ToggleButton foldRight;
    @FXML
    private VBox left;
    @FXML
    private Label caption;
    @FXML
    private Circle ring;
    @FXML
    private HBox asideTabs;
    @FXML
    private StackPane asides;
    @FXML
    private StackPane side;
    @FXML
    private VBox reasons;
    @FXML
    private VBox sheet;
    @FXML
    private Label noticeMark;
    @FXML
    private Label noticeText;
    @FXML
    private Label fontNotice;
    @FXML
    private Pane fallLayer;

    private @Nullable Node opener;
    private final Map<Page, Parent> built = new EnumMap<>(Page.class);

    public MainWindowController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.listen(this);
        buildTabs();
        Rectangle sight = new Rectangle(); // a page that needs more room than there is stands on nothing else
        sight.widthProperty().bind(pages.widthProperty());
        sight.heightProperty().bind(pages.heightProperty());
        pages.setClip(sight);
        desk.whileShown(desk.page(), this::showPage);
        desk.whileShown(desk.aside(), this::showAside);
        desk.listen(desk.prospect());
        foldLeft.selectedProperty().bindBidirectional(desk.leftFolded());
        foldRight.selectedProperty().bindBidirectional(desk.rightFolded());
        desk.whileShown(desk.leftFolded(), folded -> showLeft());
        desk.whileShown(desk.rightFolded(), folded -> foldSide());
        desk.whileShown(desk.projector(), shown -> {
            ring.setVisible(shown && ring.getCenterX() > 0);
            Switches.style(side, "projected", shown);
            caption(desk.timeline().shown());
        });
        root.addEventFilter(MouseEvent.ANY, event -> {
            ring.setVisible(desk.projector().get());
            ring.setCenterX(event.getX());
            ring.setCenterY(event.getY());
        });
        desk.whileShown(desk.notice(), this::showNotice);
        desk.whileShown(desk.sheet(), this::showSheet);
        boolean unreadable = desk.language().get() == Language.CHINESE && !Fonts.hasChinese();
        Switches.show(fontNotice, unreadable);
    }

    @Override
    public void moment(Moment moment) {
        caption(moment);
        boolean past = desk.timeline().isPast();
        Switches.show(pastBanner, past);
        if (past) {
            pastText.setText(desk.say("past.text", Clock.time(moment.millis()),
                    desk.timeline().size() - moment.entries()));
            pastPlay.setText(desk.say(desk.timeline().isPlaying() ? "past.pause" : "past.play"));
        }
    }

    @FXML
    private void playPast() {
        desk.timeline().playPast(!desk.timeline().isPlaying());
    }

    @FXML
    private void showNow() {
        desk.timeline().showNow();
    }

    private void buildTabs() {
        ToggleGroup ofPages = group();
        for (Page page : Page.values()) {
            tab(pageTabs, ofPages, "page", page.word(), page, desk.page());
        }
        ToggleGroup ofAsides = group();
        for (Aside aside : Aside.values()) {
            tab(asideTabs, ofAsides, "aside", aside.word(), aside, desk.aside());
        }
    }

    private <T> void tab(HBox bar, ToggleGroup group, String kind, String word, T value, ObjectProperty<T> shown) {
        ToggleButton tab = new ToggleButton(desk.say(kind + "." + word));
        tab.setId(kind + "-" + word);
        tab.setTooltip(new Tooltip(desk.say(kind + "." + word + ".tip")));
        tab.getStyleClass().add("page-tab");
        tab.setMinWidth(Region.USE_PREF_SIZE); // beside a wide form, too
        tab.setToggleGroup(group);
        tab.setOnAction(event -> shown.set(value));
        desk.whileShown(shown, now -> tab.setSelected(now.equals(value)));
        bar.getChildren().add(tab);
    }

    private static ToggleGroup group() {
        ToggleGroup group = new ToggleGroup();
        Switches.keepOne(group);
        return group;
    }

    /// A wide form takes the room of the scenario, which it is about.
    private void showLeft() {
        Switches.show(left, !desk.leftFolded().get() && !side.getStyleClass().contains(WIDE));
    }

    /// A form is shown even while the side is folded.
    private void foldSide() {
        Switches.show(side, !desk.rightFolded().get() || desk.sheet().get() != null);
        caption(desk.timeline().shown());
    }

    /// The newest reason in one line, for a room that does not see the side; a form needs its room.
    private void caption(Moment moment) {
        Optional<CauseCard> newest = desk.projector().get() && desk.rightFolded().get() && desk.sheet().get() == null
                ? moment.newestCause()
                : Optional.empty();
        Switches.show(caption, newest.isPresent());
        newest.ifPresent(card -> caption.setText(desk.texts().say(card.title())));
    }

    private void showAside(Aside aside) {
        List<Node> all = asides.getChildren();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).setVisible(i == aside.ordinal());
        }
    }

    private void showPage(Page page) {
        Parent view = built.computeIfAbsent(page, each -> {
            Parent made = Views.load(each.file(), desk).root();
            pages.getChildren().add(made);
            return made;
        });
        pages.getChildren().forEach(each -> each.setVisible(each.equals(view)));
    }

    private void showNotice(@Nullable Notice notice) {
        boolean bad = notice != null && !notice.ok();
        noticeMark.setText(notice == null ? "" : notice.isUnderWay() ? "…" : bad ? "✕" : "✓");
        noticeText.setText(notice == null ? desk.say("notice.ready") : notice.text());
        Switches.style(noticeMark, "bad", bad);
        Switches.style(noticeText, "bad", bad);
    }

    private void showSheet(Desk.@Nullable Sheet wanted) {
        boolean hadFocus = hasFocusWithin(sheet);
        boolean opens = wanted != null && sheet.getChildren().isEmpty();
        if (opens) {
            opener = root.getScene() == null ? null : root.getScene().getFocusOwner();
        }
        sheet.getChildren().clear();
        side.getStyleClass().remove(WIDE);
        if (wanted == null || wanted.file() != FxmlFile.POLICY_FORM) {
            desk.draft().set(null);
        }
        sheet.setVisible(wanted != null);
        foldSide();
        reasons.setVisible(wanted == null);
        if (wanted != null) {
            Parent form = Views.load(wanted.file(), desk, wanted.subject()).root();
            VBox.setVgrow(form, javafx.scene.layout.Priority.ALWAYS);
            sheet.getChildren().add(form);
            if (form.getStyleClass().contains("wide")) {
                side.getStyleClass().add(WIDE);
            }
            showLeft();
            form.applyCss(); // what scrolls is part of the window only then
            form.lookupAll(".first-field").stream().findFirst().ifPresent(node -> node.requestFocus());
        } else {
            showLeft();
            Node before = opener;
            opener = null;
            if (hadFocus) {
                boolean goesBack = before != null && before.getScene() != null
                        && before.getScene().equals(root.getScene()) && !(before instanceof TextInputControl);
                (goesBack && before != null ? before : root).requestFocus(); // the next key is the window's
            }
        }
    }

    private static boolean hasFocusWithin(Node node) {
        Node focused = node.getScene() == null ? null : node.getScene().getFocusOwner();
        for (Node each = focused; each != null; each = each.getParent()) {
            if (each.equals(node)) {
                return true;
            }
        }
        return false;
    }

    /// The layer for what falls from the stage into the account.
    public Pane fallLayer() {
        return fallLayer;
    }
}
