package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A channel's consumers, and how they move to another master (F-19, F-20).
final class Subscriptions {
    private final ChannelOutput out;
    private final Directory directory;
    private final Deliveries deliveries;
    private final SharedLimit limit;
    private final Unwritten unwritten;
    private final boolean cancelNotify;
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    /// How many deliveries of its present master came to a consumer that acknowledges automatically.
    private final Map<String, Long> arrived = new LinkedHashMap<>();

    /// A consumer as the channel remembers it.
    ///
    /// @param master null while it waits to be moved to another one
    private record Subscription(Operation.Consume how, @Nullable ReplicaId master) {}

    Subscriptions(ChannelOutput out, Directory directory, Deliveries deliveries, SharedLimit limit, Unwritten unwritten,
            boolean cancelNotify) {
        this.out = out;
        this.directory = directory;
        this.deliveries = deliveries;
        this.limit = limit;
        this.unwritten = unwritten;
        this.cancelNotify = cancelNotify;
    }

    /// The masters that deliver to this channel.
    Set<ReplicaId> masters() {
        Set<ReplicaId> masters = new LinkedHashSet<>();
        for (Subscription each : subscriptions.values()) {
            ReplicaId master = each.master();
            if (master != null) {
                masters.add(master);
            }
        }
        return masters;
    }

    List<ChannelState.Subscriber> list() {
        return subscriptions.values().stream().map(Subscription::how).map(each -> new ChannelState.Subscriber(
                each.queue(), each.tag(), each.prefetch(), each.autoAck(), each.exclusive(), each.arguments()))
                .toList();
    }

    boolean has(String tag) {
        return subscriptions.containsKey(tag);
    }

    /// The master has taken the consumer.
    void added(Operation.Consume consume, ReplicaId master) {
        Operation.Consume how = new Operation.Consume(consume.queue(), consume.tag(), consume.prefetch(),
                consume.autoAck(), consume.exclusive(), true, consume.arguments(), true);
        subscriptions.put(consume.tag(), new Subscription(how, master));
        if (!consume.again()) {
            out.happened(new Happening.ConsumerAdded(out.id.node(), out.id, consume.queue(), consume.tag(),
                    consume.prefetch(), consume.autoAck()));
            if (!consume.noWait()) {
                out.event(new ClientEvent.ConsumeOk(consume.tag()));
            }
        }
    }

    /// The queue whose master has to be asked to end this consumer; null when there is none to be asked.
    @Nullable
    QueueName servedFrom(String tag) {
        Subscription subscription = subscriptions.get(tag);
        return subscription == null || subscription.master() == null || !directory.isAlive(subscription.master())
                ? null
                : subscription.how().queue();
    }

    /// The client's own cancel is done.
    void cancelled(String tag, boolean noWait) {
        remove(tag, "cancelled");
        if (!noWait) {
            out.event(new ClientEvent.CancelOk(tag));
        }
    }

    void on(QueueMessage.Delivery delivery) {
        limit.arrived(delivery.by());
        Subscription subscription = subscriptions.get(delivery.tag());
        if (subscription == null || !delivery.by().equals(subscription.master())) {
            unsubscribe(delivery.by(), delivery.tag()); // or it would deliver what comes back to the same consumer for ever
            if (delivery.position() > 0) {
                out.send(new QueueMessage.Settle(delivery.by(), out.id, List.of(delivery.position()),
                        Outcome.REQUEUE));
            }
            unwritten.refused(delivery.by());
            return;
        }
        Operation.Consume how = subscription.how();
        long tag = deliveries.deliver(how.queue(), delivery.position(), how.autoAck(), true, delivery.by(),
                delivery.message().id());
        if (how.autoAck()) {
            arrived.merge(how.tag(), 1L, Long::sum);
        }
        unwritten.delivered(delivery.by());
        out.event(new ClientEvent.Delivered(how.tag(), tag, delivery.redelivered(), delivery.message()));
    }

    /// @param record null when the queue is gone
    void recordChanged(QueueName queue, @Nullable QueueRecord record) {
        if (record == null || record.down()) {
            for (Map.Entry<String, Subscription> each : List.copyOf(subscriptions.entrySet())) {
                if (each.getValue().how().queue().equals(queue)) {
                    cancelledByServer(each.getKey(), "queue-gone");
                }
            }
        }
    }

    /// F-19.
    ///
    /// @return who has to consume again, in the order of subscription
    List<Operation.Consume> replicaGone(ReplicaId replica) {
        List<Operation.Consume> again = new ArrayList<>();
        for (Map.Entry<String, Subscription> each : List.copyOf(subscriptions.entrySet())) {
            Operation.Consume how = each.getValue().how();
            if (replica.equals(each.getValue().master())) {
                if (how.autoAck()) {
                    out.happened(new Happening.DeliveriesCutOff(out.id.node(), out.id, how.queue(), how.tag(), replica,
                            arrived.getOrDefault(how.tag(), 0L)));
                    arrived.remove(how.tag());
                }
                if (Boolean.TRUE.equals(how.arguments().get("x-cancel-on-ha-failover"))) {
                    cancelledByServer(how.tag(), "ha-failover");
                } else {
                    subscriptions.put(how.tag(), new Subscription(how, null));
                    again.add(how);
                }
            }
        }
        return again;
    }

    void cancelledByServer(String tag, String reason) {
        Subscription subscription = subscriptions.get(tag);
        if (subscription != null) {
            ReplicaId master = subscription.master();
            if (master != null && directory.isAlive(master)) {
                unsubscribe(master, tag);
            }
            remove(tag, reason);
            if (cancelNotify) {
                out.event(new ClientEvent.ServerCancel(tag)); // F-20
            }
        }
    }

    /// The client's consumer has ended; a master that still has it is told to forget it. Its answer is for nobody.
    private void unsubscribe(ReplicaId master, String tag) {
        out.send(new QueueMessage.Request(master, out.id, 0, new Wish.Cancel(tag)));
    }

    private void remove(String tag, String reason) {
        Subscription gone = subscriptions.remove(tag);
        arrived.remove(tag);
        if (gone != null) {
            out.happened(new Happening.ConsumerRemoved(out.id.node(), out.id, gone.how().queue(), tag, reason));
        }
    }
}
