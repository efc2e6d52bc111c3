package mirrorlab.channel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.queue.QueueMessage.Outcome;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;

/// One client channel: its life, and who does what a client asks. Methods are done one after the other; one that needs a
/// queue's master parks those behind it until it is answered.
public final class ClientChannel implements Asking.Answers {
    private final ChannelId id;
    private final String vhost;
    private final Directory directory;
    private final ChannelOutput out;
    private final Deliveries deliveries = new Deliveries();
    private final Publishing publishing;
    private final SharedLimit limit;
    private final Unwritten unwritten;
    private final Subscriptions subscriptions;
    private final Asking asking;
    private final ArrayDeque<Object> inbox = new ArrayDeque<>();
    private int prefetch;
    private String lastQueue = "";
    private boolean ended;

    /// @param owner names the connection, for exclusive queues
    /// @param lookupWait how long an operation waits for a queue without a reachable master (F-25)
    public ClientChannel(ChannelId id, String vhost, String owner, boolean cancelNotify, Directory directory,
            Duration lookupWait) {
        this.id = id;
        this.vhost = vhost;
        this.directory = directory;
        out = new ChannelOutput(id, this::end);
        publishing = new Publishing(out, vhost, directory);
        limit = new SharedLimit(out, deliveries);
        unwritten = new Unwritten(out);
        subscriptions = new Subscriptions(out, directory, deliveries, limit, unwritten, cancelNotify);
        asking = new Asking(out, owner, directory, lookupWait, limit, this);
    }

    public ChannelId id() {
        return id;
    }

    public boolean hasEnded() {
        return ended;
    }

    public List<ChannelEffect> take() {
        publishing.answer();
        if (!ended && limit.limit().shared()) {
            limit.distribute(subscriptions.masters());
        }
        return out.take();
    }

    public boolean hasReport() {
        return !out.report.isEmpty();
    }

    public void report() {
        out.report();
    }

    /// Words for what is outstanding. A wait for a queue that is down is not: it may last.
    public List<String> busy() {
        return asking.busy();
    }

    // ---- methods

    public void on(ClientMethod method) {
        if (!ended) {
            inbox.add(method);
            work();
        }
    }

    private void work() {
        while (!ended && asking.isIdle() && !inbox.isEmpty()) {
            switch (inbox.remove()) {
                case Operation.Consume consume when consume.again() && !subscriptions.has(consume.tag()) -> {
                } // cancelled meanwhile
                case Operation operation -> asking.begin(operation);
                case ClientMethod method -> handle(method);
                default -> throw new IllegalStateException("neither method nor operation");
            }
        }
    }

    private void handle(ClientMethod method) {
        switch (method) {
            case ClientMethod.BasicPublish publish -> publishing.publish(publish);
            case ClientMethod.BasicAck(long tag, boolean multiple) -> settle(tag, multiple, Outcome.ACKNOWLEDGE, 80);
            case ClientMethod.BasicNack(long tag, boolean multiple, boolean requeue) ->
                settle(tag, multiple, requeue ? Outcome.REQUEUE : Outcome.REJECT, 120);
            case ClientMethod.BasicReject(long tag, boolean requeue) ->
                settle(tag, false, requeue ? Outcome.REQUEUE : Outcome.REJECT, 90);
            case ClientMethod.BasicGet(String queue, boolean noAck) ->
                asking.begin(new Operation.Get(name(queue), noAck));
            case ClientMethod.BasicConsume consume -> consume(consume);
            case ClientMethod.BasicCancel(String tag, boolean noWait) -> cancel(tag, noWait);
            case ClientMethod.BasicQos(int count, boolean global) -> qos(count, global);
            case ClientMethod.QueueDeclare declare -> declare(declare);
            case ClientMethod.QueueDelete(String queue, boolean ifUnused, boolean ifEmpty, boolean noWait) ->
                asking.begin(new Operation.Delete(name(queue), ifUnused, ifEmpty, noWait));
            case ClientMethod.QueuePurge(String queue, boolean noWait) ->
                asking.begin(new Operation.Purge(name(queue), noWait));
            case ClientMethod.ConfirmSelect(boolean noWait) -> publishing.selectConfirms(noWait);
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
            out.fail(403, "ACCESS_REFUSED - queue name '" + name + "' contains reserved prefix 'amq.*'", 50, 10);
            return;
        }
        asking.begin(new Operation.Declare(new QueueName(vhost, name), method.passive(), method.durable(),
                method.exclusive(), method.autoDelete(), method.noWait(), method.arguments()));
    }

    private void consume(ClientMethod.BasicConsume method) {
        String tag = method.consumerTag().isEmpty() ? directory.freshName("amq.ctag-") : method.consumerTag();
        if (subscriptions.has(tag)) {
            out.failConnection(530, "NOT_ALLOWED - attempt to reuse consumer tag '" + tag + "'", 60, 20);
            return;
        }
        asking.begin(new Operation.Consume(name(method.queue()), tag, prefetch, method.noAck(), method.exclusive(),
                method.noWait(), method.arguments(), false));
    }

    /// Of each consumer to come, or of all together; the former lifts the latter, as RabbitMQ 3.10 does.
    private void qos(int count, boolean global) {
        if (!global) {
            prefetch = count;
        }
        limit.set(global ? count : 0, subscriptions.masters());
        out.event(new ClientEvent.QosOk());
    }

    private void cancel(String tag, boolean noWait) {
        QueueName queue = subscriptions.servedFrom(tag);
        if (queue == null) {
            subscriptions.cancelled(tag, noWait);
        } else {
            asking.begin(new Operation.Cancel(queue, tag, noWait));
        }
    }

    private void settle(long tag, boolean multiple, Outcome outcome, int methodId) {
        Map<QueueName, List<Long>> taken = deliveries.take(tag, multiple);
        if (taken == null) {
            out.fail(406, "PRECONDITION_FAILED - unknown delivery tag " + tag, 60, methodId);
            return;
        }
        taken.forEach((queue, positions) -> {
            QueueRecord record = directory.record(queue);
            if (record != null && directory.isAlive(record.master())) {
                out.send(new QueueMessage.Settle(record.master(), id, List.copyOf(positions), outcome)); // F-14, F-22
            }
        });
    }

    // ---- operations that are done

    @Override
    public void answered(Operation operation, ReplicaId by, Answer answer) {
        switch (answer) {
            case Answer.Counted(long messages, long consumers) when operation instanceof Operation.Declare declare -> {
                lastQueue = declare.queue().name();
                if (!declare.noWait()) {
                    out.event(new ClientEvent.QueueDeclared(declare.queue().name(), messages, consumers));
                }
            }
            case Answer.Got got when operation instanceof Operation.Get get -> {
                long tag = deliveries.deliver(get.queue(), got.position(), get.autoAck(), false);
                out.event(new ClientEvent.GetOk(tag, got.redelivered(), got.left(), got.message()));
            }
            case Answer.Empty() -> out.event(new ClientEvent.GetEmpty());
            case Answer.Consuming() when operation instanceof Operation.Consume consume ->
                subscriptions.added(consume, by);
            case Answer.Cancelled() when operation instanceof Operation.Cancel cancel -> cancelled(cancel);
            case Answer.Purged(long messages) when operation instanceof Operation.Purge purge -> {
                if (!purge.noWait()) {
                    out.event(new ClientEvent.QueuePurged(messages));
                }
            }
            default -> throw new IllegalStateException("an answer to another question: " + answer);
        }
    }

    @Override
    public void cancelled(Operation.Cancel cancel) {
        subscriptions.cancelled(cancel.tag(), cancel.noWait());
    }

    @Override
    public void notMoved(Operation.Consume consume) {
        subscriptions.cancelledByServer(consume.tag(), "queue-gone");
    }

    // ---- what comes from outside

    public void on(QueueMessage.ToChannel message) {
        if (ended) {
            return;
        }
        switch (message) {
            case QueueMessage.Confirm confirm -> publishing.on(confirm);
            case QueueMessage.Refused refused -> publishing.on(refused);
            case QueueMessage.Reply reply -> {
                asking.on(reply);
                work();
            }
            case QueueMessage.Delivery delivery -> subscriptions.on(delivery);
            case QueueMessage.ConsumerGone(ChannelId channel, ReplicaId by, String tag) ->
                subscriptions.cancelledByServer(tag, "queue-gone");
            case QueueMessage.RoomWanted wanted -> limit.on(wanted);
            case QueueMessage.RoomReturned returned -> limit.on(returned);
        }
    }

    /// So many deliveries have left for the client's socket since the last time.
    public void written(int count) {
        if (!ended) {
            unwritten.written(count);
        }
    }

    /// The queue asked for by {@link ChannelEffect.Create} is there, by this channel's declaration or by another's.
    public void declared(QueueName queue) {
        if (!ended) {
            asking.declared(queue);
            work();
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
        if (!ended) {
            asking.timer();
            work();
        }
    }

    /// A queue's record changed or went.
    public void recordChanged(QueueName queue) {
        if (ended) {
            return;
        }
        QueueRecord record = directory.record(queue);
        if (record == null) {
            publishing.queueDeleted(queue);
        }
        subscriptions.recordChanged(queue, record);
        asking.recordChanged(queue, record);
        work();
    }

    /// A replica is gone for good: benign for publishes (P-21), a failover for consumers (F-19), and a question is asked again.
    public void replicaGone(ReplicaId replica) {
        if (ended) {
            return;
        }
        out.forget(replica);
        limit.gone(replica);
        unwritten.gone(replica);
        publishing.replicaGone(replica);
        subscriptions.replicaGone(replica).reversed().forEach(inbox::addFirst);
        asking.replicaGone(replica);
        work();
    }

    /// A node went down: all replicas there that this channel dealt with are gone.
    public void nodeGone(NodeName node) {
        out.touchedOn(node).forEach(this::replicaGone);
    }

    // ---- the end

    /// The client closed the channel or its connection is gone.
    public void close(String reason) {
        if (!ended) {
            leave(reason);
        }
    }

    private void end(ClientEvent error) {
        publishing.answer();
        out.event(error);
        leave("error");
        out.add(new ChannelEffect.Ended());
    }

    private void leave(String reason) {
        ended = true;
        asking.end();
        inbox.clear();
        out.leave();
        out.report();
        out.happened(new Happening.ChannelClosed(id.node(), id, reason));
    }
}
