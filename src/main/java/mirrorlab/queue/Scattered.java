package mirrorlab.queue;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import org.jspecify.annotations.Nullable;

/// Messages that may leave in any order, by position, with their runs kept beside them: a run is a stretch of positions
/// and of one channel's numbers that both rise by one.
final class Scattered {
    private final TreeMap<Long, Held> byPosition = new TreeMap<>();
    private final TreeMap<Long, Run> runs = new TreeMap<>();

    private record Run(ChannelId channel, long firstSequence, long count) {
        boolean continuesAt(long distance, MessageId id) {
            return distance == count && channel.equals(id.channel()) && firstSequence + count == id.sequence();
        }

        Interval interval() {
            return new Interval(channel, firstSequence, firstSequence + count - 1);
        }
    }

    int size() {
        return byPosition.size();
    }

    boolean isEmpty() {
        return byPosition.isEmpty();
    }

    boolean contains(long position) {
        return byPosition.containsKey(position);
    }

    @Nullable
    Held at(long position) {
        return byPosition.get(position);
    }

    /// There has to be one.
    Held first() {
        return byPosition.firstEntry().getValue();
    }

    long lastPosition() {
        return byPosition.lastKey();
    }

    void add(Held held) {
        long position = held.position();
        MessageId id = held.message().id();
        byPosition.put(position, held);
        long first = position;
        Run run = new Run(id.channel(), id.sequence(), 1);
        Map.Entry<Long, Run> before = runs.floorEntry(position);
        if (before != null && before.getValue().continuesAt(position - before.getKey(), id)) {
            first = before.getKey();
            run = new Run(id.channel(), before.getValue().firstSequence(), before.getValue().count() + 1);
        }
        Run after = runs.get(position + 1);
        if (after != null && after.channel().equals(id.channel()) && after.firstSequence() == id.sequence() + 1) {
            runs.remove(position + 1);
            run = new Run(run.channel(), run.firstSequence(), run.count() + after.count());
        }
        runs.put(first, run);
    }

    @Nullable
    Held remove(long position) {
        Held held = byPosition.remove(position);
        if (held != null) {
            Map.Entry<Long, Run> entry = runs.floorEntry(position);
            Run run = entry.getValue();
            long first = entry.getKey();
            long before = position - first;
            long after = run.count() - before - 1;
            runs.remove(first);
            if (before > 0) {
                runs.put(first, new Run(run.channel(), run.firstSequence(), before));
            }
            if (after > 0) {
                runs.put(position + 1, new Run(run.channel(), run.firstSequence() + before + 1, after));
            }
        }
        return held;
    }

    @Nullable
    Held removeFirst() {
        return byPosition.isEmpty() ? null : remove(byPosition.firstKey());
    }

    void clear() {
        byPosition.clear();
        runs.clear();
    }

    /// Both ends included.
    boolean hasBetween(long first, long last) {
        Long there = byPosition.ceilingKey(first);
        return there != null && there <= last;
    }

    List<Long> positions() {
        return List.copyOf(byPosition.keySet());
    }

    Iterator<Held> from(long position) {
        return byPosition.tailMap(position, true).values().iterator();
    }

    void describe(IntervalList intervals) {
        for (Run run : runs.values()) {
            if (!intervals.add(run.interval())) {
                return;
            }
        }
    }
}
