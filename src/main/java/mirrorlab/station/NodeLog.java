package mirrorlab.station;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A node's log: `2026-11-29T17:24:26.123Z [info] text`. Safe for use by several threads when the receiver of lines is.
record NodeLog(Consumer<String> lines) {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final int LONGEST = 4_000;
    /// In names that clients give: nobody ends our line or begins one.
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]");
    /// Of a stack trace.
    private static final int MOST_LINES = 60;

    void line(String level, String text) {
        String shown = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        lines.accept(TIME.format(Instant.now()) + " [" + level + "] " + CONTROL.matcher(shown).replaceAll(" "));
    }

    /// With the stack trace, a line each.
    void line(String level, String text, @Nullable Throwable cause) {
        line(level, text);
        if (cause != null) {
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace));
            trace.toString().lines().limit(MOST_LINES).forEach(lines);
        }
    }
}
