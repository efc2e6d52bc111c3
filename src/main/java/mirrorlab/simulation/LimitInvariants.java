package mirrorlab.simulation;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import mirrorlab.broker.Effect;
import mirrorlab.channel.ClientEvent;
import mirrorlab.mirror.Replica;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.mirror.ReplicaOperation;
import mirrorlab.policy.Overflow;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What limits, lifetimes and priorities promise (P-32).
final class LimitInvariants {
    private LimitInvariants() {}

    /// Nothing that has expired leaves for a client, and nothing leaves before what is more urgent and was ready all the time.
    ///
    /// @param ledger knows priorities as they were published
    /// @param before what the delivering master held before this input
    static void sent(SimulatedNode node, List<Effect> effects, MessageLedger ledger,
            Function<ReplicaId, Holdings> before) {
        Set<MessageId> moved = moved(effects);
        for (Effect each : effects) {
            if (each instanceof Effect.Send(var to, long link, QueueMessage.Delivery delivery)) {
                check(node, delivery.by(), delivery.message(), ledger, before, moved);
            } else if (each instanceof Effect.Send(var to, long link, QueueMessage.Reply reply)
                    && reply.answer() instanceof QueueMessage.Answer.Got got) {
                check(node, reply.by(), got.message(), ledger, before, moved);
            }
        }
    }

    /// What was handed out or came back in this moment. When a synchronisation ends, all that waited for it happens at once: a
    /// message can go to a channel and return from it (S-13), and in between it was not ready.
    private static Set<MessageId> moved(List<Effect> effects) {
        Set<MessageId> moved = new HashSet<>();
        for (Effect each : effects) {
            switch (each) {
                case Effect.Send(var to, long link, QueueMessage.Delivery delivery) ->
                    moved.add(delivery.message().id());
                case Effect.Send(var to, long link, QueueMessage.Reply reply) when reply
                        .answer() instanceof QueueMessage.Answer.Got got ->
                    moved.add(got.message().id());
                case Effect.Send(var to, long link, ReplicaMessage.Operations operations) ->
                    operations.operations().forEach(one -> addReturned(one, moved));
                case Effect.ToClient(long connection, int channel, ClientEvent.Delivered delivered) ->
                    moved.add(delivered.message().id());
                case Effect.ToClient(long connection, int channel, ClientEvent.GetOk got) ->
                    moved.add(got.message().id());
                default -> {
                }
            }
        }
        return moved;
    }

    /// The channel may be of this node and gone: then only the mirrors are told.
    private static void addReturned(ReplicaOperation operation, Set<MessageId> moved) {
        if (operation instanceof ReplicaOperation.Requeue(MessageSet messages)) {
            for (Interval each : messages.intervals()) {
                for (long sequence = each.first(); sequence <= each.last(); sequence++) {
                    moved.add(new MessageId(each.channel(), sequence));
                }
            }
        }
    }

    private static void check(SimulatedNode node, ReplicaId master, Message message, MessageLedger ledger,
            Function<ReplicaId, Holdings> before, Set<MessageId> moved) {
        if (message.expiry() != 0 && message.expiry() < node.broker.now()) {
            throw new InvariantBroken(master + " delivers " + message.id() + ", which expired "
                    + (node.broker.now() - message.expiry()) + " ms ago (P-32)");
        }
        Replica replica = replica(node, master);
        QueueRecord record = replica == null ? null : node.broker.state().queue(replica.queue());
        int highest = record == null ? 0 : node.broker.state().settings(record).maxPriority();
        if (replica == null || highest == 0) {
            return;
        }
        int urgency = Math.min(ledger.priority(message), highest);
        Holdings held = before.apply(master);
        Iterator<Standing> now = replica.contents();
        while (now.hasNext()) {
            Standing each = now.next();
            Message other = each.held().message();
            if (!each.unacknowledged() && Math.min(ledger.priority(other), highest) > urgency
                    && held.isReady(other.id()) && !moved.contains(other.id())) {
                throw new InvariantBroken(master + " delivers " + message.id() + " of priority " + urgency
                        + " before " + other.id() + " of priority " + ledger.priority(other) + " (P-32)");
            }
        }
    }

    private static @Nullable Replica replica(SimulatedNode node, ReplicaId id) {
        return node.broker.replicas().stream().filter(each -> each.id().equals(id)).findFirst().orElse(null);
    }

    /// While nothing moves: no queue that drops is above its limit, and no head has expired.
    static void calm(SimulatedNode node, Replica master, QueueRecord record) {
        QueueSettings settings = node.broker.state().settings(record);
        long ready = 0;
        boolean first = true;
        Iterator<Standing> all = master.contents();
        while (all.hasNext()) {
            Standing each = all.next();
            if (each.unacknowledged()) {
                continue;
            }
            ready++;
            Message message = each.held().message();
            if (first && settings.maxPriority() == 0 && message.expiry() != 0
                    && message.expiry() < node.broker.now()) {
                throw new InvariantBroken(record.queue() + ": the head " + message.id() + " has expired "
                        + (node.broker.now() - message.expiry()) + " ms ago and is still there (P-32)");
            }
            first = false;
        }
        Long most = settings.maxLength();
        if (most != null && settings.overflow() == Overflow.DROP_HEAD && ready > most) {
            throw new InvariantBroken(
                    record.queue() + " holds " + ready + " ready messages, its limit is " + most + " (P-32)");
        }
    }
}
