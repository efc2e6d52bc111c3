package mirrorlab.ui;

import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.look.Language;
import mirrorlab.ui.timeline.Clock;
import mirrorlab.ui.timeline.Moment;
import org.jspecify.annotations.Nullable;

/// The window's frame: the banner that says that the past is shown, the side sheet, the line with the newest result.
public final class MainWindowController implements Desk.FrameListener {
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
    private Button pastNow;
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

    public MainWindowController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        desk.listen(this);
        desk.whileShown(desk.notice(), this::showNotice);
        desk.whileShown(desk.sheet(), this::showSheet);
        boolean unreadable = desk.language().get() == Language.CHINESE && !Fonts.hasChinese();
        fontNotice.setVisible(unreadable);
        fontNotice.setManaged(unreadable);
    }

    @Override
    public void moment(Moment moment) {
        boolean past = desk.timeline().isPast();
        pastBanner.setVisible(past);
        pastBanner.setManaged(past);
        if (past) {
            pastText.setText(desk.say("past.text", Clock.time(moment.millis()),
                    desk.timeline().size() - moment.entries()));
        }
    }

    @FXML
    private void showNow() {
        desk.timeline().showNow();
    }

    private void showNotice(@Nullable Notice notice) {
        boolean bad = notice != null && !notice.ok();
        noticeMark.setText(notice == null ? "" : bad ? "✕" : "✓");
        noticeText.setText(notice == null ? desk.say("notice.ready") : notice.text());
        noticeMark.getStyleClass().removeAll("bad");
        noticeText.getStyleClass().removeAll("bad");
        if (bad) {
            noticeMark.getStyleClass().add("bad");
            noticeText.getStyleClass().add("bad");
        }
    }

    private void showSheet(Desk.@Nullable Sheet wanted) {
        sheet.getChildren().clear();
        sheet.setVisible(wanted != null);
        reasons.setVisible(wanted == null);
        if (wanted != null) {
            Parent form = Views.load(wanted.file(), desk, wanted.subject()).root();
            VBox.setVgrow(form, javafx.scene.layout.Priority.ALWAYS);
            sheet.getChildren().add(form);
            form.lookupAll(".first-field").stream().findFirst().ifPresent(node -> node.requestFocus());
        }
    }

    /// The layer for what falls from the stage into the account.
    public Pane fallLayer() {
        return fallLayer;
    }
}
