package mirrorlab.ui.text;

import java.util.List;
import java.util.Locale;
import javafx.fxml.FXML;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import mirrorlab.journal.Entry;
import mirrorlab.ui.Commands;
import mirrorlab.ui.Desk;
import mirrorlab.ui.Page;
import mirrorlab.ui.look.Fonts;
import mirrorlab.ui.timeline.Moment;

/// The text page. What is being read must not run away: the text is made anew at most twice a second, keeps its place, and
/// waits while some of it is selected.
public final class TextController implements Desk.FrameListener {
    private static final long PATIENCE = 500_000_000;
    private final Desk desk;
    @FXML
    private TextArea area;
    private boolean stale = true;
    private long made = Long.MIN_VALUE / 2;

    public TextController(Desk desk) {
        this.desk = desk;
    }

    @FXML
    private void initialize() {
        area.setStyle(String.format(Locale.ROOT, "-fx-font-family: '%s';", Fonts.fixed(desk.language().get())));
        area.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.C && event.isShortcutDown() && area.getSelectedText().isEmpty()) {
                copy();
                event.consume();
            }
        });
        desk.listen(Page.TEXT, this);
    }

    @Override
    public void moment(Moment moment) {
        stale = true;
        if (area.getText().isEmpty()) {
            renew();
        }
    }

    @Override
    public void pulse(long nanos, List<Entry> fresh) {
        if (stale && nanos - made >= PATIENCE && area.getSelection().getLength() == 0) {
            made = nanos;
            renew();
        }
    }

    private void renew() {
        stale = false;
        String now = new StateText(desk.texts()).of(desk.timeline().shown());
        if (!now.equals(area.getText())) {
            double top = area.getScrollTop();
            double left = area.getScrollLeft();
            int caret = area.getCaretPosition();
            area.setText(now);
            area.positionCaret(Math.min(caret, now.length()));
            area.setScrollTop(top);
            area.setScrollLeft(left);
        }
    }

    @FXML
    private void copy() {
        new Commands(desk).copyState();
    }
}
