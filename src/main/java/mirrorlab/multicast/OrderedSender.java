package mirrorlab.multicast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The sending side of one epoch of a stream.
///
/// @param <M> a member of the group
/// @param <T> an operation
public final class OrderedSender<M, T> {
    private final long epoch;
    private final Map<M, Long> applied = new LinkedHashMap<>();
    private List<T> unsent = new ArrayList<>();
    private long sequence;
    private long stable;

    /// @param sequence the last number used in the epoch before
    public OrderedSender(long epoch, long sequence) {
        this.epoch = epoch;
        this.sequence = sequence;
        stable = sequence;
    }

    public long epoch() {
        return epoch;
    }

    /// The number of the newest operation.
    public long sequence() {
        return sequence;
    }

    /// Every member has applied the operations up to this number.
    public long stable() {
        return stable;
    }

    public Set<M> members() {
        return applied.keySet();
    }

    public long append(T operation) {
        sequence++;
        if (applied.isEmpty()) {
            stable = sequence;
        } else {
            unsent.add(operation);
        }
        return sequence;
    }

    /// Adds a member that gets everything after the newest operation. Flush first.
    public void join(M member) {
        if (!unsent.isEmpty()) {
            throw new IllegalStateException("a member joins only after a flush");
        }
        applied.put(member, sequence);
    }

    /// As {@link #join}, of a member of the epoch before that is known to have come only so far: it is being filled up.
    public void join(M member, long upTo) {
        join(member);
        applied.put(member, upTo);
        stable = Math.min(stable, upTo);
    }

    /// @return the new stable number if it grew
    public OptionalLong leave(M member) {
        return applied.remove(member) == null ? OptionalLong.empty() : advance();
    }

    /// The member has applied everything up to `upTo`; numbers that were never sent are ignored.
    public OptionalLong acknowledged(M member, long upTo) {
        Long before = applied.get(member);
        if (before == null || upTo <= before || upTo > sequence) {
            return OptionalLong.empty();
        }
        applied.put(member, upTo);
        return advance();
    }

    private OptionalLong advance() {
        long lowest = sequence;
        for (long each : applied.values()) {
            lowest = Math.min(lowest, each);
        }
        if (applied.isEmpty()) {
            unsent.clear();
        }
        if (lowest <= stable) {
            return OptionalLong.empty();
        }
        stable = lowest;
        return OptionalLong.of(stable);
    }

    /// What was appended since the last flush, for all members alike; null when there is nothing.
    public @Nullable Batch<T> flush() {
        if (unsent.isEmpty()) {
            return null;
        }
        Batch<T> batch = new Batch<>(sequence - unsent.size() + 1, unsent);
        unsent = new ArrayList<>();
        return batch;
    }

    /// @param first number of the first operation
    public record Batch<T>(long first, List<T> operations) {}
}
