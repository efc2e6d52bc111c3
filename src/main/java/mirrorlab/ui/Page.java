package mirrorlab.ui;

import java.util.Locale;
import javafx.scene.input.KeyCode;

/// What can stand in the middle of the window, one at a time, in the order of its tabs. A page is built when it is shown for
/// the first time.
public enum Page {
    STAGE(FxmlFile.STAGE, KeyCode.F2), NETWORK(FxmlFile.NETWORK, KeyCode.F3), LOAD(FxmlFile.LOAD,
            KeyCode.F4), TOPOLOGY(FxmlFile.TOPOLOGY, KeyCode.F5), MANAGEMENT(FxmlFile.TWIN,
                    KeyCode.F6), TEXT(FxmlFile.TEXT, KeyCode.F7);

    private final FxmlFile file;
    private final KeyCode key;

    Page(FxmlFile file, KeyCode key) {
        this.file = file;
        this.key = key;
    }

    public FxmlFile file() {
        return file;
    }

    public KeyCode key() {
        return key;
    }

    /// Its tab's id; its words are `page.WORD` and `page.WORD.tip`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
