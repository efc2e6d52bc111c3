package mirrorlab.lab.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import org.jspecify.annotations.Nullable;

/// A set of message ids that grows and shrinks: one change costs about the logarithm of its intervals, however many
/// messages it names.
final class Tally {
    private final Map<ChannelId, TreeMap<Long, Long>> lastByFirst = new TreeMap<>();
    private @Nullable MessageSet set = MessageSet.EMPTY;

    Tally add(MessageSet more) {
        more.intervals().forEach(this::add);
        return this;
    }

    void add(Interval more) {
        TreeMap<Long, Long> runs = lastByFirst.computeIfAbsent(more.channel(), unused -> new TreeMap<>());
        long first = more.first();
        long last = more.last();
        Map.Entry<Long, Long> before = runs.floorEntry(first);
        if (before != null && before.getValue() >= last) {
            return;
        }
        if (before != null && before.getValue() >= first - 1) {
            first = before.getKey();
        }
        Map.Entry<Long, Long> after = runs.higherEntry(first);
        while (after != null && after.getKey() <= last + 1) {
            last = Math.max(last, after.getValue());
            runs.remove(after.getKey());
            after = runs.higherEntry(first);
        }
        runs.put(first, last);
        set = null;
    }

    void remove(MessageSet less) {
        less.intervals().forEach(this::remove);
    }

    private void remove(Interval less) {
        TreeMap<Long, Long> runs = lastByFirst.get(less.channel());
        if (runs == null) {
            return;
        }
        Map.Entry<Long, Long> each = runs.floorEntry(less.first());
        if (each == null || each.getValue() < less.first()) {
            each = runs.higherEntry(less.first());
        }
        while (each != null && each.getKey() <= less.last()) {
            runs.remove(each.getKey());
            if (each.getKey() < less.first()) {
                runs.put(each.getKey(), less.first() - 1);
            }
            if (each.getValue() > less.last()) {
                runs.put(less.last() + 1, each.getValue());
            }
            set = null;
            each = runs.higherEntry(each.getKey());
        }
        if (runs.isEmpty()) {
            lastByFirst.remove(less.channel());
        }
    }

    void replace(MessageSet with) {
        lastByFirst.clear();
        add(with);
        set = with;
    }

    boolean sharesChannel(MessageSet some) {
        return some.intervals().stream().anyMatch(each -> lastByFirst.containsKey(each.channel()));
    }

    /// What of these is in the tally.
    MessageSet among(MessageSet some) {
        List<Interval> found = new ArrayList<>();
        for (Interval each : some.intervals()) {
            TreeMap<Long, Long> runs = lastByFirst.get(each.channel());
            if (runs != null) {
                Long start = runs.floorKey(each.first());
                runs.subMap(start == null ? each.first() : start, true, each.last(), true).forEach((first, last) -> {
                    if (last >= each.first()) {
                        found.add(new Interval(each.channel(), Math.max(first, each.first()),
                                Math.min(last, each.last())));
                    }
                });
            }
        }
        return MessageSet.of(found);
    }

    MessageSet set() {
        MessageSet now = set;
        if (now == null) {
            List<Interval> all = new ArrayList<>();
            lastByFirst.forEach(
                    (channel, runs) -> runs.forEach((first, last) -> all.add(new Interval(channel, first, last))));
            now = MessageSet.of(all);
            set = now;
        }
        return now;
    }

    Tally copy() {
        Tally copy = new Tally();
        lastByFirst.forEach((channel, runs) -> copy.lastByFirst.put(channel, new TreeMap<>(runs)));
        copy.set = set;
        return copy;
    }
}
