package mirrorlab.station;

import java.util.Arrays;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// Puts into the node's log, in its form, what doors and libraries say through java.util.logging.
final class LibraryLog extends Handler {
    private final NodeLog log;
    private final SimpleFormatter words = new SimpleFormatter();

    private LibraryLog(NodeLog log) {
        this.log = log;
    }

    /// From now on, for the whole process.
    static void into(NodeLog log) {
        Logger root = Logger.getLogger("");
        Arrays.stream(root.getHandlers()).forEach(root::removeHandler);
        root.addHandler(new LibraryLog(log));
    }

    @Override
    public void publish(LogRecord said) {
        if (isLoggable(said)) {
            log.line(level(said.getLevel().intValue()), words.formatMessage(said), said.getThrown());
        }
    }

    private static String level(int value) {
        if (value >= Level.SEVERE.intValue()) {
            return "error";
        }
        return value >= Level.WARNING.intValue() ? "warning" : value >= Level.INFO.intValue() ? "info" : "debug";
    }

    @Override
    public void flush() {
        // the log keeps nothing back
    }

    @Override
    public void close() {
        // the log belongs to the node
    }
}
