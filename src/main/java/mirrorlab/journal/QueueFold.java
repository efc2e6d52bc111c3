package mirrorlab.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Queue records and the replicas' own stories. Of each queue and node only the youngest replica is remembered.
final class QueueFold {
    private final Map<QueueName, QueueLife> queues = new TreeMap<>();
    private final TreeMap<Place, ReplicaLife> replicas = new TreeMap<>();

    record Place(QueueName queue, NodeName node) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byQueue = queue.compareTo(other.queue);
            return byQueue != 0 ? byQueue : node.compareTo(other.node);
        }
    }

    void change(QueueName queue, UnaryOperator<QueueLife> change) {
        queues.put(queue, change.apply(queues.getOrDefault(queue, QueueLife.NEW)));
    }

    /// Does nothing when a younger replica is already known at this place.
    void change(QueueName queue, ReplicaId id, long clock, UnaryOperator<ReplicaLife> change) {
        Place place = new Place(queue, id.node());
        ReplicaLife now = replicas.get(place);
        int age = now == null ? 1 : ReplicaLife.AGE.compare(id, now.id());
        if (age >= 0) {
            replicas.put(place, change.apply(age > 0 || now == null ? ReplicaLife.begin(id, clock) : now));
        }
    }

    void progressed(Happening.SyncProgressed now, long clock) {
        change(now.queue(), now.master(), clock, life -> life.sync() == null
                ? life
                : life.synchronising(life.sync().progressed(now)));
    }

    Map<QueueName, QueueLife> queues() {
        return queues;
    }

    @Nullable
    ReplicaLife replica(QueueName queue, NodeName node) {
        return replicas.get(new Place(queue, node));
    }

    /// In order of the nodes' names.
    List<ReplicaLife> replicas(QueueName queue) {
        List<ReplicaLife> its = new ArrayList<>();
        for (Map.Entry<Place, ReplicaLife> each : replicas.tailMap(new Place(queue, LOWEST)).entrySet()) {
            if (!each.getKey().queue().equals(queue)) {
                break;
            }
            its.add(each.getValue());
        }
        return its;
    }

    private static final NodeName LOWEST = new NodeName("\u0000@\u0000");

    QueueFold copy() {
        QueueFold copy = new QueueFold();
        copy.queues.putAll(queues);
        copy.replicas.putAll(replicas);
        return copy;
    }
}
