package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.queue.Consumer;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueRecord;

/// What the master does for clients: takes messages, hands them out, settles them; each effect goes down the stream first
/// (P-07).
final class Serving {
    private final ReplicaBody body;
    private final MasterStream stream;
    final Dispatch dispatch;
    final Limits limits;
    private long deliveredUpTo;
    private final List<QueueMessage.Request> deletes = new ArrayList<>();

    Serving(ReplicaBody body, MasterStream stream) {
        this.body = body;
        this.stream = stream;
        dispatch = new Dispatch(body, stream);
        limits = dispatch.limits();
    }

    /// Channels of a node that consume, hold something, or sent something.
    Set<ChannelId> channelsOf(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>(body.views.channelsOf(node));
        channels.addAll(dispatch.channelsOf(node));
        return channels;
    }

    // ---- in

    void copy(DirectCopy copy) {
        body.credit.owe(copy.message().id().channel(), copy.mirror() ? 2 : 1); // P-29
        if (body.views.isKnownFromStream(copy.message().id())) {
            confirm(copy); // F-11 (5): the old master's stream brought it
        } else {
            publish(copy);
        }
    }

    /// A copy that this master had as a mirror.
    void fromChannel(DirectCopy copy) {
        body.credit.owe(copy.message().id().channel(), 1);
        publish(copy);
    }

    private void publish(DirectCopy copy) {
        if (limits.refuses(copy.message())) {
            limits.refuse(copy.message());
            if (copy.confirm()) {
                body.refuse(copy.message().id());
            }
            return;
        }
        Message message = limits.stamped(copy.message());
        Consumer consumer = body.contents.readyCount() == 0 ? dispatch.next() : null;
        body.traffic.enqueued(message.id());
        if (consumer == null && limits.dropsAtOnce(message)) {
            discard(copy);
            body.traffic.settled("expired", message.id());
        } else if (consumer == null) {
            stream.append(new ReplicaOperation.Publish(message));
            long position = body.contents.enqueue(message, copy.mirror());
            body.disk.put(position, message, copy.mirror());
            confirm(copy);
            limits.added();
        } else if (consumer.autoAck()) {
            discard(copy);
            dispatch.handOut(consumer, 0, copy.mirror(), message);
        } else {
            stream.append(new ReplicaOperation.PublishDelivered(message));
            long position = body.contents.publishDelivered(message, true);
            body.disk.put(position, message, copy.mirror());
            dispatch.handOut(consumer, position, copy.mirror(), message);
            confirm(copy);
        }
        dispatch.askForRoom();
    }

    /// Nobody has to hold it.
    private void discard(DirectCopy copy) {
        stream.append(new ReplicaOperation.Discard(copy.message().id()));
        if (copy.confirm()) {
            body.confirm(copy.message().id());
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

    // ---- requests

    void request(QueueMessage.Request request) {
        switch (request.wish()) {
            case Wish.Counts() -> {
                limits.used();
                answer(request, new Answer.Counted(body.contents.readyCount(), dispatch.consumerCount()));
            }
            case Wish.Get(boolean autoAck) -> get(request, autoAck);
            case Wish.Consume consume -> consume(request, consume);
            case Wish.Cancel(String tag) -> cancel(request, tag);
            case Wish.Purge() -> purge(request);
            case Wish.Delete delete -> delete(request, delete);
        }
    }

    private void answer(QueueMessage.Request request, Answer answer) {
        body.tell(new QueueMessage.Reply(request.channel(), body.id, request.number(), answer));
    }

    private void get(QueueMessage.Request request, boolean autoAck) {
        limits.used();
        limits.dropExpired();
        if (body.contents.readyCount() == 0) {
            answer(request, new Answer.Empty());
            return;
        }
        Held held = dispatch.take(!autoAck);
        MessageId id = held.message().id();
        if (!autoAck) {
            dispatch.hold(request.channel(), held.position());
        }
        body.traffic.delivered(request.channel(), "", held.delivered(), autoAck, id);
        if (autoAck) {
            body.traffic.settled("auto-acknowledged", id);
        }
        limits.dropExpired();
        answer(request, new Answer.Got(held.position(), held.delivered(), body.contents.readyCount(), held.message()));
    }

    private void consume(QueueMessage.Request request, Wish.Consume wish) {
        answer(request, dispatch.consume(request.channel(), wish));
        dispatch.deliverReady();
    }

    private void cancel(QueueMessage.Request request, String tag) {
        boolean consumed = dispatch.cancel(request.channel(), tag);
        dispatch.returnRoom(request.channel());
        answer(request, new Answer.Cancelled());
        deleteIfUnused(consumed);
        dispatch.deliverReady();
    }

    /// P-08: what is unacknowledged stays.
    private void purge(QueueMessage.Request request) {
        long count = body.contents.readyCount();
        stream.append(new ReplicaOperation.Drop(0, count, false));
        for (long left = count; left > 0; left--) {
            Held each = body.contents.fetch(false);
            if (each != null) {
                body.disk.remove(each);
                body.traffic.settled("purged", each.message().id());
            }
        }
        answer(request, new Answer.Purged(count));
    }

    private void delete(QueueMessage.Request request, Wish.Delete wish) {
        if (wish.ifUnused() && dispatch.consumerCount() > 0) {
            answer(request, new Answer.Refused(406, "PRECONDITION_FAILED - " + body.queue + " in use"));
        } else if (wish.ifEmpty() && body.contents.readyCount() > 0) {
            answer(request, new Answer.Refused(406, "PRECONDITION_FAILED - " + body.queue + " not empty"));
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

    void settle(QueueMessage.Settle settle) {
        dispatch.settle(settle);
        dispatch.deliverReady();
    }

    /// The channel closed, or its node died (F-37): consumers go, what it held returns in place. With a node go all its channels
    /// before anything is handed out again, so that nothing is given to the dead.
    void channelGone(ChannelId channel) {
        boolean consumed = dispatch.channelGone(channel);
        if (!body.hasItsNode(channel)) {
            for (ChannelId each : dispatch.channelsOf(channel.node())) {
                consumed |= each.incarnation() == channel.incarnation() && dispatch.channelGone(each);
            }
        }
        body.views.remove(channel);
        body.credit.forget(channel);
        stream.append(new ReplicaOperation.SenderDeath(channel)); // P-17
        body.traffic.touch();
        deleteIfUnused(consumed);
        dispatch.deliverReady();
    }

    private void deleteIfUnused(boolean consumed) {
        QueueRecord record = body.record;
        if (consumed) {
            limits.used();
        }
        if (consumed && dispatch.consumerCount() == 0 && record != null && record.autoDelete()) {
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
