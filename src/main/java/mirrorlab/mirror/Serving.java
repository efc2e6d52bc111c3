package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.Consumer;
import mirrorlab.queue.Consumers;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;
import org.jspecify.annotations.Nullable;

/// What the master does for clients: takes messages, hands them out, settles them; each effect goes down the stream first
/// (P-07).
final class Serving {
    private final ReplicaBody body;
    private final MasterStream stream;
    private final Consumers consumers;
    private final Map<ChannelId, TreeSet<Long>> heldBy = new LinkedHashMap<>();
    private final Map<Long, ChannelId> holders = new HashMap<>();
    private long deliveredUpTo;
    private final List<QueueMessage.Request> deletes = new ArrayList<>();

    Serving(ReplicaBody body, MasterStream stream) {
        this.body = body;
        this.stream = stream;
        consumers = new Consumers(body.queue);
    }

    int consumerCount() {
        return consumers.count();
    }

    @Nullable
    ChannelId holderOf(long position) {
        return holders.get(position);
    }

    /// Channels of a node that consume, hold something, or sent something.
    Set<ChannelId> channelsOf(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>(body.views.channelsOf(node));
        heldBy.keySet().stream().filter(each -> each.node().equals(node)).forEach(channels::add);
        consumers.list().stream().map(Consumer::channel).filter(each -> each.node().equals(node))
                .forEach(channels::add);
        return channels;
    }

    // ---- in

    void copy(DirectCopy copy) {
        if (body.views.isKnownFromStream(copy.message().id())) {
            confirm(copy); // F-11 (5): the old master's stream brought it
        } else {
            publish(copy);
        }
    }

    void publish(DirectCopy copy) {
        Message message = copy.message();
        Consumer consumer = body.contents.readyCount() == 0 ? consumers.next() : null;
        body.traffic.enqueued(message.id());
        if (consumer == null) {
            stream.append(new ReplicaOperation.Publish(message));
            long position = body.contents.enqueue(message, copy.mirror());
            body.disk.put(position, message, copy.mirror());
            confirm(copy);
        } else if (consumer.autoAck()) {
            stream.append(new ReplicaOperation.Discard(message.id()));
            consumers.delivered(consumer, 0);
            deliver(consumer, 0, copy.mirror(), message);
            body.traffic.settled("auto-acknowledged", message.id());
            if (copy.confirm()) {
                body.confirm(message.id());
            }
        } else {
            stream.append(new ReplicaOperation.PublishDelivered(message));
            long position = body.contents.publishDelivered(message, true);
            body.disk.put(position, message, copy.mirror());
            hold(consumer.channel(), position);
            consumers.delivered(consumer, position);
            deliver(consumer, position, copy.mirror(), message);
            confirm(copy);
        }
    }

    /// P-19.
    private void confirm(DirectCopy copy) {
        if (!copy.confirm()) {
            return;
        }
        if (body.disk.keeps(copy.message())) {
            body.confirmWhenDurable(copy.message().id());
        } else {
            body.confirm(copy.message().id());
        }
    }

    // ---- out

    private void hold(ChannelId channel, long position) {
        heldBy.computeIfAbsent(channel, unused -> new TreeSet<>()).add(position);
        holders.put(position, channel);
    }

    private void letGo(long position, ChannelId settledBy) {
        ChannelId holder = holders.remove(position);
        if (holder != null) {
            TreeSet<Long> positions = heldBy.get(holder);
            if (positions != null && positions.remove(position) && positions.isEmpty()) {
                heldBy.remove(holder);
            }
        }
        consumers.settled(holder == null ? settledBy : holder, position);
    }

    private void deliver(Consumer consumer, long position, boolean redelivered, Message message) {
        body.tell(
                new QueueMessage.Delivery(consumer.channel(), body.id, consumer.tag(), position, redelivered, message));
        body.traffic.delivered(consumer.channel(), consumer.tag(), redelivered, consumer.autoAck(), message.id());
    }

    private void deliverReady() {
        Consumer consumer = consumers.next();
        while (consumer != null && body.contents.readyCount() > 0) {
            Held held = take(!consumer.autoAck());
            consumers.delivered(consumer, held.position());
            if (!consumer.autoAck()) {
                hold(consumer.channel(), held.position());
            }
            deliver(consumer, held.position(), held.delivered(), held.message());
            if (consumer.autoAck()) {
                body.traffic.settled("auto-acknowledged", held.message().id());
            }
            consumer = consumers.next();
        }
    }

    private Held take(boolean ackRequired) {
        stream.append(new ReplicaOperation.Drop(body.contents.readyCount() - 1, 1, ackRequired));
        Held held = body.contents.fetch(ackRequired);
        if (held == null) {
            throw new IllegalStateException("nothing is ready");
        }
        if (!ackRequired) {
            body.disk.remove(held);
        }
        return held;
    }

    // ---- requests

    void request(QueueMessage.Request request) {
        switch (request.wish()) {
            case Wish.Counts() -> answer(request, new Answer.Counted(body.contents.readyCount(), consumers.count()));
            case Wish.Get(boolean autoAck) -> get(request, autoAck);
            case Wish.Consume consume -> consume(request, consume);
            case Wish.Cancel(String tag) -> {
                boolean consumed = consumers.remove(request.channel(), tag) != null;
                body.traffic.touch();
                answer(request, new Answer.Cancelled());
                deleteIfUnused(consumed);
                deliverReady();
            }
            case Wish.Purge() -> purge(request);
            case Wish.Delete delete -> delete(request, delete);
        }
    }

    private void answer(QueueMessage.Request request, Answer answer) {
        body.tell(new QueueMessage.Reply(request.channel(), body.id, request.number(), answer));
    }

    private void get(QueueMessage.Request request, boolean autoAck) {
        if (body.contents.readyCount() == 0) {
            answer(request, new Answer.Empty());
            return;
        }
        Held held = take(!autoAck);
        MessageId id = held.message().id();
        if (!autoAck) {
            hold(request.channel(), held.position());
        }
        body.traffic.delivered(request.channel(), "", held.delivered(), autoAck, id);
        if (autoAck) {
            body.traffic.settled("auto-acknowledged", id);
        }
        answer(request, new Answer.Got(held.position(), held.delivered(), body.contents.readyCount(), held.message()));
    }

    private void consume(QueueMessage.Request request, Wish.Consume wish) {
        String refusal = consumers.add(new Consumer(request.channel(), wish.tag(), wish.prefetch(), wish.autoAck(),
                wish.exclusive(), wish.arguments()));
        if (refusal != null) {
            answer(request, new Answer.Refused(403, refusal));
            return;
        }
        body.traffic.touch();
        answer(request, new Answer.Consuming());
        deliverReady();
    }

    /// P-08: what is unacknowledged stays.
    private void purge(QueueMessage.Request request) {
        long count = body.contents.readyCount();
        stream.append(new ReplicaOperation.Drop(0, count, false));
        for (Held each : body.contents.purge()) {
            body.disk.remove(each);
            body.traffic.settled("purged", each.message().id());
        }
        answer(request, new Answer.Purged(count));
    }

    private void delete(QueueMessage.Request request, Wish.Delete wish) {
        if (wish.ifUnused() && consumers.count() > 0) {
            answer(request, new Answer.Refused(406, "PRECONDITION_FAILED - " + body.queue + " in use"));
        } else if (wish.ifEmpty() && body.contents.readyCount() > 0) {
            answer(request, new Answer.Refused(406, "PRECONDITION_FAILED - " + body.queue + " is not empty"));
        } else {
            deletes.add(request);
            body.propose(new MetadataChange.QueueDeleted(body.queue, body.id, "deleted"));
        }
    }

    /// The record is gone: what was here is deleted with it.
    void deleted() {
        long ready = body.contents.readyCount();
        Iterator<Standing> all = body.contents.inOrder();
        while (all.hasNext()) {
            body.traffic.settled("deleted", all.next().held().message().id());
        }
        deletes.forEach(each -> answer(each, new Answer.Deleted(ready)));
        deletes.clear();
    }

    // ---- settling

    /// F-22: by position, whoever was given it.
    void settle(QueueMessage.Settle settle) {
        MessageSet.Builder ids = new MessageSet.Builder();
        if (settle.outcome() == QueueMessage.Outcome.REQUEUE) {
            requeue(settle.positions(), settle.channel());
            deliverReady();
            return;
        }
        String fate = settle.outcome() == QueueMessage.Outcome.ACKNOWLEDGE ? "acknowledged" : "rejected";
        for (long position : settle.positions()) {
            letGo(position, settle.channel());
            Held held = body.contents.acknowledge(position);
            if (held != null) {
                ids.add(held.message().id());
                body.disk.remove(held);
                body.traffic.settled(fate, held.message().id());
            }
        }
        if (!ids.isEmpty()) {
            stream.append(new ReplicaOperation.Acknowledge(ids.build()));
        }
        deliverReady();
    }

    private void requeue(Iterable<Long> positions, ChannelId channel) {
        MessageSet.Builder ids = new MessageSet.Builder();
        List<Long> back = new ArrayList<>();
        for (long position : positions) {
            letGo(position, channel);
            back.add(position);
        }
        for (Held each : body.contents.requeue(back)) {
            ids.add(each.message().id());
            body.disk.put(each.position(), each.message(), true);
            body.traffic.requeued(each.message().id());
        }
        if (!ids.isEmpty()) {
            stream.append(new ReplicaOperation.Requeue(ids.build()));
        }
    }

    /// The channel closed, or its node died (F-37): consumers go, what it held returns in place.
    void channelGone(ChannelId channel) {
        boolean consumed = !consumers.removeAll(channel).isEmpty();
        TreeSet<Long> held = heldBy.get(channel);
        if (held != null) {
            requeue(List.copyOf(held), channel);
        }
        body.views.remove(channel);
        stream.append(new ReplicaOperation.SenderDeath(channel)); // P-17
        body.traffic.touch();
        deleteIfUnused(consumed);
        deliverReady();
    }

    private void deleteIfUnused(boolean consumed) {
        QueueRecord record = body.record;
        if (consumed && consumers.count() == 0 && record != null && record.autoDelete()) {
            body.propose(new MetadataChange.QueueDeleted(body.queue, body.id, "auto-delete"));
        }
    }

    /// What came from disk counts as delivered now, though the disk does not say so (N-09).
    void recoveredAfterKill() {
        deliveredUpTo = body.contents.nextPosition();
    }

    /// Before a clean stop: what was delivered once is marked so on disk, the rest returns as not delivered (N-09).
    void keepDelivered() {
        Iterator<Standing> all = body.contents.inOrder();
        while (all.hasNext()) {
            Standing each = all.next();
            if (each.unacknowledged() || each.held().position() < deliveredUpTo) {
                body.disk.put(each.held().position(), each.held().message(), true);
            }
        }
    }
}
