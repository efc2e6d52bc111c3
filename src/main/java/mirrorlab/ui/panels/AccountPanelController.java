package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The account of the selected queue: a bar and a table of fates and words.
public final class AccountPanelController implements Desk.FrameListener {
    private static final double CARD_INSETS = 26;
    private final Desk desk;
    @FXML
    private VBox root;
    @FXML
    private Label heading;
    @FXML
    private Label none;
    @FXML
    private VBox card;
    @FXML
    private Canvas accountBar;
    @FXML
    private GridPane rows;
    @FXML
    private VBox notes;
    private @Nullable QueueAccount account;
    private List<AccountLines.Row> shown = List.of();
    private List<String> filled = List.of();
    private final List<Tooltip> tips = new ArrayList<>();

    public AccountPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        root.widthProperty().addListener((property, before, now) -> {
            accountBar.setWidth(Math.max(20,
                    root.getWidth() - root.getInsets().getLeft() - root.getInsets().getRight() - CARD_INSETS));
            paint();
        });
        desk.whileShown(desk.theme(), theme -> paint());
        desk.whileShown(desk.selected(), queue -> moment(desk.timeline().shown()));
        desk.listen(this);
    }

    @Override
    public void moment(Moment moment) {
        QueueName queue = desk.selected().get();
        heading.setText(queue == null ? desk.say("account.heading") : desk.say("account.heading.of", queue.name()));
        Optional<QueueAccount> found = queue == null ? Optional.empty() : moment.account(queue);
        visible(none, found.isEmpty());
        visible(card, found.isPresent());
        QueueAccount before = account;
        account = found.orElse(null);
        if (account == null) {
            return;
        }
        List<AccountLines.Row> now = new AccountLines(desk.texts(), moment.picture()).of(account);
        if (!now.equals(shown) || rows.getChildren().isEmpty()) {
            shown = now;
            fill(now);
            notes.getChildren().setAll(
                    account.notes().stream().map(note -> label(desk.texts().say(note), "account-note")).toList());
        }
        if (!account.equals(before)) {
            paint();
        }
    }

    /// Rows that stay keep their labels.
    private void fill(List<AccountLines.Row> now) {
        List<String> wanted = now.stream().map(row -> row.id() + " " + row.weight()).toList();
        if (!wanted.equals(filled)) {
            filled = wanted;
            rows.getChildren().clear();
            tips.clear();
            for (int i = 0; i < now.size(); i++) {
                addRow(i, now.get(i));
            }
        }
        for (int i = 0; i < now.size(); i++) {
            AccountLines.Row row = now.get(i);
            ((Label) rows.getChildren().get(3 * i + 1)).setText(String.format(Locale.ROOT, "%,d", row.count()));
            Label ids = (Label) rows.getChildren().get(3 * i + 2);
            if (!row.ids().equals(ids.getText())) {
                ids.setText(row.ids());
                tip(i, ids, row.ids());
            }
        }
    }

    /// A tooltip is a window of its own: one is made for each label.
    private void tip(int row, Label ids, String text) {
        Tooltip tip = tips.get(row);
        tip.setText(text);
        ids.setTooltip(text.isEmpty() ? null : tip);
    }

    private void addRow(int index, AccountLines.Row row) {
        String style = "account-" + row.weight().name().toLowerCase(Locale.ROOT);
        Label name = label(row.label(), style);
        Label count = label("", style);
        count.setId("account-" + row.id());
        Label ids = label("", "account-ids");
        ids.setWrapText(false);
        ids.setMinWidth(0);
        tips.add(new Tooltip());
        rows.addRow(index, name, count, ids);
    }

    private void paint() {
        if (account != null) {
            new AccountBarPainter(accountBar, Palette.of(desk.theme().get())).paint(account);
        }
    }

    private static Label label(String text, String style) {
        Label label = new Label(text);
        label.getStyleClass().add(style);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    private static void visible(Region node, boolean wanted) {
        node.setVisible(wanted);
        node.setManaged(wanted);
    }
}
