package mirrorlab.ui.motion;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.QueueName;

/// Rows that change faster than four times a second, for longer than a moment: nobody can follow what changes there, so they
/// get a band with the number of changes. What changes is who has which role and in which state; numbers of messages are
/// no change.
final class Unrest {
    /// In half a second: more than four a second.
    private static final long FAST = 2;
    private final Map<QueueName, Flow> changes = new TreeMap<>();
    private final Map<QueueName, List<Object>> standings = new TreeMap<>();

    void take(Happening happening, long nanos) {
        switch (happening) {
            case Happening.QueueRecorded it -> {
                List<Object> standing = new ArrayList<>(List.of(it.master(), it.synchronised(), it.state()));
                if (it.mirrors() != null) {
                    standing.addAll(it.mirrors());
                }
                if (!standing.equals(standings.put(it.queue(), standing))) {
                    changed(it.queue(), nanos);
                }
            }
            case Happening.MirrorPromoted it -> changed(it.queue(), nanos);
            case Happening.SyncStarted it -> changed(it.queue(), nanos);
            case Happening.SyncEnded it -> changed(it.queue(), nanos);
            case Happening.QueueRemoved it -> {
                changes.remove(it.queue());
                standings.remove(it.queue());
            }
            default -> {
            }
        }
    }

    private void changed(QueueName queue, long nanos) {
        changes.computeIfAbsent(queue, unused -> new Flow(nanos, FAST)).add(1, nanos);
    }

    /// Time goes on without changes.
    void pass(long nanos) {
        changes.values().forEach(each -> each.pass(nanos));
        changes.values().removeIf(each -> each.isOver(nanos));
    }

    /// Changes a second.
    Map<QueueName, Long> blurs() {
        Map<QueueName, Long> blurs = new TreeMap<>();
        changes.forEach((queue, flow) -> {
            if (flow.isRibbon()) {
                blurs.put(queue, flow.perSecond());
            }
        });
        return blurs;
    }

    void clear() {
        changes.clear();
        standings.clear();
    }
}
