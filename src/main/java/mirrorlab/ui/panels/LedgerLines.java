package mirrorlab.ui.panels;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.QueueAccount;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.QueueName;

/// The accounts of all queues as lines, and their sum.
record LedgerLines(List<Line> lines, Line total) {

    /// @param held on the master: safe, at risk, unacknowledged, or on its way there
    /// @param ended taken by clients or ended as somebody wished
    /// @param gone unreachable or not known
    record Line(QueueName queue, long published, long held, long ended, long gone, long lost,
            long lostAlthoughConfirmed) {

        static Line of(QueueAccount account) {
            long held = 0;
            long ended = 0;
            long gone = 0;
            for (Fate fate : Fate.values()) {
                long count = account.of(fate).count();
                switch (fate) {
                    case SAFE, AT_RISK, UNACKNOWLEDGED, IN_FLIGHT -> held += count;
                    case ACKNOWLEDGED, AUTO_ACKNOWLEDGED, REJECTED, EXPIRED, DROPPED, PURGED, DELETED, DEAD_LETTERED,
                            UNROUTABLE, REFUSED ->
                        ended += count;
                    case UNREACHABLE, NOT_KNOWN -> gone += count;
                    case LOST -> {
                    }
                }
            }
            return new Line(account.queue(), account.published().count(), held, ended, gone,
                    account.of(Fate.LOST).count(), account.lostAlthoughConfirmed().count());
        }

        Line plus(Line other) {
            return new Line(queue, published + other.published, held + other.held, ended + other.ended,
                    gone + other.gone, lost + other.lost, lostAlthoughConfirmed + other.lostAlthoughConfirmed);
        }
    }

    /// @param name part of a queue's name, empty for all
    /// @param lossesOnly queues that lost something
    static LedgerLines of(Moment moment, String name, boolean lossesOnly) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        List<Line> lines = new ArrayList<>();
        Line total = new Line(QueueName.of(""), 0, 0, 0, 0, 0, 0);
        for (QueueAccount account : moment.ledger().accounts()) {
            Line line = Line.of(account);
            total = total.plus(line);
            if (line.queue().name().toLowerCase(Locale.ROOT).contains(wanted) && (!lossesOnly || line.lost() > 0)) {
                lines.add(line);
            }
        }
        return new LedgerLines(lines, total);
    }
}
