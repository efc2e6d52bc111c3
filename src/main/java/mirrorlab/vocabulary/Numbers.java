package mirrorlab.vocabulary;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A set of numbers of any shape, for one channel's messages: about two bits a number where they are mixed with others, a few
/// bytes where they follow each other. Immutable; a changed set shares what did not change with the one before.
public final class Numbers {
    public static final Numbers EMPTY = new Numbers(new long[0], new Chunk[0]);
    /// The numbers of a chunk divided by its size; ascending.
    private final long[] keys;
    private final Chunk[] chunks;
    private final long count;

    private Numbers(long[] keys, Chunk[] chunks) {
        this.keys = keys;
        this.chunks = chunks;
        long sum = 0;
        for (Chunk each : chunks) {
            sum += each.count();
        }
        count = sum;
    }

    /// Both included.
    public static Numbers of(long first, long last) {
        long from = first / Chunk.SIZE;
        long to = last / Chunk.SIZE;
        long[] keys = new long[Math.toIntExact(to - from + 1)];
        Chunk[] chunks = new Chunk[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = from + i;
            chunks[i] = Chunk.of(i == 0 ? (int) (first % Chunk.SIZE) : 0,
                    from + i == to ? (int) (last % Chunk.SIZE) : Chunk.SIZE - 1);
        }
        return new Numbers(keys, chunks);
    }

    /// @param intervals
    ///            of one channel
    public static Numbers of(List<Interval> intervals) {
        // by halves, so that many small ones cost little
        return switch (intervals.size()) {
            case 0 -> EMPTY;
            case 1 -> of(intervals.getFirst().first(), intervals.getFirst().last());
            default -> of(intervals.subList(0, intervals.size() / 2)).with(
                    of(intervals.subList(intervals.size() / 2, intervals.size())), Chunk.Operation.UNION);
        };
    }

    public boolean isEmpty() {
        return keys.length == 0;
    }

    public long count() {
        return count;
    }

    public boolean contains(long number) {
        int at = Arrays.binarySearch(keys, number / Chunk.SIZE);
        return at >= 0 && chunks[at].contains((int) (number % Chunk.SIZE));
    }

    /// With these, both included.
    public Numbers with(long first, long last) {
        long key = first / Chunk.SIZE;
        if (key != last / Chunk.SIZE || keys.length == 0 || keys[keys.length - 1] != key) {
            return union(of(first, last));
        }
        Chunk before = chunks[chunks.length - 1];
        Chunk now = before.with((int) (first % Chunk.SIZE), (int) (last % Chunk.SIZE));
        if (now.count() == before.count()) {
            return this;
        }
        Chunk[] made = chunks.clone();
        made[made.length - 1] = now;
        return new Numbers(keys, made);
    }

    /// Is any of these in the set, both included?
    public boolean touches(long first, long last) {
        long next = next(first);
        return next >= 0 && next <= last;
    }

    /// Are all of these in the set, both included?
    public boolean covers(long first, long last) {
        return contains(first) && runEnd(first) >= last;
    }

    public Numbers union(Numbers other) {
        return with(other, Chunk.Operation.UNION);
    }

    public Numbers minus(Numbers other) {
        return with(other, Chunk.Operation.DIFFERENCE);
    }

    public Numbers intersection(Numbers other) {
        return with(other, Chunk.Operation.INTERSECTION);
    }

    Numbers with(Numbers other, Chunk.Operation operation) {
        long[] all = new long[keys.length + other.keys.length];
        Chunk[] made = new Chunk[all.length];
        int length = 0;
        int i = 0;
        int k = 0;
        while (i < keys.length || k < other.keys.length) {
            long mine = i < keys.length ? keys[i] : Long.MAX_VALUE;
            long its = k < other.keys.length ? other.keys[k] : Long.MAX_VALUE;
            @Nullable
            Chunk chunk = null;
            if (mine == its) {
                chunk = chunks[i].equals(other.chunks[k]) && operation != Chunk.Operation.DIFFERENCE
                        ? chunks[i]
                        : chunks[i].with(other.chunks[k], operation);
            } else if (mine < its && operation != Chunk.Operation.INTERSECTION) {
                chunk = chunks[i];
            } else if (its < mine && operation == Chunk.Operation.UNION) {
                chunk = other.chunks[k];
            }
            i += mine <= its ? 1 : 0;
            k += its <= mine ? 1 : 0;
            if (chunk != null) {
                all[length] = Math.min(mine, its);
                made[length++] = chunk;
            }
        }
        return length == 0 ? EMPTY : new Numbers(Arrays.copyOf(all, length), Arrays.copyOf(made, length));
    }

    /// The smallest one of at least `from`; -1 when there is none.
    long next(long from) {
        int at = Arrays.binarySearch(keys, from / Chunk.SIZE);
        int within = at >= 0 ? chunks[at].next((int) (from % Chunk.SIZE)) : Chunk.SIZE;
        if (within < Chunk.SIZE) {
            return keys[at] * Chunk.SIZE + within;
        }
        int later = at >= 0 ? at + 1 : -at - 1;
        return later == keys.length ? -1 : keys[later] * Chunk.SIZE + chunks[later].next(0);
    }

    /// The last one of the run in which `number` stands.
    long runEnd(long number) {
        int at = Arrays.binarySearch(keys, number / Chunk.SIZE);
        int end = chunks[at].nextMissing((int) (number % Chunk.SIZE));
        while (end == Chunk.SIZE && at + 1 < keys.length && keys[at + 1] == keys[at] + 1
                && chunks[at + 1].contains(0)) {
            at++;
            end = chunks[at].nextMissing(0);
        }
        return keys[at] * Chunk.SIZE + end - 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Numbers that && count == that.count && Arrays.equals(keys, that.keys)
                && Arrays.equals(chunks, that.chunks));
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(count) + Long.hashCode(next(0));
    }
}
