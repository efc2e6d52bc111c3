package mirrorlab.channel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.queue.QueueMessage.Wish;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// One client channel. Methods are done one after the other; one that needs a queue's master parks those behind it until it is
/// answered, also over a failover (F-21, F-25).
public final class ClientChannel {

    private final ChannelId id;
    private final String vhost;
    private final String owner;
    private final boolean cancelNotify;
    private final Directory directory;
    private final Duration lookupWait;
    private final ConfirmTracker confirms = new ConfirmTracker();
    private final Deliveries deliveries = new Deliveries();
    private final ChannelReport report;
    private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();
    private final Set<ReplicaId> touched = new LinkedHashSet<>();
    private final ArrayDeque<Object> inbox = new ArrayDeque<>();
    private List<ChannelEffect> effects = new ArrayList<>();
    private @Nullable Pending pending;
    private long requests;
    private long sequence;
    private long confirmsFrom;
    private int prefetch;
    private String lastQueue = "";
    private boolean confirmMode;
    private boolean ended;

    /// A consumer as the channel remembers it.
    ///
    /// @param master null while it waits to be moved to another one
    private record Subscription(Operation.Consume how, @Nullable ReplicaId master) {}

    /// @param target the master asked, null while none can be asked
    /// @param removed delete: the master has agreed, `left` messages were there; the record has still to go
    private record Pending(Operation operation, @Nullable ReplicaId target, long number, boolean waits, long removed) {}

    /// @param owner names the connection, for exclusive queues
    /// @param lookupWait how long an operation waits for a queue without a reachable master (F-25)
    public ClientChannel(ChannelId id, String vhost, String owner, boolean cancelNotify, Directory directory,
            Duration lookupWait) {
        this.id = id;
        this.vhost = vhost;
        this.owner = owner;
        this.cancelNotify = cancelNotify;
        this.directory = directory;
        this.lookupWait = lookupWait;
        report = new ChannelReport(id);
    }

    public ChannelId id() {
        return id;
    }

    public boolean hasEnded() {
        return ended;
    }

    public List<ChannelEffect> take() {
        for (ConfirmTracker.Answered each : confirms.take()) {
            each.all().forEach(one -> report.answered(each.confirmed() ? "confirmed" : "nacked", one));
            long number = each.sequence() - confirmsFrom;
            event(each.confirmed()
                    ? new ClientEvent.Confirmed(number, each.multiple())
                    : new ClientEvent.Nacked(number, each.multiple()));
        }
        List<ChannelEffect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }

    public boolean hasReport() {
        return !report.isEmpty();
    }

    public void report() {
        report.take().forEach(each -> effects.add(new ChannelEffect.Happened(each)));
    }

    /// Words for what is outstanding. A wait for a queue that is down is not: it may last.
    public List<String> busy() {
        List<String> busy = new ArrayList<>();
        if (pending != null && pending.target() != null && directory.isAlive(pending.target())) {
            busy.add("channel " + id + " waits for " + pending.operation().queue());
        }
        return busy;
    }

    // ---- methods

    public void on(ClientMethod method) {
        if (ended) {
            return;
        }
        inbox.add(method);
        work();
    }

    private void work() {
        while (pending == null && !ended && !inbox.isEmpty()) {
            switch (inbox.remove()) {
                case Operation.Consume consume when consume.again() && !subscriptions.containsKey(consume.tag()) -> {
                } // cancelled meanwhile
                case Operation operation -> begin(operation);
                case ClientMethod method -> handle(method);
                default -> throw new IllegalStateException("neither method nor operation");
            }
        }
    }

    private void handle(ClientMethod method) {
        switch (method) {
            case ClientMethod.QueueDeclare declare -> declare(declare);
            case ClientMethod.QueueDelete(String queue, boolean ifUnused, boolean ifEmpty, boolean noWait) ->
                begin(new Operation.Delete(name(queue), ifUnused, ifEmpty, noWait));
            case ClientMethod.QueuePurge(String queue, boolean noWait) ->
                begin(new Operation.Purge(name(queue), noWait));
            case ClientMethod.BasicPublish publish -> publish(publish);
            case ClientMethod.BasicGet(String queue, boolean noAck) -> begin(new Operation.Get(name(queue), noAck));
            case ClientMethod.BasicConsume consume -> consume(consume);
            case ClientMethod.BasicCancel(String tag, boolean noWait) -> cancel(tag, noWait);
            case ClientMethod.BasicAck(long tag, boolean multiple) -> settle(tag, multiple, Outcome.ACKNOWLEDGE, 80);
            case ClientMethod.BasicNack(long tag, boolean multiple, boolean requeue) ->
                settle(tag, multiple, requeue ? Outcome.REQUEUE : Outcome.REJECT, 120);
            case ClientMethod.BasicReject(long tag, boolean requeue) ->
                settle(tag, false, requeue ? Outcome.REQUEUE : Outcome.REJECT, 90);
            case ClientMethod.BasicQos(int count, boolean global) -> {
                prefetch = count;
                event(new ClientEvent.QosOk());
            }
            case ClientMethod.ConfirmSelect(boolean noWait) -> {
                if (!confirmMode) {
                    confirmMode = true;
                    confirmsFrom = sequence;
                    happened(new Happening.ConfirmsSelected(id.node(), id, sequence + 1));
                }
                if (!noWait) {
                    event(new ClientEvent.ConfirmSelectOk());
                }
            }
        }
    }

    private QueueName name(String queue) {
        return new QueueName(vhost, queue.isEmpty() ? lastQueue : queue);
    }

    private void declare(ClientMethod.QueueDeclare method) {
        String name = method.queue();
        if (name.isEmpty() && method.passive()) {
            name = lastQueue;
        } else if (name.isEmpty()) {
            name = directory.freshName("amq.gen-");
        } else if (name.startsWith("amq.") && directory.record(new QueueName(vhost, name)) == null
                && !method.passive()) {
            fail(403, "ACCESS_REFUSED - queue name '" + name + "' contains reserved prefix 'amq.*'", 50, 10);
            return;
        }
        begin(new Operation.Declare(new QueueName(vhost, name), method.passive(), method.durable(), method.exclusive(),
                method.autoDelete(), method.noWait(), method.arguments()));
    }

    private void publish(ClientMethod.BasicPublish publish) {
        long number = ++sequence;
        if (!publish.exchange().isEmpty()) {
            fail(404, "NOT_FOUND - no exchange '" + publish.exchange() + "' in vhost '" + vhost + "'", 60, 40);
            return;
        }
        Message message = new Message(new MessageId(id, number), publish.exchange(), publish.routingKey(),
                publish.persistent(), publish.properties(), publish.body());
        QueueName queue = new QueueName(vhost, publish.routingKey());
        QueueRecord record = directory.record(queue);
        if (record == null || record.down()) {
            unroutable(publish.mandatory(), message); // P-25, N-06
            return;
        }
        List<ReplicaId> replicas = new ArrayList<>();
        for (ReplicaId each : record.replicas()) {
            if (directory.isAlive(each)) {
                replicas.add(each);
            }
        }
        if (replicas.isEmpty()) { // P-24
            report.unstored(queue, "refused", number);
            if (confirmMode) {
                confirms.nackNow(number);
            }
            return;
        }
        if (confirmMode) {
            confirms.expect(number, queue, replicas);
        }
        for (ReplicaId each : replicas) { // P-04
            report.sent(queue, each, publish.persistent(), number);
            send(new QueueMessage.DirectCopy(each, message, confirmMode, !each.equals(record.master())));
        }
    }

    private void unroutable(boolean mandatory, Message message) {
        long number = message.id().sequence();
        report.unstored(null, "unroutable", number);
        if (mandatory) {
            report.answered("returned", number);
            event(new ClientEvent.Returned(312, "NO_ROUTE", message));
        }
        if (confirmMode) {
            confirms.confirmNow(number);
        }
    }

    private void consume(ClientMethod.BasicConsume method) {
        String tag = method.consumerTag().isEmpty() ? directory.freshName("amq.ctag-") : method.consumerTag();
        if (subscriptions.containsKey(tag)) {
            end(new ClientEvent.ConnectionFailed(530, "NOT_ALLOWED - attempt to reuse consumer tag '" + tag + "'", 60,
                    20));
            return;
        }
        begin(new Operation.Consume(name(method.queue()), tag, prefetch, method.noAck(), method.exclusive(),
                method.noWait(),
                method.arguments(), false));
    }

    private void cancel(String tag, boolean noWait) {
        Subscription subscription = subscriptions.get(tag);
        if (subscription == null || subscription.master() == null || !directory.isAlive(subscription.master())) {
            removeSubscription(tag, "cancelled");
            if (!noWait) {
                event(new ClientEvent.CancelOk(tag));
            }
            return;
        }
        begin(new Operation.Cancel(subscription.how().queue(), tag, noWait));
    }

    private void settle(long tag, boolean multiple, Outcome outcome, int methodId) {
        Map<QueueName, List<Long>> taken = deliveries.take(tag, multiple);
        if (taken == null) {
            fail(406, "PRECONDITION_FAILED - unknown delivery tag " + tag, 60, methodId);
            return;
        }
        taken.forEach((queue, positions) -> {
            QueueRecord record = directory.record(queue);
            if (record != null && directory.isAlive(record.master())) {
                send(new QueueMessage.Settle(record.master(), id, List.copyOf(positions), outcome)); // F-14, F-22
            }
        });
    }

    // ---- operations that need a master

    private void begin(Operation operation) {
        pending = new Pending(operation, null, 0, false, -1);
        resolve();
    }

    private void resolve() {
        Pending now = pending;
        if (now == null) {
            return;
        }
        Operation operation = now.operation();
        QueueRecord record = directory.record(operation.queue());
        if (record == null) {
            missing(operation);
        } else if (record.down()) { // N-07
            refuse(operation, 404, "NOT_FOUND - home node '" + record.master().node() + "' of durable " + record.queue()
                    + " is down or inaccessible");
        } else if (record.exclusive() && !owner.equals(record.owner())) {
            refuse(operation, 405, "RESOURCE_LOCKED - cannot obtain exclusive access to locked " + record.queue()
                    + ". It could be originally declared on another connection or the exclusive property value does not"
                    + " match that of the original declaration.");
        } else if (operation instanceof Operation.Declare declare && !declare.passive()
                && Equivalence.difference(declare, record) != null) {
            refuse(operation, 406, "PRECONDITION_FAILED - " + Equivalence.difference(declare, record));
        } else if (directory.isAlive(record.master())) {
            ask(operation, record.master());
        } else if (operation instanceof Operation.Cancel cancel) {
            finishCancel(cancel); // with the master went the consumer
        } else if (operation instanceof Operation.Delete delete
                && record.replicas().stream()
                        .noneMatch(each -> directory.isAlive(each) && !record.refused().contains(each))
                && record.mirrors() != null) {
            deleteWithoutReplica(delete);
        } else {
            await(now);
        }
    }

    private void missing(Operation operation) {
        switch (operation) {
            case Operation.Declare declare when !declare.passive() -> {
                ClientEvent against = QueueArguments.against(declare);
                if (against != null) {
                    end(against);
                    return;
                }
                pending = new Pending(operation, null, 0, false, -1);
                effects.add(new ChannelEffect.Create(declare.queue(), declare.durable(), declare.autoDelete(),
                        declare.exclusive(), declare.arguments()));
            }
            case Operation.Delete delete -> {
                done();
                if (!delete.noWait()) {
                    event(new ClientEvent.QueueDeleted(0));
                }
                work();
            }
            case Operation.Cancel cancel -> finishCancel(cancel);
            default -> refuse(operation, 404, "NOT_FOUND - no " + operation.queue());
        }
    }

    private void refuse(Operation operation, int code, String text) {
        done();
        if (operation instanceof Operation.Consume consume && consume.again()) {
            serverCancel(consume.tag(), "queue-gone"); // F-19, F-38
            work();
        } else {
            fail(code, text, operation.classId(), operation.methodId());
        }
    }

    private void ask(Operation operation, ReplicaId master) {
        stopWaiting();
        pending = new Pending(operation, master, ++requests, false, -1);
        send(new QueueMessage.Request(master, id, requests, operation.wish()));
    }

    /// F-25.
    private void await(Pending now) {
        if (!now.waits()) {
            effects.add(new ChannelEffect.SetTimer(lookupWait));
            happened(new Happening.ChannelWaits(id.node(), id, now.operation().queue(), true));
        }
        pending = new Pending(now.operation(), null, 0, true, -1);
    }

    /// F-27.
    private void deleteWithoutReplica(Operation.Delete delete) {
        if (delete.ifEmpty()) {
            refuse(delete, 406, "PRECONDITION_FAILED - " + delete.queue() + " is not empty");
            return;
        }
        stopWaiting();
        pending = new Pending(delete, null, 0, false, 0);
        effects.add(new ChannelEffect.Remove(delete.queue()));
    }

    private void stopWaiting() {
        if (pending != null && pending.waits()) {
            effects.add(new ChannelEffect.CancelTimer());
            happened(new Happening.ChannelWaits(id.node(), id, pending.operation().queue(), false));
        }
    }

    private void done() {
        stopWaiting();
        pending = null;
    }

    /// The queue asked for by {@link ChannelEffect.Create} is there, by this channel's declaration or by another's.
    public void declared(QueueName queue) {
        if (!ended && pending != null && pending.operation() instanceof Operation.Declare && pending.target() == null
                && pending.operation().queue().equals(queue)) {
            resolve();
        }
    }

    /// The change asked for by {@link ChannelEffect.Change} is applied at every running node.
    ///
    /// @param effective false when the state had moved on and it did nothing
    public void changed(boolean effective) {
        if (!ended) {
            work();
        }
    }

    /// The wait for a master has run out.
    public void timer() {
        if (!ended && pending != null && pending.waits()) {
            refuse(pending.operation(), 404, "NOT_FOUND - failed to perform operation on " + pending.operation().queue()
                    + " due to timeout");
        }
    }

    // ---- replicas

    public void on(QueueMessage.ToChannel message) {
        if (ended) {
            return;
        }
        switch (message) {
            case QueueMessage.Confirm confirm -> {
                for (Interval each : confirm.messages().intervals()) {
                    confirms.confirmedBy(confirm.by(), each.first(), Math.min(each.last(), sequence));
                }
            }
            case QueueMessage.Reply reply -> onReply(reply);
            case QueueMessage.Delivery delivery -> onDelivery(delivery);
            case QueueMessage.ConsumerGone(ChannelId channel, ReplicaId by, String tag) ->
                serverCancel(tag, "queue-gone");
        }
    }

    private void onDelivery(QueueMessage.Delivery delivery) {
        Subscription subscription = subscriptions.get(delivery.tag());
        if (subscription == null || !delivery.by().equals(subscription.master())) {
            unsubscribe(delivery.by(), delivery.tag()); // or it would deliver what comes back to the same consumer for ever
            if (delivery.position() > 0) {
                send(new QueueMessage.Settle(delivery.by(), id, List.of(delivery.position()), Outcome.REQUEUE));
            }
            return;
        }
        Operation.Consume how = subscription.how();
        long tag = deliveries.deliver(how.queue(), delivery.position(), how.autoAck());
        event(new ClientEvent.Delivered(how.tag(), tag, delivery.redelivered(), delivery.message()));
    }

    private void onReply(QueueMessage.Reply reply) {
        Pending now = pending;
        if (now == null || !reply.by().equals(now.target()) || reply.number() != now.number()) {
            return;
        }
        switch (reply.answer()) {
            case Answer.Refused(int code, String text) when code == 0 -> {
                pending = new Pending(now.operation(), null, 0, now.waits(), -1);
                await(pending); // not the master: the record will say who is
                return;
            }
            case Answer.Refused(int code, String text) -> {
                refuse(now.operation(), code, text);
                return;
            }
            case Answer.Deleted(long messages) -> {
                pending = new Pending(now.operation(), null, 0, false, messages);
                finishDelete();
                return;
            }
            default -> {
            }
        }
        done();
        switch (reply.answer()) {
            case Answer.Counted(long messages, long consumers) when now
                    .operation() instanceof Operation.Declare declare -> {
                lastQueue = declare.queue().name();
                if (!declare.noWait()) {
                    event(new ClientEvent.QueueDeclared(declare.queue().name(), messages, consumers));
                }
            }
            case Answer.Got got when now.operation() instanceof Operation.Get get -> {
                long tag = deliveries.deliver(get.queue(), got.position(), get.autoAck());
                event(new ClientEvent.GetOk(tag, got.redelivered(), got.left(), got.message()));
            }
            case Answer.Empty() -> event(new ClientEvent.GetEmpty());
            case Answer.Consuming() when now.operation() instanceof Operation.Consume consume ->
                subscribed(consume, reply.by());
            case Answer.Cancelled() when now.operation() instanceof Operation.Cancel cancel -> finishCancel(cancel);
            case Answer.Purged(long messages) when now.operation() instanceof Operation.Purge purge -> {
                if (!purge.noWait()) {
                    event(new ClientEvent.QueuePurged(messages));
                }
            }
            default -> throw new IllegalStateException("an answer to another question: " + reply.answer());
        }
        work();
    }

    private void subscribed(Operation.Consume consume, ReplicaId master) {
        Operation.Consume how = new Operation.Consume(consume.queue(), consume.tag(), consume.prefetch(),
                consume.autoAck(),
                consume.exclusive(), true, consume.arguments(), true);
        subscriptions.put(consume.tag(), new Subscription(how, master));
        if (!consume.again()) {
            happened(new Happening.ConsumerAdded(id.node(), id, consume.queue(), consume.tag(), consume.prefetch(),
                    consume.autoAck()));
            if (!consume.noWait()) {
                event(new ClientEvent.ConsumeOk(consume.tag()));
            }
        }
    }

    private void finishCancel(Operation.Cancel cancel) {
        done();
        removeSubscription(cancel.tag(), "cancelled");
        if (!cancel.noWait()) {
            event(new ClientEvent.CancelOk(cancel.tag()));
        }
        work();
    }

    /// M-08: delete-ok only when the record is gone here.
    private void finishDelete() {
        if (pending != null && pending.removed() >= 0 && directory.record(pending.operation().queue()) == null) {
            long messages = pending.removed();
            boolean silent = pending.operation() instanceof Operation.Delete delete && delete.noWait();
            done();
            if (!silent) {
                event(new ClientEvent.QueueDeleted(messages));
            }
            work();
        }
    }

    // ---- changes around

    /// A queue's record changed or went.
    public void recordChanged(QueueName queue) {
        if (ended) {
            return;
        }
        QueueRecord record = directory.record(queue);
        if (record == null) {
            confirms.queueDeleted(queue);
        }
        if (record == null || record.down()) {
            for (Map.Entry<String, Subscription> each : List.copyOf(subscriptions.entrySet())) {
                if (each.getValue().how().queue().equals(queue)) {
                    serverCancel(each.getKey(), "queue-gone");
                }
            }
        }
        if (pending != null && pending.operation().queue().equals(queue)) {
            if (pending.removed() >= 0) {
                finishDelete();
            } else if (pending.waits() || (pending.target() != null && record == null
                    && !(pending.operation() instanceof Operation.Delete))) { // the master still tells how many there were
                resolve();
            }
        }
        work();
    }

    /// A replica is gone for good: benign for publishes (P-21), a failover for consumers (F-19), and a question is asked again.
    public void replicaGone(ReplicaId replica) {
        if (ended) {
            return;
        }
        touched.remove(replica);
        confirms.gone(replica);
        List<Operation> again = new ArrayList<>();
        for (Map.Entry<String, Subscription> each : List.copyOf(subscriptions.entrySet())) {
            Operation.Consume how = each.getValue().how();
            if (replica.equals(each.getValue().master())) {
                if (Boolean.TRUE.equals(how.arguments().get("x-cancel-on-ha-failover"))) {
                    serverCancel(how.tag(), "ha-failover");
                } else {
                    subscriptions.put(how.tag(), new Subscription(how, null));
                    again.add(how);
                }
            }
        }
        again.reversed().forEach(inbox::addFirst);
        if (pending != null && replica.equals(pending.target())) {
            pending = new Pending(pending.operation(), null, 0, false, -1);
            resolve();
        }
        work();
    }

    /// A node went down: all replicas there that this channel dealt with are gone.
    public void nodeGone(NodeName node) {
        for (ReplicaId each : List.copyOf(touched)) {
            if (each.node().equals(node)) {
                replicaGone(each);
            }
        }
    }

    private void serverCancel(String tag, String reason) {
        Subscription subscription = subscriptions.get(tag);
        if (subscription != null) {
            ReplicaId master = subscription.master();
            if (master != null && directory.isAlive(master)) {
                unsubscribe(master, tag);
            }
            removeSubscription(tag, reason);
            if (cancelNotify) {
                event(new ClientEvent.ServerCancel(tag)); // F-20
            }
        }
    }

    /// The client's consumer has ended; a master that still has it is told to forget it. Its answer is for nobody.
    private void unsubscribe(ReplicaId master, String tag) {
        send(new QueueMessage.Request(master, id, 0, new Wish.Cancel(tag)));
    }

    private void removeSubscription(String tag, String reason) {
        Subscription gone = subscriptions.remove(tag);
        if (gone != null) {
            happened(new Happening.ConsumerRemoved(id.node(), id, gone.how().queue(), tag, reason));
        }
    }

    // ---- the end

    /// The client closed the channel or its connection is gone.
    public void close(String reason) {
        if (!ended) {
            leave(reason);
        }
    }

    private void leave(String reason) {
        ended = true;
        stopWaiting();
        pending = null;
        inbox.clear();
        touched.forEach(each -> effects.add(new ChannelEffect.ToReplica(new QueueMessage.ChannelGone(each, id))));
        report();
        happened(new Happening.ChannelClosed(id.node(), id, reason));
    }

    private void fail(int code, String text, int classId, int methodId) {
        end(new ClientEvent.ChannelFailed(code, text, classId, methodId));
    }

    private void end(ClientEvent error) {
        for (ConfirmTracker.Answered each : confirms.take()) {
            each.all().forEach(one -> report.answered(each.confirmed() ? "confirmed" : "nacked", one));
            long number = each.sequence() - confirmsFrom;
            event(each.confirmed()
                    ? new ClientEvent.Confirmed(number, each.multiple())
                    : new ClientEvent.Nacked(number, each.multiple()));
        }
        event(error);
        leave("error");
        effects.add(new ChannelEffect.Ended());
    }

    private void send(QueueMessage.ToReplica message) {
        touched.add(message.to());
        effects.add(new ChannelEffect.ToReplica(message));
    }

    private void event(ClientEvent event) {
        effects.add(new ChannelEffect.Event(event));
    }

    private void happened(Happening happening) {
        report();
        effects.add(new ChannelEffect.Happened(happening));
    }
}
