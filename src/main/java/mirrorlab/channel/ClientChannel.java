package mirrorlab.channel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Function;
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
    private final Directory directory;
    private final ChannelOutput out;
    private final Access access;
    private final Deliveries deliveries;
    private final Transaction transaction = new Transaction();
    private final SharedLimit limit;
    private final Unwritten unwritten;
    private final ReplyConsumer replies;
    private final Publishing publishing;
    private final Settling settling;
    private final Subscriptions subscriptions;
    private final Changing changing;
    private final Exchanges exchanges;
    private final Bindings bindings;
    private final Asking asking;
    private final Queues queues;
    private final ArrayDeque<Object> inbox = new ArrayDeque<>();
    private int prefetch;
    private boolean ended;

    /// @param lookupWait how long an operation waits for a queue without a reachable master (F-25)
    public ClientChannel(ChannelId id, Client client, Directory directory, Duration lookupWait) {
        this.id = id;
        this.directory = directory;
        out = new ChannelOutput(id, this::end);
        deliveries = new Deliveries(directory::now);
        access = new Access(out, client, directory);
        unwritten = new Unwritten(out);
        replies = new ReplyConsumer(out, directory, deliveries, unwritten);
        publishing = new Publishing(out, client.vhost(), access, directory, transaction, replies);
        settling = new Settling(out, directory, deliveries, transaction);
        limit = new SharedLimit(out, deliveries);
        subscriptions = new Subscriptions(out, directory, deliveries, limit, unwritten, client.cancelNotify());
        changing = new Changing(out);
        exchanges = new Exchanges(out, client.vhost(), access, directory, changing);
        bindings = new Bindings(out, client, access, directory, changing);
        asking = new Asking(out, client.connection(), directory, lookupWait, limit, this);
        queues = new Queues(out, client, access, directory, asking, bindings);
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
        return !out.report.isEmpty() || publishing.hasNews();
    }

    public void report() {
        out.report();
        publishing.report();
    }

    /// As lists show it.
    public ChannelState state() {
        return new ChannelState(prefetch, limit.most(), publishing.confirms(), transaction.isSelected(),
                deliveries.count(), publishing.unconfirmed(), transaction.publishes(), transaction.deliveries(),
                subscriptions.list(), publishing.isFlow());
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
        if (transaction.isCommitting()) {
            publishing.answer();
        }
        while (!ended && isFree() && !inbox.isEmpty()) {
            switch (inbox.remove()) {
                case Operation.Consume consume when consume.again() && !subscriptions.has(consume.tag()) -> {
                } // cancelled meanwhile
                case Operation operation -> asking.begin(operation);
                case ClientMethod method -> handle(method);
                default -> throw new IllegalStateException("neither method nor operation");
            }
        }
    }

    private boolean isFree() {
        return asking.isIdle() && changing.isIdle() && !transaction.isCommitting();
    }

    private void handle(ClientMethod method) {
        switch (method) {
            case ClientMethod.BasicPublish publish -> publishing.publish(publish);
            case ClientMethod.BasicAck(long tag, boolean multiple) ->
                settling.settle(tag, multiple, Outcome.ACKNOWLEDGE, 80);
            case ClientMethod.BasicNack(long tag, boolean multiple, boolean requeue) ->
                settling.settle(tag, multiple, requeue ? Outcome.REQUEUE : Outcome.REJECT, 120);
            case ClientMethod.BasicReject(long tag, boolean requeue) ->
                settling.settle(tag, false, requeue ? Outcome.REQUEUE : Outcome.REJECT, 90);
            case ClientMethod.BasicRecover(boolean answered) -> settling.recover(answered);
            case ClientMethod.BasicGet(String queue, boolean noAck) -> read(queue, 70,
                    name -> new Operation.Get(name, noAck));
            case ClientMethod.BasicConsume consume -> consume(consume);
            case ClientMethod.BasicCancel(String tag, boolean noWait) -> cancel(tag, noWait);
            case ClientMethod.BasicQos(int count, boolean global) -> qos(count, global);
            case ClientMethod.QueueDeclare declare -> queues.declare(declare);
            case ClientMethod.QueueDelete delete -> queues.delete(delete);
            case ClientMethod.QueuePurge purge -> queues.purge(purge);
            case ClientMethod.QueueBind bind -> queues.bind(bind);
            case ClientMethod.QueueUnbind unbind -> queues.unbind(unbind);
            case ClientMethod.ExchangeDeclare declare -> exchanges.declare(declare);
            case ClientMethod.ExchangeDelete delete -> exchanges.delete(delete);
            case ClientMethod.ExchangeBind bind -> bindings.bind(bind);
            case ClientMethod.ExchangeUnbind unbind -> bindings.unbind(unbind);
            case ClientMethod.ConfirmSelect(boolean noWait) -> publishing.selectConfirms(noWait);
            case ClientMethod.TxSelect() -> publishing.selectTransaction();
            case ClientMethod.TxCommit() -> commit();
            case ClientMethod.TxRollback() -> rollBack();
        }
    }

    /// Of each consumer to come, or of all together; the former lifts the latter, as RabbitMQ 3.10 does.
    private void qos(int count, boolean global) {
        if (!global) {
            prefetch = count;
        }
        limit.set(global ? count : 0, subscriptions.masters());
        out.event(new ClientEvent.QosOk());
    }

    private void read(String name, int methodId, Function<QueueName, Operation> operation) {
        QueueName queue = queues.named(name, 60, methodId);
        if (queue != null && access.mayRead(queue, 60, methodId)) {
            asking.begin(operation.apply(queue));
        }
    }

    private void consume(ClientMethod.BasicConsume method) {
        if (subscriptions.has(method.consumerTag())) {
            out.failConnection(530, "NOT_ALLOWED - attempt to reuse consumer tag '" + method.consumerTag() + "'", 60,
                    20);
        } else if (method.queue().equals(DirectReply.QUEUE)) {
            replies.consume(method);
        } else {
            read(method.queue(), 20, queue -> new Operation.Consume(queue,
                    method.consumerTag().isEmpty() ? directory.freshName("amq.ctag-") : method.consumerTag(), prefetch,
                    method.noAck(), method.exclusive(), method.noWait(), method.arguments(), false));
        }
    }

    private void cancel(String tag, boolean noWait) {
        if (replies.has(tag)) {
            replies.cancel(noWait);
            return;
        }
        QueueName queue = subscriptions.servedFrom(tag);
        if (queue == null) {
            subscriptions.cancelled(tag, noWait);
        } else {
            asking.begin(new Operation.Cancel(queue, tag, noWait));
        }
    }

    private void commit() {
        if (isTransactional(20)) {
            publishing.commit();
            transaction.takeSettles().forEach(each -> settling.settle(each.deliveries(), each.outcome()));
            publishing.answer();
        }
    }

    private void rollBack() {
        if (isTransactional(30)) {
            transaction.takePublishes();
            transaction.takeSettles().forEach(each -> deliveries.putBack(each.deliveries()));
            out.event(new ClientEvent.TxRollbackOk());
        }
    }

    private boolean isTransactional(int methodId) {
        if (!transaction.isSelected()) {
            out.fail(406, "PRECONDITION_FAILED - channel is not transactional", 90, methodId);
        }
        return transaction.isSelected();
    }

    /// Whether direct replies with this key are for a consumer of this channel.
    public boolean answersTo(String replyKey) {
        return replies.answersTo(replyKey);
    }

    // ---- operations that are done

    @Override
    public void answered(Operation operation, ReplicaId by, Answer answer) {
        switch (answer) {
            case Answer.Counted(long messages, long consumers) when operation instanceof Operation.Declare declare -> {
                queues.declared(declare.queue());
                if (!declare.noWait()) {
                    out.event(new ClientEvent.QueueDeclared(declare.queue().name(), messages, consumers));
                }
            }
            case Answer.Got got when operation instanceof Operation.Get get -> {
                long tag = deliveries.deliver(get.queue(), got.position(), get.autoAck(), false, by,
                        got.message().id());
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
            case QueueMessage.Credit(ChannelId channel, ReplicaId by, int count) -> publishing.creditGiven(by, count);
            case QueueMessage.Refused refused -> publishing.on(refused);
            case QueueMessage.DirectReplied reply -> replies.on(reply);
            case QueueMessage.RoomWanted wanted -> limit.on(wanted);
            case QueueMessage.RoomReturned returned -> limit.on(returned);
            case QueueMessage.Reply reply -> asking.on(reply);
            case QueueMessage.Delivery delivery -> subscriptions.on(delivery);
            case QueueMessage.ConsumerGone(ChannelId channel, ReplicaId by, String tag) ->
                subscriptions.cancelledByServer(tag, "queue-gone");
        }
        work();
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
            changing.done(effective);
            work();
        }
    }

    /// What users may do has changed.
    public void permissionsChanged() {
        access.forget();
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

    /// Whether the client has deliveries that it has not settled.
    public boolean hasDeliveries() {
        return !ended && !deliveries.isEmpty();
    }

    /// Ends the channel when its client has kept a delivery for longer than this.
    ///
    /// @param number the client's number of this channel
    public void expectSettled(int number, long millis) {
        if (!ended && deliveries.isOverdue(millis)) {
            out.fail(406, "PRECONDITION_FAILED - delivery acknowledgement on channel " + number
                    + " timed out. Timeout value used: " + millis + " ms. This timeout value can be configured, see"
                    + " consumers doc guide to learn more", 0, 0);
        }
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
        changing.end();
        inbox.clear();
        out.leave();
        out.report();
        out.happened(new Happening.ChannelClosed(id.node(), id, reason));
    }
}
