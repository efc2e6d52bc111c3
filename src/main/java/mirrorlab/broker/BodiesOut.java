package mirrorlab.broker;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.mirror.Replica;
import mirrorlab.queue.Held;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ReplicaId;

/// Which bodies leave the heap when it holds too much: those of the queues on this node, from the head of each on, a few at a
/// time, until as much as was too much has gone or nothing is left. A body that has been asked for once is not looked at again.
final class BodiesOut {
    /// Smaller bodies are not worth it.
    static final int SMALLEST = 256;
    /// In a step: about a millisecond's work for the disk, and for the loop much less.
    static final int MOST_BYTES = 1 << 20;
    private static final int MOST_LOOKED_AT = 2_000;

    private final Broker broker;
    /// The position up to which a replica's bodies have been asked for.
    private final Map<ReplicaId, Long> askedUpTo = new LinkedHashMap<>();
    private long wanted;
    private boolean underWay;

    BodiesOut(Broker broker) {
        this.broker = broker;
    }

    void wanted(long bytes) {
        wanted = bytes;
        step();
    }

    void pagedOut() {
        underWay = false;
        step();
    }

    private void step() {
        if (underWay || wanted <= 0) {
            return;
        }
        askedUpTo.keySet().removeIf(each -> broker.replicas.get(each) == null);
        Step step = new Step();
        for (Replica each : broker.replicas.all()) {
            askedUpTo.put(each.id(), step.from(each, askedUpTo.getOrDefault(each.id(), 0L)));
        }
        if (step.lookedAt == 0) {
            wanted = 0;
        } else {
            wanted -= step.bytes;
            underWay = true;
            broker.effects.add(new Effect.PageOut(step.bodies));
        }
    }

    /// What is asked for together.
    private final class Step {
        private final List<Bytes> bodies = new ArrayList<>();
        private long bytes;
        private int lookedAt;

        /// @return the position of the last that was looked at
        long from(Replica replica, long after) {
            long upTo = after;
            Iterator<Standing> rest = replica.contentsFrom(after + 1);
            while (lookedAt < MOST_LOOKED_AT && bytes < Math.min(wanted, MOST_BYTES) && rest.hasNext()) {
                Held held = rest.next().held();
                Bytes body = held.message().body();
                if (body.size() >= SMALLEST && body.isInMemory()) {
                    bodies.add(body);
                    bytes += body.size();
                }
                lookedAt++;
                upTo = held.position();
            }
            return upTo;
        }
    }
}
