package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import mirrorlab.broker.Input;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.content.BasicProperties;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// One connection with one channel at one node, as its client sees it.
final class SimulatedClient {
    static final int CHANNEL = 1;
    final SimulatedNode node;
    final long connection;
    final ChannelId channel;
    final boolean confirms;
    private final MessageLedger ledger;
    /// By tag, what it consumes.
    private final Map<String, QueueName> consumers = new LinkedHashMap<>();
    /// Published in a transaction and not committed.
    private final List<Uncommitted> uncommitted = new ArrayList<>();
    private final TreeMap<Long, MessageId> unsettled = new TreeMap<>();
    private final TreeMap<Long, MessageId> unanswered = new TreeMap<>();
    private final TreeMap<Long, QueueName> publishedTo = new TreeMap<>(); // the unanswered ones
    private final Set<String> autoAcking = new LinkedHashSet<>();
    private final TreeSet<Long> held = new TreeSet<>(); // by consumers, to be acknowledged
    private boolean slow;
    private int unwritten;
    private int shared;
    private int bound = Integer.MAX_VALUE;
    private long published;
    private int tags;
    private int open;
    private boolean gone;
    private boolean waits;
    private boolean transactional;

    private record Uncommitted(QueueName queue, boolean persistent, int priority) {}

    SimulatedClient(SimulatedNode node, boolean confirms, MessageLedger ledger) {
        this.node = node;
        this.ledger = ledger;
        this.confirms = confirms;
        connection = node.nextConnection();
        channel = new ChannelId(node.name, node.incarnation, connection); // one channel for each connection
    }

    void connect() {
        node.on(new Input.ConnectionOpened(connection, "client " + connection, "127.0.0.1", "guest", "/", true));
        node.on(new Input.ChannelOpened(connection, CHANNEL));
        if (confirms) {
            send(new ClientMethod.ConfirmSelect(true));
        }
    }

    private void send(ClientMethod method) {
        node.on(new Input.FromClient(connection, CHANNEL, method));
    }

    boolean isGone() {
        return gone || !node.isAlive();
    }

    /// A publish is done at once only when the channel waits for nothing; so is the record that it is routed by.
    boolean mayPublish() {
        return !isGone() && open == 0 && consumers.isEmpty();
    }

    boolean isIdle() {
        return !isGone() && open == 0;
    }

    List<String> consumers() {
        return List.copyOf(consumers.keySet());
    }

    boolean isTransactional() {
        return transactional;
    }

    TreeMap<Long, MessageId> unsettled() {
        return unsettled;
    }

    int unanswered() {
        return unanswered.size();
    }

    boolean waitsFor(QueueName queue) {
        return publishedTo.containsValue(queue);
    }

    // ---- what it does

    void declare(QueueName queue, boolean durable, boolean autoDelete, Map<String, Object> arguments) {
        open++;
        send(new ClientMethod.QueueDeclare(queue.name(), false, durable, false, autoDelete, false, arguments));
    }

    void publish(QueueName queue, boolean persistent, int priority, BasicProperties properties) {
        if (transactional) {
            uncommitted.add(new Uncommitted(queue, persistent, priority));
        } else {
            published(queue, persistent, priority);
        }
        send(new ClientMethod.BasicPublish("", queue.name(), false, persistent, priority,
                properties.expiration(), properties.equals(BasicProperties.NONE) ? Bytes.EMPTY : properties.encode(),
                Bytes.EMPTY));
    }

    private void published(QueueName queue, boolean persistent, int priority) {
        MessageId id = new MessageId(channel, ++published);
        if (confirms || transactional) {
            unanswered.put(published, id);
            publishedTo.put(published, queue);
        }
        ledger.published(this, id, queue, persistent, priority);
    }

    /// Publishes in transactions from now on.
    void selectTransaction() {
        transactional = true;
        send(new ClientMethod.TxSelect());
    }

    /// What was published since the last time counts from now on, and is answered together (P-27).
    void commit() {
        open++;
        uncommitted.forEach(each -> published(each.queue, each.persistent, each.priority));
        uncommitted.clear();
        send(new ClientMethod.TxCommit());
    }

    void rollBack() {
        uncommitted.clear();
        send(new ClientMethod.TxRollback());
    }

    void get(QueueName queue, boolean autoAck) {
        open++;
        ledger.autoAck(queue, autoAck);
        send(new ClientMethod.BasicGet(queue.name(), autoAck));
    }

    /// @param prefetch of this consumer, if the limit of the whole channel can stay
    /// @param arguments `x-priority`, `x-cancel-on-ha-failover`
    void consume(QueueName queue, int prefetch, boolean autoAck, Map<String, Object> arguments) {
        open++;
        ledger.autoAck(queue, autoAck);
        if (shared == 0 || consumers.isEmpty()) { // it lifts the limit of the channel
            send(new ClientMethod.BasicQos(prefetch, false));
            share(shared);
        }
        String tag = "c" + ++tags;
        consumers.put(tag, queue);
        if (autoAck) {
            autoAcking.add(tag);
        }
        send(new ClientMethod.BasicConsume(queue.name(), tag, false, autoAck, false, false, arguments));
    }

    /// A limit for all consumers together; 0 lifts it. Deliveries that are on their way already may exceed it.
    void share(int limit) {
        shared = limit;
        int least = consumers.isEmpty() ? held.size() : bound;
        bound = limit == 0 ? Integer.MAX_VALUE : Math.max(limit, least);
        send(new ClientMethod.BasicQos(limit, true));
    }

    /// Nothing is on its way any more.
    ///
    /// @param master of a queue, null when nobody serves it
    void calm(Function<QueueName, @Nullable Replica> master) {
        if (waits) {
            return; // what was sent since is not read yet
        }
        consumers.forEach((tag, queue) -> {
            Replica serving = master.apply(queue);
            if (serving == null || serving.consumers().stream().noneMatch(
                    each -> each.consumer().channel().equals(channel) && each.consumer().tag().equals(tag))) {
                throw new InvariantBroken(channel + " consumes as " + tag + " from " + queue
                        + " and was not told that it does not (F-19, F-38)");
            }
        });
        bound = shared == 0 ? Integer.MAX_VALUE : Math.max(shared, held.size());
    }

    /// Whether the limit of the channel leaves room for a delivery. While it waits for a queue's master it has yet to read what
    /// was acknowledged since (F-21).
    boolean hasRoom() {
        return !waits && (shared == 0 || held.size() < shared);
    }

    /// Its channel begins or ends to wait for a queue's master (F-25).
    void waits(boolean isWaiting) {
        waits = isWaiting;
    }

    /// Its socket takes nothing for a while, again and again.
    void slow(boolean isSlow) {
        slow = isSlow;
    }

    /// Acknowledges everything its consumers hold.
    void settleAll() {
        if (!isGone() && !held.isEmpty()) {
            List.copyOf(held).forEach(each -> settle(each, false, true, false));
        }
    }

    void cancel(String tag) {
        open++;
        send(new ClientMethod.BasicCancel(tag, false));
    }

    void settle(long tag, boolean multiple, boolean positive, boolean requeue) {
        unsettled.remove(tag);
        held.remove(tag);
        if (multiple) {
            unsettled.headMap(tag).clear();
            held.headSet(tag).clear();
        }
        send(positive ? new ClientMethod.BasicAck(tag, multiple) : new ClientMethod.BasicNack(tag, multiple, requeue));
    }

    void purge(QueueName queue) {
        open++;
        send(new ClientMethod.QueuePurge(queue.name(), false));
    }

    void delete(QueueName queue) {
        open++;
        send(new ClientMethod.QueueDelete(queue.name(), false, false, false));
    }

    void closeChannel() {
        gone = true;
        node.on(new Input.ChannelClosed(connection, CHANNEL));
    }

    void closeConnection() {
        gone = true;
        node.on(new Input.ConnectionClosed(connection, "closed"));
    }

    void lost() {
        gone = true;
    }

    // ---- what it is told

    void on(ClientEvent event) {
        if (gone) {
            return;
        }
        switch (event) {
            case ClientEvent.Confirmed(long number, boolean multiple) -> answered(number, multiple, true);
            case ClientEvent.Nacked(long number, boolean multiple) -> answered(number, multiple, false);
            case ClientEvent.Delivered(String tag, long delivery, boolean redelivered, var message) -> {
                ledger.delivered(message.id(), redelivered);
                unsettled.put(delivery, message.id());
                delivered(tag, delivery);
            }
            case ClientEvent.GetOk(long delivery, boolean redelivered, long left, var message) -> {
                open--;
                ledger.delivered(message.id(), redelivered);
                unsettled.put(delivery, message.id());
            }
            case ClientEvent.ServerCancel(String tag) -> consumers.remove(tag);
            case ClientEvent.CancelOk(String tag) -> {
                open--;
                consumers.remove(tag);
            }
            case ClientEvent.ChannelFailed unused -> gone = true;
            case ClientEvent.ConnectionFailed unused -> gone = true;
            case ClientEvent.QueueDeclared unused -> open--;
            case ClientEvent.QueueDeleted unused -> open--;
            case ClientEvent.QueuePurged unused -> open--;
            case ClientEvent.GetEmpty unused -> open--;
            case ClientEvent.ConsumeOk unused -> open--;
            case ClientEvent.ChannelClosed unused -> gone = true;
            case ClientEvent.TxCommitOk _ -> {
                open--;
                if (!unanswered.isEmpty()) {
                    answered(unanswered.lastKey(), true, true);
                }
            }
            case ClientEvent.QosOk _,ClientEvent.ConfirmSelectOk _,ClientEvent.Returned _,ClientEvent.Flow _ -> {
            }
            case ClientEvent.QueueBound _,ClientEvent.QueueUnbound _,ClientEvent.ExchangeDeclared _ -> {
            }
            case ClientEvent.ExchangeDeleted _,ClientEvent.ExchangeBound _,ClientEvent.ExchangeUnbound _ -> {
            }
            case ClientEvent.RecoverOk _,ClientEvent.TxSelectOk _,ClientEvent.TxRollbackOk _ ->
                {
                }
        }
    }

    private void delivered(String tag, long delivery) {
        if (!autoAcking.contains(tag)) {
            held.add(delivery);
        }
        if (held.size() > bound) {
            throw new InvariantBroken(channel + " shares " + shared + " among its consumers, and holds " + held);
        }
        if (unwritten++ == 0) {
            node.later(slow ? 2_000_000 : 100, this::written);
        }
    }

    private Input written() {
        int count = unwritten;
        unwritten = 0;
        return new Input.DeliveriesWritten(connection, CHANNEL, count);
    }

    private void answered(long number, boolean multiple, boolean confirmed) {
        if (!unanswered.containsKey(number)) {
            throw new InvariantBroken("publish " + number + " of " + channel + " was answered twice, or never made");
        }
        TreeMap<Long, MessageId> all = new TreeMap<>(unanswered.subMap(multiple ? 0 : number, true, number, true));
        all.forEach((each, id) -> {
            unanswered.remove(each);
            publishedTo.remove(each);
            ledger.answered(id, confirmed);
        });
    }
}
