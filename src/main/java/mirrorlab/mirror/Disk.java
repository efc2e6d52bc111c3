package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import mirrorlab.queue.Held;
import mirrorlab.vocabulary.Message;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.PackedMessages;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.StoreOperation;

/// What one replica wants written, and which confirms wait for it (P-19, P-20). Only persistent messages of durable queues are
/// written.
final class Disk {
    private final String table;
    private final boolean durable;
    private final TreeMap<Long, MessageSet.Builder> waiting = new TreeMap<>();
    private final TreeMap<Long, List<Runnable>> afterwards = new TreeMap<>();
    private List<Runnable> unticketedAfterwards = new ArrayList<>();
    private List<StoreOperation> operations = new ArrayList<>();
    private MessageSet.Builder unticketed = new MessageSet.Builder();
    private long issued;
    private long persisted;

    Disk(QueueName queue, boolean durable) {
        table = StoredMessage.table(queue);
        this.durable = durable;
    }

    boolean keeps(Message message) {
        return durable && message.persistent();
    }

    void put(long position, Message message, boolean delivered) {
        if (keeps(message)) {
            operations.add(new StoreOperation.Put(table, position, new StoredMessage(message, delivered).encode()));
        }
    }

    /// In positions that follow each other.
    void put(long first, PackedMessages messages, boolean delivered) {
        if (durable && messages.hasPersistent()) {
            long position = first;
            for (Message each : messages) {
                put(position++, each, delivered);
            }
        }
    }

    void remove(Held held) {
        if (keeps(held.message())) {
            operations.add(new StoreOperation.Remove(table, held.position()));
        }
    }

    /// Removes everything of this queue from the disk.
    void drop() {
        operations.clear();
        operations.add(new StoreOperation.Drop(table));
    }

    /// @return true when everything asked for so far is durable already; otherwise the id comes back from `persisted`
    boolean isDurableNow(MessageId id) {
        if (!operations.isEmpty()) {
            unticketed.add(id);
            return false;
        }
        if (issued > persisted) {
            waiting.computeIfAbsent(issued, unused -> new MessageSet.Builder()).add(id);
            return false;
        }
        return true;
    }

    /// Runs as soon as everything asked for so far is durable: now, or from `persisted`.
    void whenDurable(Runnable action) {
        if (!operations.isEmpty()) {
            unticketedAfterwards.add(action);
        } else if (issued > persisted) {
            afterwards.computeIfAbsent(issued, unused -> new ArrayList<>()).add(action);
        } else {
            action.run();
        }
    }

    List<StoreOperation> take() {
        List<StoreOperation> taken = operations;
        operations = new ArrayList<>();
        return taken;
    }

    /// What was taken last becomes durable with this ticket.
    void ticket(long ticket) {
        issued = ticket;
        if (!unticketed.isEmpty()) {
            waiting.put(ticket, unticketed);
            unticketed = new MessageSet.Builder();
        }
        if (!unticketedAfterwards.isEmpty()) {
            afterwards.put(ticket, unticketedAfterwards);
            unticketedAfterwards = new ArrayList<>();
        }
    }

    /// @return the ids that waited
    MessageSet persisted(long ticket) {
        persisted = Math.max(persisted, Math.min(ticket, issued));
        MessageSet.Builder done = new MessageSet.Builder();
        while (!waiting.isEmpty() && waiting.firstKey() <= ticket) {
            done.addAll(waiting.pollFirstEntry().getValue().build().intervals());
        }
        while (!afterwards.isEmpty() && afterwards.firstKey() <= ticket) {
            afterwards.pollFirstEntry().getValue().forEach(Runnable::run);
        }
        return done.build();
    }

    boolean isBusy() {
        return !operations.isEmpty() || issued > persisted;
    }
}
