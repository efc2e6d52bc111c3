package mirrorlab.channel;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Deliveries on their way to the client's socket, and which master each came from. Masters are told in heaps what has left,
/// so that they hold back from a client that does not read (`unsent_message_limit`).
final class Unwritten {
    /// A quarter of RabbitMQ's limit: what is not told yet leaves a master enough to go on with.
    private static final int HEAP = 50;
    private final ChannelOutput out;
    private final ArrayDeque<Run> runs = new ArrayDeque<>();
    private final Map<ReplicaId, Integer> untold = new LinkedHashMap<>();

    private static final class Run {
        final @Nullable ReplicaId by;
        int count;

        Run(@Nullable ReplicaId by) {
            this.by = by;
        }
    }

    Unwritten(ChannelOutput out) {
        this.out = out;
    }

    /// @param by null for a direct reply, of which no master is told
    void delivered(@Nullable ReplicaId by) {
        Run last = runs.peekLast();
        if (last == null || !Objects.equals(last.by, by)) {
            last = new Run(by);
            runs.add(last);
        }
        last.count++;
    }

    /// It never goes to the client.
    void refused(ReplicaId by) {
        left(by, 1);
    }

    /// So many have left for the socket since the last time.
    void written(int count) {
        int rest = count;
        for (Run first = runs.peekFirst(); first != null && rest > 0; first = runs.peekFirst()) {
            int now = Math.min(rest, first.count);
            rest -= now;
            first.count -= now;
            if (first.count == 0) {
                runs.removeFirst();
            }
            if (first.by != null) {
                left(first.by, now);
            }
        }
    }

    private void left(ReplicaId by, int count) {
        int all = untold.merge(by, count, Integer::sum);
        if (all >= HEAP) {
            untold.remove(by);
            out.send(new QueueMessage.Written(by, out.id, all));
        }
    }

    /// Nobody is left to be told.
    void gone(ReplicaId master) {
        untold.remove(master);
    }
}
