package mirrorlab.broker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import mirrorlab.content.BasicProperties;
import mirrorlab.content.BlindKeys;
import mirrorlab.content.MalformedContent;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaEffect.DeadLetter;
import mirrorlab.queue.QueueMessage.DirectCopy;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Publishes what the masters of this node let go of to their dead-letter exchanges: at most once, because nobody waits for a
/// confirm. To the replicas the sender is a channel like any other, whose end is this node's end (P-17).
final class DeadLetters {
    /// Clients' channels are numbered from 1.
    private static final long SERIAL = 0;
    private final Broker broker;
    private final ChannelId channel;
    private final Map<Copies, MessageSet.Builder> sent = new LinkedHashMap<>();
    private final List<Happening.MessagesDeadLettered> origins = new ArrayList<>();
    private long sequence;

    /// @param to null: no replica took them
    private record Copies(QueueName queue, @Nullable ReplicaId to, boolean persistent) {}

    DeadLetters(Broker broker, NodeName self, long incarnation) {
        this.broker = broker;
        channel = new ChannelId(self, incarnation, SERIAL);
    }

    void publish(Replica by, DeadLetter letter) {
        Message message = letter.message();
        BasicProperties old;
        List<String> blind;
        try {
            old = message.properties().size() == 0
                    ? BasicProperties.NONE
                    : BasicProperties.decode(BlindKeys.without(message.properties()));
            blind = letter.routingKey() == null ? BlindKeys.of(message.properties()) : List.of();
        } catch (MalformedContent e) {
            broker.log("warning", message.id() + " cannot be dead-lettered: its properties: " + e.getMessage());
            return;
        }
        String newKey = letter.routingKey();
        BasicProperties properties = DeathHeaders.after(old, letter.reason(), by.queue().name(), broker.now(),
                message.exchange(), message.routingKey(), newKey);
        Map<String, Object> headers = properties.headers() == null ? Map.of() : properties.headers();
        String key = newKey == null ? message.routingKey() : newKey;
        Message copy = new Message(new MessageId(channel, ++sequence), letter.exchange(), key, message.persistent(),
                message.priority(), 0, BlindKeys.add(properties.encode(), blind), message.body());
        List<String> keys = new ArrayList<>(newKey == null ? DeathHeaders.routingKeys(key, headers) : List.of(newKey));
        keys.addAll(blind);
        List<QueueName> to = broker.state().routes().route(new ExchangeName(by.queue().vhost(), letter.exchange()),
                keys, () -> headers).queues();
        if (!letter.reason().equals("rejected")) {
            to = to.stream().filter(each -> !DeathHeaders.isCycle(headers, each.name())).toList();
        }
        to.forEach(each -> send(each, copy));
        origin(by, letter, copy, to);
    }

    /// P-04; who has no living replica takes nothing (P-24).
    private void send(QueueName queue, Message copy) {
        QueueRecord record = broker.state().queue(queue);
        if (record == null) {
            return;
        }
        List<ReplicaId> replicas = record.replicas().stream().filter(broker::isAlive).toList();
        if (replicas.isEmpty()) {
            tell(new Copies(queue, null, copy.persistent()), copy.id());
        }
        for (ReplicaId each : replicas) {
            tell(new Copies(queue, each, copy.persistent()), copy.id());
            broker.send(each.node(), new DirectCopy(each, copy, false, !each.equals(record.master())));
        }
    }

    private void tell(Copies kind, MessageId id) {
        sent.computeIfAbsent(kind, unused -> new MessageSet.Builder()).add(id);
    }

    private void origin(Replica by, DeadLetter letter, Message copy, List<QueueName> to) {
        MessageId id = letter.message().id();
        long number = copy.id().sequence();
        Happening.MessagesDeadLettered last = origins.isEmpty() ? null : origins.getLast();
        boolean goesOn = last != null && last.master().equals(by.id()) && last.reason().equals(letter.reason())
                && last.to().equals(to) && last.copies().last() + 1 == number
                && last.messages().channel().equals(id.channel()) && last.messages().last() + 1 == id.sequence();
        if (last != null && goesOn) {
            origins.removeLast();
        }
        long first = last != null && goesOn ? last.messages().first() : id.sequence();
        long firstCopy = last != null && goesOn ? last.copies().first() : number;
        origins.add(new Happening.MessagesDeadLettered(by.queue(), by.id(), letter.reason(),
                new Interval(id.channel(), first, id.sequence()), new Interval(channel, firstCopy, number), to));
    }

    boolean hasReport() {
        return !origins.isEmpty();
    }

    void report() {
        origins.forEach(broker::happened);
        origins.clear();
        sent.forEach((copies, set) -> broker.happened(copies.to() == null
                ? new Happening.PublishesUnstored(channel, copies.queue(), "refused", set.build())
                : new Happening.CopiesSent(copies.queue(), channel, copies.to(), copies.persistent(), set.build())));
        sent.clear();
    }
}
