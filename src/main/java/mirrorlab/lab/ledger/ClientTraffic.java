package mirrorlab.lab.ledger;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
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
    /// Channels that hold messages of a queue; some that are closed may still be among them.
    private final Map<QueueName, TreeSet<ChannelId>> holders = new TreeMap<>();

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
                take(now.queue(), each -> each.settled += each.taken(now.queue(), now.messages()).count());
            case Happening.MessagesRequeued now -> take(now.queue(), each -> each.taken(now.queue(), now.messages()));
            default -> {
                // nothing of clients
            }
        }
    }

    private void take(QueueName queue, Consumer<Counting> from) {
        TreeSet<ChannelId> its = holders.get(queue);
        if (its == null) {
            return;
        }
        its.removeIf(id -> {
            Counting counting = channels.get(id);
            if (counting != null) {
                from.accept(counting);
            }
            return counting == null || !counting.held.containsKey(queue);
        });
        if (its.isEmpty()) {
            holders.remove(queue);
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
                holders.computeIfAbsent(now.queue(), unused -> new TreeSet<>()).add(now.channel());
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
                        one.settled, one.held.values().stream().mapToLong(MessageSet::count).sum()));
            }
        }
        return sum;
    }

    ClientTraffic copy() {
        ClientTraffic copy = new ClientTraffic();
        channels.forEach((channel, counting) -> copy.channels.put(channel, counting.copy()));
        holders.forEach((queue, its) -> copy.holders.put(queue, new TreeSet<>(its)));
        return copy;
    }
}
