package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.journal.Happening;
import mirrorlab.queue.ChannelLimit;
import mirrorlab.queue.Consumer;
import mirrorlab.queue.Consumers;
import mirrorlab.queue.Held;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// The master's half that hands out: consumers, who holds what, and what comes back.
final class Dispatch {
    private static final String SINGLE_ACTIVE = "x-single-active-consumer";
    /// As much room is asked for at a time at most.
    private static final long MOST_ROOM = 1000;
    private final ReplicaBody body;
    private final MasterStream stream;
    private final Limits limits;
    private final Consumers consumers;
    private final Map<ChannelId, TreeSet<Long>> heldBy = new LinkedHashMap<>();
    private final Map<Long, ChannelId> holders = new HashMap<>();

    Dispatch(ReplicaBody body, MasterStream stream) {
        this.body = body;
        this.stream = stream;
        limits = new Limits(body, stream, this::consumerCount);
        boolean singleActive = body.record != null
                && Boolean.TRUE.equals(body.record.arguments().get(SINGLE_ACTIVE));
        consumers = new Consumers(body.queue, singleActive);
    }

    Limits limits() {
        return limits;
    }

    int consumerCount() {
        return consumers.count();
    }

    @Nullable
    Consumer activeConsumer() {
        return consumers.active();
    }

    List<Consumers.State> consumerStates() {
        return consumers.states();
    }

    @Nullable
    ChannelId holderOf(long position) {
        return holders.get(position);
    }

    /// Nodes whose channels hold something.
    List<NodeName> holders() {
        return heldBy.keySet().stream().map(ChannelId::node).distinct().toList();
    }

    /// Channels of a node that consume or hold something.
    Set<ChannelId> channelsOf(NodeName node) {
        Set<ChannelId> channels = new LinkedHashSet<>();
        heldBy.keySet().stream().filter(each -> each.node().equals(node)).forEach(channels::add);
        consumers.list().stream().map(Consumer::channel).filter(each -> each.node().equals(node))
                .forEach(channels::add);
        return channels;
    }

    // ---- out

    /// Who gets the message that is there now; null when nobody has room.
    @Nullable
    Consumer next() {
        return consumers.next();
    }

    /// Hands over a message that was fetched, or that never was in the queue.
    ///
    /// @param position 0 when it has none, because it need not be acknowledged
    void handOut(Consumer consumer, long position, boolean redelivered, Message message) {
        consumers.delivered(consumer, position);
        if (!consumer.autoAck()) {
            hold(consumer.channel(), position);
        }
        body.tell(
                new QueueMessage.Delivery(consumer.channel(), body.id, consumer.tag(), position, redelivered, message));
        body.traffic.delivered(consumer.channel(), consumer.tag(), redelivered, consumer.autoAck(), message.id());
        if (consumer.autoAck()) {
            body.traffic.settled("auto-acknowledged", message.id());
        }
    }

    /// Hands out what is ready, as far as there is room.
    void deliverReady() {
        limits.dropExpired();
        while (body.contents.readyCount() > 0) {
            Consumer consumer = consumers.next();
            if (consumer == null) {
                break;
            }
            Held held = take(!consumer.autoAck());
            handOut(consumer, held.position(), held.delivered(), held.message());
            limits.dropExpired();
        }
        askForRoom();
    }

    /// Asks those channels that would get more under their shared limit.
    void askForRoom() {
        long count = Math.clamp(body.contents.readyCount(), 1, MOST_ROOM);
        for (Consumers.Lack each : consumers.takeLacking(count)) {
            body.tell(new QueueMessage.RoomWanted(each.channel(), body.id, each.generation(), count));
        }
    }

    void hold(ChannelId channel, long position) {
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

    Held take(boolean ackRequired) {
        Held held = body.contents.fetch(ackRequired);
        if (held == null) {
            throw new IllegalStateException("nothing is ready");
        }
        stream.taken(held, ackRequired);
        if (!ackRequired) {
            body.disk.remove(held);
        }
        return held;
    }

    // ---- consumers

    Answer consume(ChannelId channel, Wish.Consume wish) {
        Answer refusal = consumers.add(new Consumer(channel, wish.tag(), wish.prefetch(), wish.autoAck(),
                wish.exclusive(), wish.arguments()), wish.limit());
        if (refusal != null) {
            return refusal;
        }
        body.traffic.touch();
        return new Answer.Consuming();
    }

    /// @return whether there was one
    boolean cancel(ChannelId channel, String tag) {
        Consumer consumer = consumers.remove(channel, tag);
        body.traffic.touch();
        return consumer != null;
    }

    /// After a cancel, what its channel gave goes back when it has no other consumer here.
    void returnRoom(ChannelId channel) {
        long generation = consumers.generation(channel);
        if (consumers.count(channel) == 0 && generation > 0) {
            body.tell(new QueueMessage.RoomWanted(channel, body.id, generation, 0));
            body.tell(new QueueMessage.RoomReturned(channel, body.id, generation, consumers.takeBack(channel)));
        }
    }

    // ---- what channels have room for

    /// @param mayDeliver false while a synchronisation holds everything else up
    void on(QueueMessage.ChannelNews news, boolean mayDeliver) {
        ChannelId channel = news.channel();
        switch (news) {
            case QueueMessage.Written written -> consumers.written(channel, written.count());
            case QueueMessage.Limited limited -> limit(channel, limited.limit());
            case QueueMessage.Room room -> consumers.give(channel, room.generation(), room.count());
            case QueueMessage.RecallRoom recall -> recall(channel, recall.generation());
        }
        if (mayDeliver) {
            deliverReady();
        }
        if (news instanceof QueueMessage.Room && consumers.count(channel) == 0) {
            returnRoom(channel);
        } else if (news instanceof QueueMessage.Room && consumers.hasEnough(channel)) { // the rest need not come
            body.tell(new QueueMessage.RoomWanted(channel, body.id, consumers.generation(channel), 0));
        }
    }

    private void limit(ChannelId channel, ChannelLimit limit) {
        consumers.limit(channel, limit);
        if (limit.shared()) {
            body.tell(new QueueMessage.RoomReturned(channel, body.id, limit.generation(), 0));
        }
    }

    private void recall(ChannelId channel, long generation) {
        long left = consumers.generation(channel) == generation ? consumers.takeBack(channel) : 0;
        body.tell(new QueueMessage.RoomReturned(channel, body.id, generation, left));
    }

    // ---- settling

    /// F-22: by position, whoever was given it.
    void settle(QueueMessage.Settle settle) {
        if (settle.outcome() == QueueMessage.Outcome.REQUEUE) {
            requeue(settle.positions(), settle.channel());
            return;
        }
        MessageSet.Builder ids = new MessageSet.Builder();
        boolean accepted = settle.outcome() == QueueMessage.Outcome.ACKNOWLEDGE;
        for (long position : settle.positions()) {
            letGo(position, settle.channel());
            Held held = body.contents.acknowledge(position);
            if (held != null) {
                ids.add(held.message().id());
                body.disk.remove(held);
                String fate = accepted ? "acknowledged" : limits.rejected(held.message());
                body.traffic.settled(fate, held.message().id());
            }
        }
        if (!ids.isEmpty()) {
            stream.append(new ReplicaOperation.Acknowledge(ids.build()));
        }
    }

    /// Tells when old tags name other messages here than their client was given.
    void on(QueueMessage.OldTags tags) {
        MessageSet.Builder meant = new MessageSet.Builder();
        MessageSet.Builder hit = new MessageSet.Builder();
        for (int i = 0; i < tags.positions().size(); i++) {
            Held held = body.contents.unacknowledgedAt(tags.positions().get(i));
            if (held != null && !held.message().id().equals(tags.meant().get(i))) {
                meant.add(tags.meant().get(i));
                hit.add(held.message().id());
            }
        }
        if (!hit.isEmpty()) {
            body.happened(new Happening.OldTagsSettled(body.queue, body.id, tags.channel(), meant.build(),
                    hit.build()));
        }
    }

    /// Each in its place, as redelivered.
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
            limits.added();
        }
    }

    /// Its consumers go, what it held returns in place (F-37).
    ///
    /// @return whether it consumed
    boolean channelGone(ChannelId channel) {
        boolean consumed = !consumers.removeAll(channel).isEmpty();
        TreeSet<Long> held = heldBy.get(channel);
        if (held != null) {
            requeue(List.copyOf(held), channel);
        }
        return consumed;
    }
}
