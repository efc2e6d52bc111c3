package mirrorlab.vocabulary;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A set of numbers from 0 to {@value #SIZE} - 1: as runs, or as bits when it has more than {@value #MOST_RUNS}. Immutable, never
/// empty. As in Chambi, Lemire, Kaser, Godin: Better bitmap performance with Roaring bitmaps (2016).
final class Chunk {
    static final int SIZE = 1 << 16;
    private static final int MOST_RUNS = 256;
    private static final int WORDS = SIZE / Long.SIZE;
    private static final Chunk FULL = new Chunk(new char[]{0, SIZE - 1}, null, SIZE);
    /// First and last of each, in order, with gaps between; null when there are bits.
    private final char @Nullable [] runs;
    private final long @Nullable [] bits;
    private final int count;

    /// How two sets become one.
    enum Operation {
        UNION, INTERSECTION, DIFFERENCE;

        private boolean of(boolean one, boolean other) {
            return switch (this) {
                case UNION -> one || other;
                case INTERSECTION -> one && other;
                case DIFFERENCE -> one && !other;
            };
        }

        private long of(long one, long other) {
            return switch (this) {
                case UNION -> one | other;
                case INTERSECTION -> one & other;
                case DIFFERENCE -> one & ~other;
            };
        }
    }

    private Chunk(char @Nullable [] runs, long @Nullable [] bits, int count) {
        this.runs = runs;
        this.bits = bits;
        this.count = count;
    }

    /// Both included.
    static Chunk of(int first, int last) {
        return first == 0 && last == SIZE - 1
                ? FULL
                : new Chunk(new char[]{(char) first, (char) last}, null,
                        last - first + 1);
    }

    int count() {
        return count;
    }

    boolean contains(int number) {
        return next(number) == number;
    }

    /// The smallest one of at least `from`; {@value #SIZE} when there is none.
    int next(int from) {
        long[] words = bits;
        if (words != null) {
            return next(words, from, 0);
        }
        char[] pairs = pairs();
        int run = runAt(pairs, from);
        return run == pairs.length ? SIZE : Math.max(from, pairs[run]);
    }

    /// The smallest number of at least `from` that is not in the set; {@value #SIZE} when there is none.
    int nextMissing(int from) {
        long[] words = bits;
        if (words != null) {
            return next(words, from, -1);
        }
        char[] pairs = pairs();
        int run = runAt(pairs, from);
        return run == pairs.length || pairs[run] > from ? from : pairs[run + 1] + 1;
    }

    /// @param flip 0: looks for a one; -1: for a zero
    private static int next(long[] words, int from, long flip) {
        if (from >= SIZE) {
            return SIZE;
        }
        int at = from / Long.SIZE;
        long word = (words[at] ^ flip) & (-1L << from);
        while (word == 0) {
            if (++at == WORDS) {
                return SIZE;
            }
            word = words[at] ^ flip;
        }
        return at * Long.SIZE + Long.numberOfTrailingZeros(word);
    }

    private char[] pairs() {
        return runs == null ? new char[0] : runs;
    }

    /// Where the first run stands that ends at `from` or later.
    private static int runAt(char[] pairs, int from) {
        int low = 0;
        int high = pairs.length / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pairs[2 * middle + 1] < from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    /// The same with these, both included, as they mostly come: behind what is there.
    Chunk with(int first, int last) {
        char[] pairs = runs;
        if (pairs != null && first >= pairs[pairs.length - 2] && first <= pairs[pairs.length - 1] + 1) {
            if (last <= pairs[pairs.length - 1]) {
                return this;
            }
            if (pairs.length == 2) {
                return of(pairs[0], last);
            }
            char[] longer = pairs.clone();
            longer[pairs.length - 1] = (char) last;
            return new Chunk(longer, null, count + last - pairs[pairs.length - 1]);
        }
        return Objects.requireNonNull(with(of(first, last), Operation.UNION));
    }

    /// Null when nothing is left.
    @Nullable
    Chunk with(Chunk other, Operation operation) {
        if (runs != null && other.runs != null) {
            return sweep(runs, other.runs, operation);
        }
        long[] mine = words();
        long[] its = other.words();
        long[] result = new long[WORDS];
        for (int i = 0; i < WORDS; i++) {
            result[i] = operation.of(mine[i], its[i]);
        }
        return of(result);
    }

    private static @Nullable Chunk sweep(char[] mine, char[] its, Operation operation) {
        char[] pairs = new char[mine.length + its.length + 2];
        int length = 0;
        int i = 0;
        int k = 0;
        boolean inside = false;
        while (i < mine.length || k < its.length) {
            int here = Math.min(edge(mine, i), edge(its, k));
            i += edge(mine, i) == here ? 1 : 0;
            k += edge(its, k) == here ? 1 : 0;
            boolean now = operation.of((i & 1) == 1, (k & 1) == 1);
            if (now != inside) {
                pairs[length++] = (char) (now ? here : here - 1);
                inside = now;
            }
        }
        return of(pairs, length);
    }

    /// Where a run begins, or the first number behind it.
    private static int edge(char[] pairs, int index) {
        return index == pairs.length ? Integer.MAX_VALUE : pairs[index] + (index & 1);
    }

    private static @Nullable Chunk of(char[] pairs, int length) {
        if (length == 0) {
            return null;
        }
        if (length == 2) {
            return of(pairs[0], pairs[1]);
        }
        if (length > 2 * MOST_RUNS) {
            return of(words(pairs, length));
        }
        int count = 0;
        for (int i = 0; i < length; i += 2) {
            count += pairs[i + 1] - pairs[i] + 1;
        }
        return new Chunk(Arrays.copyOf(pairs, length), null, count);
    }

    private static @Nullable Chunk of(long[] words) {
        int count = 0;
        int begins = 0;
        long before = 0;
        for (long word : words) {
            count += Long.bitCount(word);
            begins += Long.bitCount(word & ~(word << 1 | before));
            before = word >>> 63;
        }
        if (begins > MOST_RUNS) {
            return new Chunk(null, words, count);
        }
        char[] pairs = new char[2 * begins];
        int length = 0;
        for (int first = next(words, 0, 0); first < SIZE; first = next(words, pairs[length - 1] + 1, 0)) {
            pairs[length++] = (char) first;
            pairs[length++] = (char) (next(words, first, -1) - 1);
        }
        return of(pairs, length);
    }

    private long[] words() {
        return bits == null ? words(pairs(), pairs().length) : bits;
    }

    private static long[] words(char[] pairs, int length) {
        long[] words = new long[WORDS];
        for (int i = 0; i < length; i += 2) {
            int first = pairs[i];
            int last = pairs[i + 1];
            int from = first / Long.SIZE;
            int to = last / Long.SIZE;
            long head = -1L << first;
            long tail = -1L >>> (Long.SIZE - 1 - last % Long.SIZE);
            if (from == to) {
                words[from] |= head & tail;
            } else {
                words[from] |= head;
                Arrays.fill(words, from + 1, to, -1L);
                words[to] |= tail;
            }
        }
        return words;
    }

    /// A set has one form only.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Chunk that && count == that.count && Arrays.equals(runs, that.runs)
                && Arrays.equals(bits, that.bits));
    }

    @Override
    public int hashCode() {
        return 31 * count + next(0);
    }
}
