package mirrorlab.ui.twin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Happening;
import mirrorlab.ui.timeline.Moment;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// Counts what the happenings of a window tell, the newest first.
///
/// A message has one id wherever it goes, so one that comes to several queues was published once. Publishes to the default
/// exchange are told by their queues only: they are what came to queues and went through no other exchange. Who acknowledged is
/// not told either: it is the channel that the message was last delivered to, perhaps before the window.
final class RateCount {
    private final Moment moment;
    private final Map<QueueName, QueueRate> queues = new TreeMap<>();
    private final Map<ExchangeName, ExchangeRate> exchanges = new TreeMap<>();
    private final Map<ChannelId, ChannelRate> channels = new TreeMap<>();
    private final Map<QueueName, MessageSet> acknowledged = new TreeMap<>();
    private final Map<String, MessageSet.Builder> enqueued = new TreeMap<>();
    private final MessageSet.Builder routed = new MessageSet.Builder();
    private final MessageSet.Builder unstored = new MessageSet.Builder();

    RateCount(Moment moment) {
        this.moment = moment;
    }

    void take(Happening happening) {
        switch (happening) {
            case Happening.MessagesEnqueued it -> {
                if (moment.queue(it.queue()).filter(queue -> queue.master().equals(it.replica())).isPresent()) {
                    queue(it.queue(), new QueueRate(it.messages().count(), 0, 0));
                    enqueued.computeIfAbsent(it.queue().vhost(), unused -> new MessageSet.Builder())
                            .addAll(it.messages().intervals());
                }
            }
            case Happening.MessagesDelivered it -> {
                long count = it.messages().count();
                queue(it.queue(), new QueueRate(0, count, 0));
                channel(it.channel(), new ChannelRate(0, 0, count, 0));
                acknowledgedBy(it);
            }
            case Happening.MessagesSettled it when it.fate().equals("acknowledged") -> {
                queue(it.queue(), new QueueRate(0, 0, it.messages().count()));
                acknowledged.merge(it.queue(), it.messages(), MessageSet::union);
            }
            case Happening.PublishesRouted it -> {
                long count = it.messages().count();
                exchange(it.exchange(), new ExchangeRate(count, (double) count * it.to().size()));
                routed.addAll(it.messages().intervals());
            }
            case Happening.MessagesDeadLettered it -> routed.addAll(List.of(it.copies()));
            case Happening.PublishesUnstored it -> unstored.addAll(it.messages().intervals());
            case Happening.PublishesAnswered it when it.outcome().equals("confirmed") ->
                channel(it.channel(), new ChannelRate(0, it.messages().count(), 0, 0));
            default -> {
                // moves no message
            }
        }
    }

    /// From before the window: only who was given what is acknowledged in it.
    void takeOlder(Happening happening) {
        if (happening instanceof Happening.MessagesDelivered it) {
            acknowledgedBy(it);
        }
    }

    boolean knowsWhoAcknowledged() {
        return acknowledged.isEmpty();
    }

    private void acknowledgedBy(Happening.MessagesDelivered it) {
        MessageSet open = acknowledged.get(it.queue());
        if (open == null || it.autoAck()) {
            return;
        }
        MessageSet left = open.minus(it.messages());
        channel(it.channel(), new ChannelRate(0, 0, 0, open.count() - left.count()));
        if (left.isEmpty()) {
            acknowledged.remove(it.queue());
        } else {
            acknowledged.put(it.queue(), left);
        }
    }

    private void queue(QueueName queue, QueueRate more) {
        queues.merge(queue, more, QueueRate::plus);
    }

    private void channel(ChannelId channel, ChannelRate more) {
        if (!more.isNone()) {
            channels.merge(channel, more, ChannelRate::plus);
        }
    }

    private void exchange(ExchangeName exchange, ExchangeRate more) {
        exchanges.merge(exchange, more, ExchangeRate::plus);
    }

    Rates rates(double seconds) {
        MessageSet elsewhere = routed.build();
        MessageSet published = unstored.build().union(elsewhere);
        for (Map.Entry<String, MessageSet.Builder> each : enqueued.entrySet()) {
            MessageSet all = each.getValue().build();
            double direct = all.minus(elsewhere).count();
            if (direct > 0) {
                exchange(new ExchangeName(each.getKey(), ""), new ExchangeRate(direct, direct));
            }
            published = published.union(all);
        }
        for (Interval each : published.intervals()) {
            channel(each.channel(), new ChannelRate(each.count(), 0, 0, 0));
        }
        queues.replaceAll((queue, sum) -> new QueueRate(sum.incoming() / seconds, sum.deliver() / seconds,
                sum.ack() / seconds));
        exchanges.replaceAll((exchange, sum) -> sum.divided(seconds));
        channels.replaceAll((channel, sum) -> sum.divided(seconds));
        return new Rates(queues, exchanges, channels);
    }
}
