package mirrorlab.lab.ledger;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// What went through each open channel, as the journals of the nodes tell it: a channel counts its publishes, so the
/// highest number is how many there were.
final class ClientTraffic {
    private final Map<ChannelId, Counting> channels = new TreeMap<>();

    /// One channel; `held` is delivered and neither settled nor put back.
    private static final class Counting {
        private long published;
        private long confirmed;
        private long nacked;
        private long returned;
        private long delivered;
        private long settled;
        private final Map<QueueName, MessageSet> held = new TreeMap<>();

        private Counting copy() {
            Counting copy = new Counting();
            copy.published = published;
            copy.confirmed = confirmed;
            copy.nacked = nacked;
            copy.returned = returned;
            copy.delivered = delivered;
            copy.settled = settled;
            copy.held.putAll(held);
            return copy;
        }

        private MessageSet taken(QueueName queue, MessageSet messages) {
            MessageSet has = held.getOrDefault(queue, MessageSet.EMPTY);
            MessageSet left = has.isEmpty() ? has : has.minus(messages);
            MessageSet taken = has.isEmpty() ? has : has.minus(left);
            if (left.isEmpty()) {
                held.remove(queue);
            } else {
                held.put(queue, left);
            }
            return taken;
        }
    }

    void apply(Happening happening) {
        switch (happening) {
            case Happening.ChannelOpened now -> channels.put(now.channel(), new Counting());
            case Happening.ChannelClosed now -> channels.remove(now.channel());
            case Happening.CopiesSent now -> published(now.messages());
            case Happening.PublishesUnstored now -> published(now.messages());
            case Happening.PublishesAnswered now -> answered(now);
            case Happening.MessagesDelivered now -> delivered(now);
            case Happening.MessagesSettled now ->
                channels.values().forEach(each -> each.settled += each.taken(now.queue(), now.messages()).count());
            case Happening.MessagesRequeued now ->
                channels.values().forEach(each -> each.taken(now.queue(), now.messages()));
            default -> {
                // nothing of clients
            }
        }
    }

    private void published(MessageSet messages) {
        for (Interval each : messages.intervals()) {
            Counting counting = channels.get(each.channel());
            if (counting != null) {
                counting.published = Math.max(counting.published, each.last());
            }
        }
    }

    private void answered(Happening.PublishesAnswered now) {
        published(now.messages());
        Counting counting = channels.get(now.channel());
        if (counting != null) {
            long count = now.messages().count();
            switch (now.outcome()) {
                case "confirmed" -> counting.confirmed += count;
                case "nacked" -> counting.nacked += count;
                default -> counting.returned += count;
            }
        }
    }

    private void delivered(Happening.MessagesDelivered now) {
        Counting counting = channels.get(now.channel());
        if (counting != null) {
            counting.delivered += now.messages().count();
            if (now.autoAck()) {
                counting.settled += now.messages().count();
            } else {
                counting.held.merge(now.queue(), now.messages(), MessageSet::union);
            }
        }
    }

    void forgetEnded(ClusterPicture picture) {
        channels.keySet().removeIf(each -> !picture.isAlive(each));
    }

    /// The sum over some channels.
    ClientCounts of(Collection<ChannelId> some) {
        ClientCounts sum = ClientCounts.NONE;
        for (ChannelId each : some) {
            Counting one = channels.get(each);
            if (one != null) {
                sum = sum.plus(new ClientCounts(one.published, one.confirmed, one.nacked, one.returned, one.delivered,
                        one.settled));
            }
        }
        return sum;
    }

    ClientTraffic copy() {
        ClientTraffic copy = new ClientTraffic();
        channels.forEach((channel, counting) -> copy.channels.put(channel, counting.copy()));
        return copy;
    }
}
