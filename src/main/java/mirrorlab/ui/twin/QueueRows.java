package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import mirrorlab.journal.Happening;
import mirrorlab.journal.QueuePicture;
import mirrorlab.vocabulary.QueueName;

/// Works out the list of queues. Pure: the same screen gives equal rows.
public final class QueueRows {
    private QueueRows() {}

    /// In order of virtual host and name.
    public static List<QueueRow> of(Screen screen) {
        Map<QueueName, Long> consumers = screen.moment().picture().consumers().stream()
                .collect(Collectors.groupingBy(Happening.ConsumerAdded::queue, Collectors.counting()));
        return screen.moment().picture().queues().stream().map(
                queue -> of(queue, screen, consumers.getOrDefault(queue.name(), 0L).intValue())).toList();
    }

    static QueueRow of(QueuePicture queue, Screen screen, int consumers) {
        QueueState state = QueueState.of(queue, screen.nowMillis());
        // an exclusive queue is shown without mirrors, and N-06 leaves out what is not known
        String operator = Definition.operatorPolicy(queue, screen.moment().picture())
                .map(Happening.OperatorPolicySet::name).orElse(null);
        return new QueueRow(queue.name(), queue.master().node(), queue.badges(), Feature.of(queue.record()),
                queue.record().policy(), state == QueueState.DOWN ? null : operator, state,
                state == QueueState.IDLE ? QueueState.lastHeard(queue) : 0,
                counts(queue), screen.rates().of(queue.name()), consumers);
    }

    private static QueueRow.@org.jspecify.annotations.Nullable Counts counts(QueuePicture queue) {
        boolean told = queue.state() == QueuePicture.State.RUNNING || queue.state() == QueuePicture.State.SYNCING;
        return queue.masterReplica().filter(master -> told)
                .map(master -> new QueueRow.Counts(master.readyCount(), master.unacknowledgedCount())).orElse(null);
    }

    /// Those whose name contains the text, or matches it as a regular expression.
    public static List<QueueRow> filter(List<QueueRow> rows, String text, boolean regular) {
        if (text.isEmpty()) {
            return rows;
        }
        Function<String, Boolean> matches = regular
                ? regular(text)
                : name -> name.toLowerCase(java.util.Locale.ROOT)
                        .contains(text.toLowerCase(java.util.Locale.ROOT));
        return rows.stream().filter(row -> matches.apply(row.name())).toList();
    }

    /// Half a regular expression matches nothing yet.
    private static Function<String, Boolean> regular(String text) {
        try {
            java.util.regex.Pattern pattern = java.util.regex.Pattern.compile(text,
                    java.util.regex.Pattern.CASE_INSENSITIVE);
            return name -> pattern.matcher(name).find();
        } catch (java.util.regex.PatternSyntaxException e) {
            return name -> false;
        }
    }
}
