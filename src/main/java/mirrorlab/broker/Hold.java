package mirrorlab.broker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// One queue that stands at one point at this node, and what is kept back meanwhile, in its order.
final class Hold {
    final HoldPoint point;
    final QueueName queue;
    final long number;
    /// 0: until somebody releases it.
    final long millis;
    private final ArrayDeque<Kept> kept = new ArrayDeque<>();
    private final Set<Way> ways = new LinkedHashSet<>();

    sealed interface Kept {
        /// The node that it comes from or goes to, when that is another one.
        record Message(NodeName peer, PeerMessage message) implements Kept {}

        record Write(Effect effect) implements Kept {}
    }

    /// From one replica to another, where nothing overtakes.
    private record Way(ReplicaId from, ReplicaId to) {
        static Way of(ReplicaMessage message) {
            return new Way(message.from(), message.to());
        }
    }

    Hold(HoldPoint point, QueueName queue, long number, long millis) {
        this.point = point;
        this.queue = queue;
        this.number = number;
        this.millis = millis;
    }

    boolean is(HoldPoint otherPoint, QueueName otherQueue) {
        return point == otherPoint && queue.equals(otherQueue);
    }

    /// What comes after something kept waits behind it.
    boolean blocks(ReplicaMessage message) {
        return ways.contains(Way.of(message));
    }

    void keep(ReplicaMessage message) {
        ways.add(Way.of(message));
        kept.add(new Kept.Message(message.to().node(), message));
    }

    void keep(NodeName peer, PeerMessage message) {
        kept.add(new Kept.Message(peer, message));
    }

    void keep(Effect write) {
        kept.add(new Kept.Write(write));
    }

    int size() {
        return kept.size();
    }

    /// @return true when that was all
    boolean forget(Predicate<Kept> lost) {
        return kept.removeIf(lost) && kept.isEmpty();
    }

    List<Kept> take() {
        List<Kept> all = new ArrayList<>(kept);
        kept.clear();
        ways.clear();
        return all;
    }
}
