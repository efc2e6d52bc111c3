package mirrorlab.ui.twin;

import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.timeline.Timeline;
import mirrorlab.vocabulary.QueueName;

/// Message rates of the last five seconds before a moment, as the recording tells them. Equal for equal recordings.
public record Rates(Map<QueueName, QueueRate> queues) {
    public static final Rates NONE = new Rates(Map.of());
    static final long WINDOW_MILLIS = 5000;
    /// Entries looked at, at most: in a busier cluster the window is shorter.
    private static final int MOST = 40_000;

    /// @param nowMillis
    ///            where the window ends
    public static Rates of(Timeline timeline, Moment moment, long nowMillis) {
        Map<QueueName, QueueRate> sums = new TreeMap<>();
        long since = nowMillis - WINDOW_MILLIS;
        int first = Math.max(0, moment.entries() - MOST);
        for (int at = moment.entries() - 1; at >= first; at--) {
            Entry entry = timeline.entry(at);
            if (entry.millis() < since - 1000) {
                break; // late entries stand a little out of order
            }
            if (entry.millis() >= since) {
                count(entry.happening(), moment, sums);
            }
        }
        sums.replaceAll((queue, sum) -> perSecond(sum));
        return new Rates(sums);
    }

    private static void count(Happening happening, Moment moment, Map<QueueName, QueueRate> sums) {
        switch (happening) {
            case Happening.MessagesEnqueued it -> {
                if (moment.queue(it.queue()).filter(queue -> queue.master().equals(it.replica())).isPresent()) {
                    sums.merge(it.queue(), new QueueRate(it.messages().count(), 0, 0), QueueRate::plus);
                }
            }
            case Happening.MessagesDelivered it ->
                sums.merge(it.queue(), new QueueRate(0, it.messages().count(), 0), QueueRate::plus);
            case Happening.MessagesSettled it when it.fate().equals("acknowledged") ->
                sums.merge(it.queue(), new QueueRate(0, 0, it.messages().count()), QueueRate::plus);
            default -> {
                // moves no message of a queue
            }
        }
    }

    private static QueueRate perSecond(QueueRate sum) {
        double seconds = WINDOW_MILLIS / 1000.0;
        return new QueueRate(sum.incoming() / seconds, sum.deliver() / seconds, sum.ack() / seconds);
    }

    public QueueRate of(QueueName queue) {
        return queues.getOrDefault(queue, QueueRate.NONE);
    }

    public QueueRate total() {
        return queues.values().stream().reduce(QueueRate.NONE, QueueRate::plus);
    }
}
