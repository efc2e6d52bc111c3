package mirrorlab.ui.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// Which lines of the event list or of the nodes' logs are listed.
///
/// @param logs the nodes' logs instead of the events
/// @param queue lines about this queue only; null for all
/// @param origin lines of this node (short name) or of the `lab`; null for all
/// @param words lower case; what the line's text or origin contains, empty for all
record EventFilter(boolean logs, @Nullable QueueName queue, @Nullable String origin, String words) {
    static final EventFilter ALL = new EventFilter(false, null, null, "");

    /// @param text what a line says, as it is shown
    List<EventLine> of(Timeline timeline, Function<EventLine, String> text) {
        List<EventLine> all = logs ? timeline.logs() : timeline.events();
        if (queue == null && origin == null && words.isEmpty()) {
            return all;
        }
        List<EventLine> kept = new ArrayList<>();
        for (EventLine each : all) {
            if (passes(each) && (words.isEmpty() || contains(each, text.apply(each)))) {
                kept.add(each);
            }
        }
        return kept;
    }

    private boolean passes(EventLine line) {
        return (origin == null || origin.equals(line.origin()))
                && (queue == null || queue.equals(line.queue()) || isNamed(queue, line));
    }

    /// A log says a queue's name in its words only.
    private static boolean isNamed(QueueName queue, EventLine line) {
        String log = line.log();
        return line.queue() == null && log != null && log.contains("'" + queue.name() + "'");
    }

    private boolean contains(EventLine line, String text) {
        return text.toLowerCase(Locale.ROOT).contains(words) || line.origin().contains(words)
                || line.rule().toLowerCase(Locale.ROOT).contains(words);
    }
}
