package mirrorlab.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.StoreOperation;

/// What this node gives to its disk, under ascending tickets, and which replicas wait for it.
final class Writing {
    private final Broker broker;
    private final Set<Replica> waiting = new LinkedHashSet<>();
    private final List<StoreOperation> leftovers = new ArrayList<>();
    private long ticket;

    Writing(Broker broker) {
        this.broker = broker;
    }

    long nextTicket() {
        return ++ticket;
    }

    /// Goes with what is written next; nobody waits for it.
    void later(StoreOperation operation) {
        leftovers.add(operation);
    }

    /// Writes together what these replicas have for the disk.
    void write(Collection<Replica> touched) {
        List<StoreOperation> operations = new ArrayList<>(leftovers);
        leftovers.clear();
        List<Replica> now = new ArrayList<>();
        for (Replica each : touched) {
            List<StoreOperation> its = each.takeStoreOperations();
            if (!its.isEmpty()) {
                operations.addAll(its);
                now.add(each);
            }
        }
        if (!operations.isEmpty()) {
            broker.holds.write(new Effect.Persist(operations, ++ticket));
            now.forEach(each -> each.ticket(ticket));
            waiting.addAll(now);
        }
    }

    void persisted(long upTo) {
        for (Replica each : List.copyOf(waiting)) {
            broker.replicas.change(each, its -> its.persisted(upTo));
        }
        if (upTo == ticket) {
            waiting.clear();
        }
    }
}
