package mirrorlab.ui.timeline;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Times as the window writes them.
public final class Clock {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT)
            .withZone(ZoneId.systemDefault());

    private Clock() {}

    /// `14:02:38.133`
    public static String time(long millis) {
        return TIME.format(Instant.ofEpochMilli(millis));
    }

    /// `02:41`
    public static String elapsed(long millis) {
        long seconds = Math.max(0, millis) / 1000;
        return seconds < 3600
                ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
