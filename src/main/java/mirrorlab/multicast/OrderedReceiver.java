package mirrorlab.multicast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The receiving side of a stream: hands out operations in order, once, and keeps those that are not stable yet.
///
/// @param <T> an operation
public final class OrderedReceiver<T> {
    private final ArrayDeque<T> kept = new ArrayDeque<>();
    private long epoch;
    private long applied;
    private boolean frozen;

    public OrderedReceiver(long epoch, long applied) {
        this.epoch = epoch;
        this.applied = applied;
    }

    /// @param recent the last operations up to `applied`, for others that lack them
    public OrderedReceiver(long epoch, long applied, List<T> recent) {
        this(epoch, applied);
        kept.addAll(recent);
    }

    public long epoch() {
        return epoch;
    }

    public long applied() {
        return applied;
    }

    public boolean frozen() {
        return frozen;
    }

    /// @param first number of the first of these operations
    /// @return those to apply now, in order: none when frozen, of an old epoch, known already, or after a hole (a peer that
    ///         lies)
    public List<T> accept(long fromEpoch, long first, List<T> operations, long stable) {
        if (frozen || fromEpoch != epoch) {
            return List.of();
        }
        return take(first, operations, stable);
    }

    /// Takes what the candidate, or one that is ahead of it, re-sends while frozen. Numbers go on over epochs, so what was said
    /// in a later epoch fits, too.
    public List<T> fill(long first, List<T> operations) {
        return frozen ? take(first, operations, 0) : List.of();
    }

    private List<T> take(long first, List<T> operations, long stable) {
        long skip = applied + 1 - first;
        if (skip < 0) {
            return List.of();
        }
        List<T> fresh = skip >= operations.size() ? List.of() : operations.subList((int) skip, operations.size());
        kept.addAll(fresh);
        applied += fresh.size();
        while (!kept.isEmpty() && applied - kept.size() < stable) {
            kept.removeFirst();
        }
        return fresh;
    }

    /// Stops applying; only `fill` and `follow` change anything from now on.
    public void freeze() {
        frozen = true;
    }

    /// The fence: a new sender goes on after `sequence`. Operations of older epochs are ignored from now on.
    ///
    /// @return false when this receiver is not level with the new sender and so cannot follow
    public boolean follow(long newEpoch, long sequence) {
        if (newEpoch <= epoch || sequence != applied) {
            return false;
        }
        epoch = newEpoch;
        frozen = false;
        return true;
    }

    /// The operations from number `first` to number `last`, for one that lacks them; none when the first is not kept any more.
    public List<T> between(long first, long last) {
        List<T> wanted = new ArrayList<>();
        long number = applied - kept.size();
        if (first <= number) {
            return wanted;
        }
        for (T each : kept) {
            number++;
            if (number >= first && number <= last) {
                wanted.add(each);
            }
        }
        return wanted;
    }
}
