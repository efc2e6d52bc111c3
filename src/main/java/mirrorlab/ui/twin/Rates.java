package mirrorlab.ui.twin;

import java.util.Map;
import mirrorlab.journal.Entry;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.ui.timeline.Timeline;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// Message rates of the last five seconds before a moment, as the recording tells them. Equal for equal recordings.
///
/// @param exchanges
///            only those through which something went; `channels` and `queues` likewise
public record Rates(Map<QueueName, QueueRate> queues, Map<ExchangeName, ExchangeRate> exchanges,
        Map<ChannelId, ChannelRate> channels) {
    public static final Rates NONE = new Rates(Map.of(), Map.of(), Map.of());
    static final long WINDOW_MILLIS = 5000;
    /// Late entries stand a little out of order.
    private static final long DISORDER_MILLIS = 1000;
    /// Entries looked at, at most: in a busier cluster the window is shorter.
    private static final int MOST = 40_000;

    /// @param nowMillis
    ///            where the window ends
    public static Rates of(Timeline timeline, Moment moment, long nowMillis) {
        RateCount count = new RateCount(moment);
        long since = nowMillis - WINDOW_MILLIS;
        int first = Math.max(0, moment.entries() - MOST);
        for (int at = moment.entries() - 1; at >= first; at--) {
            Entry entry = timeline.entry(at);
            if (entry.millis() >= since) {
                count.take(entry.happening());
            } else if (entry.millis() < since - DISORDER_MILLIS && count.knowsWhoAcknowledged()) {
                break;
            } else {
                count.takeOlder(entry.happening());
            }
        }
        return count.rates(WINDOW_MILLIS / 1000.0);
    }

    public QueueRate of(QueueName queue) {
        return queues.getOrDefault(queue, QueueRate.NONE);
    }

    public ExchangeRate of(ExchangeName exchange) {
        return exchanges.getOrDefault(exchange, ExchangeRate.NONE);
    }

    public ChannelRate of(ChannelId channel) {
        return channels.getOrDefault(channel, ChannelRate.NONE);
    }

    public QueueRate total() {
        return queues.values().stream().reduce(QueueRate.NONE, QueueRate::plus);
    }
}
