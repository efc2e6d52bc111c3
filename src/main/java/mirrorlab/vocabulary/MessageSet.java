package mirrorlab.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An immutable set of message ids. A few stretches are kept as intervals, the fewest, ordered by channel and sequence; many
/// (a publisher that sends to several queues in turn leaves each of them every so many-th id) as {@link Numbers}. The
/// set is the same either way.
public final class MessageSet {
    public static final MessageSet EMPTY = new MessageSet(List.of());
    /// So many stretches are always kept as intervals.
    private static final int FEW = 8;
    private final @Nullable List<Interval> intervals;
    /// When there are no intervals; nothing empty in it.
    private final SortedMap<ChannelId, Numbers> numbers;

    private MessageSet(List<Interval> intervals) {
        this.intervals = intervals;
        numbers = Collections.emptySortedMap();
    }

    private MessageSet(SortedMap<ChannelId, Numbers> numbers) {
        intervals = null;
        this.numbers = numbers;
    }

    /// The union of any intervals, overlapping or not, in any order.
    @JsonCreator
    public static MessageSet of(List<Interval> intervals) {
        return switch (intervals.size()) {
            case 0 -> EMPTY;
            case 1 -> new MessageSet(List.copyOf(intervals));
            default -> new Builder().addAll(intervals).build();
        };
    }

    public static MessageSet of(MessageId id) {
        return new MessageSet(List.of(new Interval(id.channel(), id.sequence(), id.sequence())));
    }

    /// @param numbers
    ///            by channel, none of them empty
    public static MessageSet of(SortedMap<ChannelId, Numbers> numbers) {
        return few(numbers, () -> new TreeMap<>(numbers));
    }

    private static MessageSet few(SortedMap<ChannelId, Numbers> numbers,
            Supplier<SortedMap<ChannelId, Numbers>> kept) {
        if (numbers.isEmpty()) {
            return EMPTY;
        }
        if (numbers.size() <= FEW) {
            List<Interval> intervals = intervals(numbers, FEW + 1);
            if (intervals.size() <= FEW) {
                return new MessageSet(List.copyOf(intervals));
            }
        }
        return new MessageSet(kept.get());
    }

    /// By channel, none of them empty.
    public SortedMap<ChannelId, Numbers> numbers() {
        if (intervals == null) {
            return Collections.unmodifiableSortedMap(numbers);
        }
        SortedMap<ChannelId, Numbers> made = new TreeMap<>();
        int from = 0;
        for (int i = 1; i <= intervals.size(); i++) {
            ChannelId channel = intervals.get(from).channel();
            if (i == intervals.size() || !intervals.get(i).channel().equals(channel)) {
                made.put(channel, Numbers.of(intervals.subList(from, i)));
                from = i;
            }
        }
        return made;
    }

    @JsonValue
    public List<Interval> intervals() {
        return intervals(Integer.MAX_VALUE);
    }

    /// The first ones, at most so many: for whoever cannot show all of a set of very many.
    public List<Interval> intervals(int most) {
        if (intervals != null) {
            return intervals.size() <= most ? intervals : intervals.subList(0, most);
        }
        return intervals(numbers, most);
    }

    private static List<Interval> intervals(SortedMap<ChannelId, Numbers> numbers, int most) {
        List<Interval> first = new ArrayList<>();
        numbers.forEach((channel, its) -> {
            for (long at = its.next(0); at >= 0 && first.size() < most; at = its.next(at + 1)) {
                long end = its.runEnd(at);
                first.add(new Interval(channel, at, end));
                at = end;
            }
        });
        return first;
    }

    public long count() {
        long count = 0;
        if (intervals == null) {
            for (Numbers each : numbers.values()) {
                count += each.count();
            }
            return count;
        }
        for (Interval each : intervals) {
            count += each.count();
        }
        return count;
    }

    public boolean isEmpty() {
        return intervals != null && intervals.isEmpty();
    }

    /// In order.
    public Set<ChannelId> channels() {
        return intervals == null
                ? Collections.unmodifiableSet(numbers.keySet())
                : intervals.stream().map(Interval::channel).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public boolean contains(MessageId id) {
        if (intervals == null) {
            Numbers its = numbers.get(id.channel());
            return its != null && its.contains(id.sequence());
        }
        return intervals.stream().anyMatch(each -> each.channel().equals(id.channel()) && each.first() <= id.sequence()
                && id.sequence() <= each.last());
    }

    /// The messages of these channels.
    public MessageSet of(Predicate<ChannelId> channels) {
        if (intervals != null) {
            return of(intervals.stream().filter(each -> channels.test(each.channel())).toList());
        }
        SortedMap<ChannelId, Numbers> kept = new TreeMap<>(numbers);
        kept.keySet().removeIf(channels.negate());
        return of(kept);
    }

    public MessageSet union(MessageSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        if (intervals == null || other.intervals == null) {
            return with(other, Chunk.Operation.UNION);
        }
        if (intervals.size() == 1 && other.intervals.size() == 1) {
            Interval one = intervals.getFirst();
            Interval two = other.intervals.getFirst();
            if (one.channel().equals(two.channel()) && one.first() <= two.last() + 1 && two.first() <= one.last() + 1) {
                return new MessageSet(List.of(new Interval(one.channel(), Math.min(one.first(), two.first()),
                        Math.max(one.last(), two.last()))));
            }
        }
        return new Builder().addAll(intervals).addAll(other.intervals).build();
    }

    private MessageSet with(MessageSet other, Chunk.Operation operation) {
        SortedMap<ChannelId, Numbers> made = new TreeMap<>(numbers());
        if (operation == Chunk.Operation.INTERSECTION) {
            made.keySet().retainAll(other.channels());
        }
        other.numbers().forEach((channel, its) -> {
            Numbers mine = made.get(channel);
            if (mine != null) {
                Numbers now = mine.with(its, operation);
                if (now.isEmpty()) {
                    made.remove(channel);
                } else {
                    made.put(channel, now);
                }
            } else if (operation == Chunk.Operation.UNION) {
                made.put(channel, its);
            }
        });
        return few(made, () -> made);
    }

    public MessageSet minus(MessageSet other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        if (intervals == null || other.intervals == null) {
            return with(other, Chunk.Operation.DIFFERENCE);
        }
        List<Interval> left = new ArrayList<>();
        int start = 0;
        for (Interval each : intervals) {
            long from = each.first();
            while (start < other.intervals.size() && isBefore(other.intervals.get(start), each)) {
                start++;
            }
            for (int i = start; i < other.intervals.size() && from <= each.last(); i++) {
                Interval cut = other.intervals.get(i);
                if (!cut.channel().equals(each.channel()) || cut.first() > each.last()) {
                    break;
                }
                if (cut.first() > from) {
                    left.add(new Interval(each.channel(), from, cut.first() - 1));
                }
                from = Math.max(from, cut.last() + 1);
            }
            if (from <= each.last()) {
                left.add(new Interval(each.channel(), from, each.last()));
            }
        }
        return left.isEmpty() ? EMPTY : new MessageSet(List.copyOf(left));
    }

    public MessageSet intersection(MessageSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        return intervals == null || other.intervals == null
                ? with(other, Chunk.Operation.INTERSECTION)
                : minus(minus(other));
    }

    private static boolean isBefore(Interval one, Interval other) {
        int byChannel = one.channel().compareTo(other.channel());
        return byChannel < 0 || (byChannel == 0 && one.last() < other.first());
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof MessageSet that && (intervals != null && that.intervals != null
                ? intervals.equals(that.intervals)
                : numbers().equals(that.numbers())));
    }

    /// The same for both ways to keep a set, and cheap for very many.
    @Override
    public int hashCode() {
        List<Interval> first = intervals(1);
        return first.isEmpty() ? 0 : 31 * Long.hashCode(count()) + Long.hashCode(first.getFirst().first());
    }

    @Override
    public String toString() {
        return intervals().toString();
    }

    /// Collects ids in any order; cheap when they come in sequence.
    public static final class Builder {
        private final Map<ChannelId, TreeMap<Long, Long>> lastByFirst = new TreeMap<>();
        /// What came in sequence at last and is not among the others yet.
        private @Nullable ChannelId channel;
        private long first;
        private long last;

        public Builder add(MessageId id) {
            return add(id.channel(), id.sequence(), id.sequence());
        }

        public Builder addAll(List<Interval> more) {
            more.forEach(each -> add(each.channel(), each.first(), each.last()));
            return this;
        }

        public boolean isEmpty() {
            return channel == null;
        }

        /// Is one of these among those added so far?
        public boolean overlaps(MessageSet messages) {
            store();
            return messages.intervals().stream().anyMatch(each -> {
                TreeMap<Long, Long> runs = lastByFirst.get(each.channel());
                Map.Entry<Long, Long> before = runs == null ? null : runs.floorEntry(each.last());
                return before != null && before.getValue() >= each.first();
            });
        }

        /// Adds the messages of one channel from the first to the last of these numbers, both included.
        public Builder add(ChannelId from, long nextFirst, long nextLast) {
            if (nextFirst == last + 1 && from.equals(channel)) {
                last = nextLast;
                return this;
            }
            store();
            channel = from;
            first = nextFirst;
            last = nextLast;
            return this;
        }

        private void store() {
            if (channel == null) {
                return;
            }
            TreeMap<Long, Long> runs = lastByFirst.computeIfAbsent(channel, unused -> new TreeMap<>());
            long from = first;
            long to = last;
            Map.Entry<Long, Long> before = runs.floorEntry(from);
            if (before != null && before.getValue() >= from - 1) {
                from = before.getKey();
                to = Math.max(to, before.getValue());
            }
            Map.Entry<Long, Long> after = runs.higherEntry(from);
            while (after != null && after.getKey() <= to + 1) {
                to = Math.max(to, after.getValue());
                runs.remove(after.getKey());
                after = runs.higherEntry(from);
            }
            runs.put(from, to);
        }

        public MessageSet build() {
            if (channel == null) {
                return EMPTY;
            }
            if (lastByFirst.isEmpty()) {
                return new MessageSet(List.of(new Interval(channel, first, last)));
            }
            store();
            List<Interval> all = new ArrayList<>();
            lastByFirst.forEach(
                    (each, runs) -> runs.forEach((from, to) -> all.add(new Interval(each, from, to))));
            return new MessageSet(List.copyOf(all));
        }
    }
}
