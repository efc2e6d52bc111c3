package mirrorlab.ui;

import java.util.Locale;

/// What stands at the right of the window while no form does.
public enum Aside {
    /// The newest reasons, and the account of the selected queue.
    WHY,
    /// What would become of every queue if a node ended now.
    FORECAST,
    /// The accounts of all queues, message by message.
    LEDGER;

    /// Its tab's id; its words are `aside.WORD` and `aside.WORD.tip`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Aside next() {
        return values()[(ordinal() + 1) % values().length];
    }
}
