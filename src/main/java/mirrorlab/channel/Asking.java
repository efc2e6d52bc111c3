package mirrorlab.channel;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import mirrorlab.journal.Happening;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.QueueMessage.Answer;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The one operation of a channel that waits for a queue's master, also over a failover (F-21, F-25).
final class Asking {
    private final ChannelOutput out;
    private final String owner;
    private final Directory directory;
    private final Duration lookupWait;
    private final SharedLimit limit;
    private final Answers answers;
    private @Nullable Pending pending;
    private long requests;

    /// @param target the master asked, null while none can be asked
    /// @param removed delete: the master has agreed, `left` messages were there; the record has still to go
    private record Pending(Operation operation, @Nullable ReplicaId target, long number, boolean waits, long removed) {}

    /// Who goes on when an operation is done.
    interface Answers {
        /// @param answer fits the operation
        void answered(Operation operation, ReplicaId by, Answer answer);

        /// A cancel for which no master has to be asked.
        void cancelled(Operation.Cancel cancel);

        /// A consumer could not be moved to another master (F-19, F-38).
        void notMoved(Operation.Consume consume);
    }

    /// @param owner names the connection, for exclusive queues
    /// @param lookupWait how long an operation waits for a queue without a reachable master (F-25)
    Asking(ChannelOutput out, String owner, Directory directory, Duration lookupWait, SharedLimit limit,
            Answers answers) {
        this.out = out;
        this.owner = owner;
        this.directory = directory;
        this.lookupWait = lookupWait;
        this.limit = limit;
        this.answers = answers;
    }

    boolean isIdle() {
        return pending == null;
    }

    /// Words for what is outstanding. A wait for a queue that is down is not: it may last.
    List<String> busy() {
        return pending != null && pending.target() != null && directory.isAlive(pending.target())
                ? List.of("channel " + out.id + " waits for " + pending.operation().queue())
                : List.of();
    }

    void begin(Operation operation) {
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
        } else if (isLocked(operation, record)) {
            refuse(operation, 405, locked(record.queue()));
        } else if (operation instanceof Operation.Consume consume
                && ConsumeArguments.against(consume.queue(), consume.arguments()) != null) {
            refuse(operation, 406, "PRECONDITION_FAILED - "
                    + ConsumeArguments.against(consume.queue(), consume.arguments()));
        } else if (operation instanceof Operation.Declare declare && !declare.passive()
                && Equivalence.difference(declare, record) != null) {
            refuse(operation, 406, "PRECONDITION_FAILED - " + Equivalence.difference(declare, record));
        } else if (directory.isAlive(record.master())) {
            ask(operation, record.master());
        } else if (operation instanceof Operation.Cancel cancel) {
            cancelled(cancel); // with the master went the consumer
        } else if (operation instanceof Operation.Delete delete
                && record.replicas().stream()
                        .noneMatch(each -> directory.isAlive(each) && !record.refused().contains(each))
                && record.mirrors() != null) {
            deleteWithoutReplica(delete);
        } else {
            await(now);
        }
    }

    /// A queue that is declared again has to be exclusive or not as it was.
    private boolean isLocked(Operation operation, QueueRecord record) {
        return operation instanceof Operation.Declare declare && !declare.passive()
                ? !Objects.equals(record.owner(), declare.exclusive() ? owner : null)
                : record.exclusive() && !owner.equals(record.owner());
    }

    static String locked(QueueName queue) {
        return "RESOURCE_LOCKED - cannot obtain exclusive access to locked " + queue
                + ". It could be originally declared on another connection or the exclusive property value does not"
                + " match that of the original declaration.";
    }

    private void missing(Operation operation) {
        switch (operation) {
            case Operation.Declare declare when !declare.passive() -> {
                ClientEvent against = QueueArguments.against(declare);
                if (against != null) {
                    out.fail(against);
                    return;
                }
                pending = new Pending(operation, null, 0, false, -1);
                out.add(new ChannelEffect.Create(declare.queue(), declare.durable(), declare.autoDelete(),
                        declare.exclusive(), declare.arguments()));
            }
            case Operation.Delete delete -> {
                done();
                if (!delete.noWait()) {
                    out.event(new ClientEvent.QueueDeleted(0));
                }
            }
            case Operation.Cancel cancel -> cancelled(cancel);
            default -> refuse(operation, 404, "NOT_FOUND - no " + operation.queue());
        }
    }

    private void refuse(Operation operation, int code, String text) {
        done();
        if (operation instanceof Operation.Consume consume && consume.again()) {
            answers.notMoved(consume);
        } else {
            out.fail(code, text, operation.classId(), operation.methodId());
        }
    }

    private void cancelled(Operation.Cancel cancel) {
        done();
        answers.cancelled(cancel);
    }

    private void ask(Operation operation, ReplicaId master) {
        stopWaiting();
        pending = new Pending(operation, master, ++requests, false, -1);
        out.send(new QueueMessage.Request(master, out.id, requests, operation.wish(limit.limit())));
    }

    /// F-25.
    private void await(Pending now) {
        if (!now.waits()) {
            out.add(new ChannelEffect.SetTimer(lookupWait));
            out.happened(new Happening.ChannelWaits(out.id.node(), out.id, now.operation().queue(), true));
        }
        pending = new Pending(now.operation(), null, 0, true, -1);
    }

    /// F-27.
    private void deleteWithoutReplica(Operation.Delete delete) {
        if (delete.ifEmpty()) {
            refuse(delete, 406, "PRECONDITION_FAILED - " + delete.queue() + " not empty");
            return;
        }
        stopWaiting();
        pending = new Pending(delete, null, 0, false, 0);
        out.add(new ChannelEffect.Remove(delete.queue()));
    }

    private void stopWaiting() {
        if (pending != null && pending.waits()) {
            out.add(new ChannelEffect.CancelTimer());
            out.happened(new Happening.ChannelWaits(out.id.node(), out.id, pending.operation().queue(), false));
        }
    }

    private void done() {
        stopWaiting();
        pending = null;
    }

    /// Nobody is asked any more.
    void end() {
        done();
    }

    /// The queue asked for by {@link ChannelEffect.Create} is there, by this channel's declaration or by another's.
    void declared(QueueName queue) {
        if (pending != null && pending.operation() instanceof Operation.Declare && pending.target() == null
                && pending.operation().queue().equals(queue)) {
            resolve();
        }
    }

    /// The wait for a master has run out.
    void timer() {
        if (pending != null && pending.waits()) {
            refuse(pending.operation(), 404, "NOT_FOUND - failed to perform operation on " + pending.operation().queue()
                    + " due to timeout");
        }
    }

    void on(QueueMessage.Reply reply) {
        Pending now = pending;
        if (now == null || !reply.by().equals(now.target()) || reply.number() != now.number()) {
            return;
        }
        switch (reply.answer()) {
            case Answer.Refused(int code, String text) when code == 0 -> {
                pending = new Pending(now.operation(), null, 0, now.waits(), -1);
                await(pending); // not the master: the record will say who is
            }
            case Answer.Refused(int code, String text) -> refuse(now.operation(), code, text);
            case Answer.Deleted(long messages) -> {
                pending = new Pending(now.operation(), null, 0, false, messages);
                finishDelete();
            }
            default -> {
                done();
                answers.answered(now.operation(), reply.by(), reply.answer());
            }
        }
    }

    /// M-08: delete-ok only when the record is gone here.
    private void finishDelete() {
        if (pending != null && pending.removed() >= 0 && directory.record(pending.operation().queue()) == null) {
            long messages = pending.removed();
            boolean silent = pending.operation() instanceof Operation.Delete delete && delete.noWait();
            done();
            if (!silent) {
                out.event(new ClientEvent.QueueDeleted(messages));
            }
        }
    }

    /// @param record null when the queue is gone
    void recordChanged(QueueName queue, @Nullable QueueRecord record) {
        if (pending == null || !pending.operation().queue().equals(queue)) {
            return;
        }
        if (pending.removed() >= 0) {
            finishDelete();
        } else if (pending.waits() || (pending.target() != null && record == null
                && !(pending.operation() instanceof Operation.Delete))) { // the master still tells how many there were
            resolve();
        }
    }

    /// The question is asked again.
    void replicaGone(ReplicaId replica) {
        if (pending != null && replica.equals(pending.target())) {
            pending = new Pending(pending.operation(), null, 0, false, -1);
            resolve();
        }
    }
}
