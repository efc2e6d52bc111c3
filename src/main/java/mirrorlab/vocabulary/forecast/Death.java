package mirrorlab.vocabulary.forecast;

import java.util.Locale;

/// How a node ends (F-07).
public enum Death {
    /// Nothing of the node runs from one moment to the next.
    KILL,
    /// A clean stop.
    STOP;

    /// `kill` or `stop`.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
