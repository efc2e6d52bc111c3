package mirrorlab.vocabulary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Sets of very many ids, against a plain bit set that knows the same.
class NumbersTest {
    private static final ChannelId ONE = new ChannelId(NodeName.of("rabbit1"), 1, 1);
    private static final ChannelId TWO = new ChannelId(NodeName.of("rabbit1"), 1, 2);
    private static final int MOST = 4 * Chunk.SIZE;
    private final Random random = new Random(11);

    /// What is known of a set in two ways.
    private record Both(Numbers numbers, BitSet bits) {
        private Both with(Chunk.Operation operation, Both other) {
            BitSet now = (BitSet) bits.clone();
            switch (operation) {
                case UNION -> now.or(other.bits);
                case INTERSECTION -> now.and(other.bits);
                case DIFFERENCE -> now.andNot(other.bits);
            }
            return new Both(numbers.with(other.numbers, operation), now);
        }
    }

    /// Long runs, short ones, single numbers in turn with others, edges of chunks, and nothing at all.
    private Both some() {
        Numbers numbers = Numbers.EMPTY;
        BitSet bits = new BitSet();
        for (int left = random.nextInt(6); left > 0; left--) {
            int first = 1 + random.nextInt(MOST - 1);
            switch (random.nextInt(4)) {
                case 0 -> {
                    int last = Math.min(MOST, first + random.nextInt(2 * Chunk.SIZE));
                    numbers = numbers.with(first, last);
                    bits.set(first, last + 1);
                }
                case 1 -> {
                    int step = 2 + random.nextInt(40);
                    List<Interval> all = new ArrayList<>();
                    for (int i = first; i < Math.min(MOST, first + random.nextInt(Chunk.SIZE)); i += step) {
                        all.add(new Interval(ONE, i, i));
                        bits.set(i);
                    }
                    numbers = numbers.union(Numbers.of(all));
                }
                case 2 -> {
                    int edge = Chunk.SIZE * (1 + random.nextInt(3));
                    int from = edge - random.nextInt(2);
                    int to = edge - random.nextInt(2) + random.nextInt(2);
                    numbers = numbers.with(Math.min(from, to), Math.max(from, to));
                    bits.set(Math.min(from, to), Math.max(from, to) + 1);
                }
                default -> {
                    numbers = numbers.with(first, first);
                    bits.set(first);
                }
            }
        }
        return new Both(numbers, bits);
    }

    private static void check(Both both) {
        assertThat(both.numbers.count()).isEqualTo(both.bits.cardinality());
        assertThat(both.numbers.isEmpty()).isEqualTo(both.bits.isEmpty());
        int at = 0;
        while (true) {
            int first = both.bits.nextSetBit(at);
            assertThat(both.numbers.next(at)).isEqualTo(first);
            if (first < 0) {
                return;
            }
            int end = both.bits.nextClearBit(first) - 1;
            assertThat(both.numbers.runEnd(first)).isEqualTo(end);
            assertThat(both.numbers.covers(first, end)).isTrue();
            assertThat(both.numbers.covers(first, end + 1)).isFalse();
            assertThat(both.numbers.touches(end, end + 1)).isTrue();
            assertThat(both.numbers.contains(end + 1L)).isFalse();
            at = end + 1;
        }
    }

    @Test
    void one_set_is_joined_with_another_as_a_plain_set_of_bits_is() {
        for (int round = 0; round < 400; round++) {
            Both one = some();
            Both other = some();
            for (Chunk.Operation each : Chunk.Operation.values()) {
                check(one.with(each, other));
            }
            Both back = one.with(Chunk.Operation.UNION, other).with(Chunk.Operation.DIFFERENCE, other)
                    .with(Chunk.Operation.UNION, one.with(Chunk.Operation.INTERSECTION, other));
            assertThat(back.numbers).as("one form for one set").isEqualTo(one.numbers).hasSameHashCodeAs(one.numbers);
        }
    }

    @Test
    void a_set_of_messages_is_the_same_however_it_is_kept() {
        for (int round = 0; round < 200; round++) {
            MessageSet one = messages(some(), some());
            MessageSet other = messages(some(), some());
            assertThat(MessageSet.of(one.intervals())).isEqualTo(one).hasSameHashCodeAs(one);
            assertThat(one).isEqualTo(MessageSet.of(one.intervals()));
            MessageSet plain = MessageSet.of(one.intervals());
            MessageSet its = MessageSet.of(other.intervals());
            assertThat(one.union(other)).isEqualTo(plain.union(its)).isEqualTo(plain.union(other));
            assertThat(one.minus(other)).isEqualTo(plain.minus(its)).isEqualTo(one.minus(its));
            assertThat(one.intersection(other)).isEqualTo(plain.intersection(its));
            assertThat(one.count()).isEqualTo(plain.count());
            assertThat(one.of(TWO::equals)).isEqualTo(plain.of(TWO::equals));
            assertThat(one.channels()).isEqualTo(plain.channels());
            assertThat(one.intervals(3)).isEqualTo(plain.intervals(3));
        }
    }

    private static MessageSet messages(Both one, Both two) {
        var numbers = new java.util.TreeMap<ChannelId, Numbers>();
        if (!one.numbers.isEmpty()) {
            numbers.put(ONE, one.numbers);
        }
        if (!two.numbers.isEmpty()) {
            numbers.put(TWO, two.numbers);
        }
        return MessageSet.of(numbers);
    }

    @Test
    void ids_that_go_to_queues_in_turn_take_little_room() {
        Numbers every = Numbers
                .of(IntStream.range(1, 100_000).mapToObj(i -> new Interval(ONE, 3L * i, 3L * i)).toList());
        Numbers more = every.with(300_001, 300_002);
        assertThat(more.count()).isEqualTo(100_001);
        assertThat(more.minus(every)).isEqualTo(Numbers.of(300_001, 300_002));
    }
}
