package mirrorlab.ui.panels;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.Desk;
import mirrorlab.ui.look.Palette;
import mirrorlab.ui.look.Switches;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The account of the selected queue: a bar and a table of fates and words.
public final class AccountPanelController implements Desk.FrameListener {
    private static final double CARD_INSETS = 26;
    private final Desk desk;
    @FXML
    private Label heading;
    @FXML
    private Label none;
    @FXML
    private ScrollPane scroll;
    @FXML
    private Canvas accountBar;
    @FXML
    private GridPane rows;
    @FXML
    private VBox notes;
    private @Nullable QueueAccount account;
    private List<AccountLines.Row> shown = List.of();
    private List<String> notesShown = List.of();
    private final Map<String, AccountRow> made = new LinkedHashMap<>();

    public AccountPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        scroll.viewportBoundsProperty().addListener((property, before, now) -> {
            accountBar.setWidth(Math.max(20, now.getWidth() - CARD_INSETS));
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
        Switches.show(none, found.isEmpty());
        none.setText(desk.say(queue == null ? "account.no.queue" : "account.none"));
        Switches.show(scroll, found.isPresent());
        QueueAccount before = account;
        account = found.orElse(null);
        if (account == null) {
            return;
        }
        List<AccountLines.Row> now = new AccountLines(desk.texts(), moment.picture()).of(account);
        if (!now.equals(shown) || rows.getChildren().isEmpty()) {
            shown = now;
            fill(now);
        }
        List<String> said = account.notes().stream().map(note -> desk.texts().say(note)).toList();
        if (!said.equals(notesShown)) {
            notesShown = said;
            notes.getChildren().setAll(said.stream().map(note -> AccountRow.label(note, "account-note")).toList());
        }
        if (!account.equals(before)) {
            paint();
        }
    }

    /// Under traffic fates come and go many times a second: a row is made once, hidden and shown.
    private void fill(List<AccountLines.Row> now) {
        for (int i = 0; i < now.size(); i++) {
            AccountLines.Row row = now.get(i);
            made.computeIfAbsent(row.id(), unused -> new AccountRow(rows, row)).tell(row, i);
        }
        List<String> wanted = now.stream().map(AccountLines.Row::id).toList();
        made.forEach((id, view) -> view.show(wanted.contains(id)));
    }

    private void paint() {
        if (account != null) {
            new AccountBarPainter(accountBar, Palette.of(desk.theme().get())).paint(account);
        }
    }
}
