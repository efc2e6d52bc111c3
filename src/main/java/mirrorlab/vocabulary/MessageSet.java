package mirrorlab.vocabulary;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An immutable set of message ids, kept as the fewest intervals, ordered by channel and sequence.
public final class MessageSet {
    public static final MessageSet EMPTY = new MessageSet(List.of());
    private final List<Interval> intervals;

    private MessageSet(List<Interval> intervals) {
        this.intervals = intervals;
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

    @JsonValue
    public List<Interval> intervals() {
        return intervals;
    }

    public long count() {
        long count = 0;
        for (Interval each : intervals) {
            count += each.count();
        }
        return count;
    }

    public boolean isEmpty() {
        return intervals.isEmpty();
    }

    public boolean contains(MessageId id) {
        return intervals.stream().anyMatch(each -> each.channel().equals(id.channel()) && each.first() <= id.sequence()
                && id.sequence() <= each.last());
    }

    public MessageSet union(MessageSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
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

    public MessageSet minus(MessageSet other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
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
        return minus(minus(other));
    }

    private static boolean isBefore(Interval one, Interval other) {
        int byChannel = one.channel().compareTo(other.channel());
        return byChannel < 0 || (byChannel == 0 && one.last() < other.first());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageSet that && intervals.equals(that.intervals);
    }

    @Override
    public int hashCode() {
        return intervals.hashCode();
    }

    @Override
    public String toString() {
        return intervals.toString();
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
            return messages.intervals.stream().anyMatch(each -> {
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
