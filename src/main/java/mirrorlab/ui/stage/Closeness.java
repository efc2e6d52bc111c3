package mirrorlab.ui.stage;

import java.util.Locale;

/// How close one looks at the queues: from afar glyphs, nearer numbers, closest the messages themselves.
public enum Closeness {
    /// As many queues as there are decide.
    AUTOMATIC, GLYPHS, NUMBERS, MESSAGES;

    /// Nearer (1) or further (-1).
    Closeness step(int direction) {
        int wanted = Math.clamp(ordinal() + direction, GLYPHS.ordinal(), MESSAGES.ordinal());
        return this == AUTOMATIC ? direction > 0 ? MESSAGES : GLYPHS : values()[wanted];
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
