package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.fxml.FXML;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.VBox;
import mirrorlab.journal.Entry;
import mirrorlab.lab.ledger.Events;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.Aside;
import mirrorlab.ui.Desk;
import mirrorlab.ui.timeline.Clock;
import mirrorlab.ui.timeline.Endings;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.words.StepWords;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// The accounts of all queues; of the selected one each fate with its messages and, opened, the happenings that ended them.
public final class LedgerPanelController implements Desk.FrameListener {
    /// Nobody reads faster, and a thousand accounts cost time.
    private static final long AGAIN_NANOS = 300_000_000;
    private static final int ENDINGS = 12;
    private final Desk desk;
    @FXML
    private TextField name;
    @FXML
    private CheckBox losses;
    @FXML
    private Label total;
    @FXML
    private ListView<LedgerLines.Line> accounts;
    @FXML
    private Label heading;
    @FXML
    private VBox fates;
    private boolean changed = true;
    private boolean filling;
    private long lastNanos;
    private @Nullable Fate opened;
    private @Nullable QueueAccount shown;

    public LedgerPanelController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        accounts.setCellFactory(list -> new LedgerCell(desk));
        accounts.getSelectionModel().selectedItemProperty().addListener((property, before, line) -> {
            if (line != null && !filling) {
                desk.selected().set(line.queue());
            }
        });
        name.textProperty().addListener((property, before, now) -> again());
        losses.selectedProperty().addListener((property, before, now) -> again());
        desk.whileShown(desk.selected(), queue -> {
            opened = null;
            again();
        });
        desk.whileShown(desk.aside(), aside -> again());
        desk.listen(this);
    }

    private void again() {
        changed = true;
        lastNanos = 0;
    }

    @Override
    public void moment(Moment moment) {
        changed = true;
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (changed && desk.aside().get() == Aside.LEDGER && (lastNanos == 0 || nanos - lastNanos > AGAIN_NANOS)) {
            changed = false;
            lastNanos = nanos;
            show(desk.timeline().shown());
        }
    }

    private void show(Moment moment) {
        LedgerLines now = LedgerLines.of(moment, name.getText(), losses.isSelected());
        total.setText(desk.say("ledger.total", now.total().published(), now.total().held(), now.total().ended(),
                now.total().gone(), now.total().lost(), now.total().lostAlthoughConfirmed()));
        QueueName selected = desk.selected().get();
        filling = true;
        if (!now.lines().equals(accounts.getItems())) {
            accounts.getItems().setAll(now.lines());
        }
        accounts.getSelectionModel().clearSelection();
        now.lines().stream().filter(each -> each.queue().equals(selected)).findFirst()
                .ifPresent(accounts.getSelectionModel()::select);
        filling = false;
        Optional<QueueAccount> account = selected == null ? Optional.empty() : moment.account(selected);
        heading.setText(selected == null ? "" : desk.say("account.heading.of", selected.name()));
        if (account.isEmpty()) {
            shown = null;
            fates.getChildren().setAll(AccountRow
                    .label(desk.say(selected == null ? "account.no.queue" : "account.none"), "quiet-text"));
        } else if (!account.get().equals(shown) || fates.getChildren().isEmpty()) {
            shown = account.get();
            fill(account.get(), moment);
        }
    }

    private void fill(QueueAccount account, Moment moment) {
        List<Node> rows = new ArrayList<>();
        for (Fate fate : Fate.values()) {
            MessageSet messages = account.of(fate);
            if (!messages.isEmpty()) {
                Hyperlink row = new Hyperlink(desk.say("ledger.fate", desk.say("fate." + fate), messages.count(),
                        moment.picture().runs(messages)));
                row.setId("ledger-" + AccountLines.word(fate));
                row.setTooltip(new Tooltip(desk.say("ledger.fate.tip")));
                row.setWrapText(true);
                row.setOnAction(event -> open(fate));
                rows.add(row);
                if (fate == opened) {
                    rows.addAll(endings(account.queue(), fate, messages, moment));
                }
            }
        }
        fates.getChildren().setAll(rows);
    }

    private void open(Fate fate) {
        opened = fate == opened ? null : fate;
        shown = null;
        again();
    }

    private List<Node> endings(QueueName queue, Fate fate, MessageSet messages, Moment moment) {
        List<Node> rows = new ArrayList<>();
        long told = 0;
        for (Endings.Ending each : Endings.of(desk.timeline(), queue, fate, ENDINGS)) {
            Entry entry = desk.timeline().entry(each.entry());
            Hyperlink when = new Hyperlink(desk.say("ledger.ending", Clock.time(entry.millis()),
                    moment.picture().runs(each.messages())));
            when.setTooltip(new Tooltip(desk.say("why.moment.tip")));
            when.getStyleClass().add("ledger-ending");
            when.setOnAction(event -> desk.timeline().showPast(each.entry() + 1));
            String origin = entry.origin().replace("@localhost", "");
            rows.add(when);
            rows.add(AccountRow.label(origin + ": " + new StepWords(desk.texts())
                    .say(Events.sentence(entry, moment.picture().names())), "ledger-happening"));
            told += each.messages().count();
        }
        if (told < messages.count()) {
            rows.add(AccountRow.label(desk.say("ledger.more", messages.count() - told), "quiet-text"));
        }
        return rows;
    }
}
