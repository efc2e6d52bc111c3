package mirrorlab.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;

/// What people call messages: `m1`, and `m1…m40, m45` for many. The lab names its own; all others are called by channel
/// and sequence. Single-threaded.
public final class MessageNames {
    /// More runs than a person reads in one sentence; the rest is counted.
    public static final int MAXIMUM_RUNS = 24;

    /// Of very many runs only so many are put in order of their names, the first by channel and sequence.
    private static final int MAXIMUM_SORTED = 2_000;

    private final Map<ChannelId, TreeMap<Long, Naming>> byChannel = new TreeMap<>();

    /// Sequence `first` + k is called `prefix` + (`number` + k), up to `last`.
    private record Naming(long first, long last, String prefix, long number) {}

    /// Consecutive numbers under one prefix.
    private record Run(String prefix, long from, long to) {
        private static final Comparator<Run> ORDER = Comparator.comparing(Run::prefix).thenComparingLong(Run::from);

        private String text() {
            return text("…", !prefix.endsWith("#"));
        }

        private String text(String between, boolean twice) {
            return from == to ? prefix + from : prefix + from + between + (twice ? prefix : "") + to;
        }
    }

    void apply(Happening.MessagesNamed named) {
        Interval messages = named.messages();
        TreeMap<Long, Naming> namings = byChannel.computeIfAbsent(messages.channel(), unused -> new TreeMap<>());
        Map.Entry<Long, Naming> before = namings.lowerEntry(messages.first());
        long first = messages.first();
        long number = named.firstNumber();
        if (before != null && continues(before.getValue(), named)) {
            first = before.getValue().first();
            number = before.getValue().number();
        }
        namings.put(first, new Naming(first, messages.last(), named.prefix(), number));
    }

    /// A copy is called what its origin is called.
    void apply(Happening.MessagesDeadLettered letters) {
        TreeMap<Long, Naming> namings = byChannel.get(letters.messages().channel());
        long shift = letters.copies().first() - letters.messages().first();
        long at = letters.messages().first();
        while (namings != null && at <= letters.messages().last()) {
            Map.Entry<Long, Naming> under = namings.floorEntry(at);
            if (under != null && under.getValue().last() >= at) {
                Naming naming = under.getValue();
                long last = Math.min(naming.last(), letters.messages().last());
                apply(new Happening.MessagesNamed(letters.queue(),
                        new Interval(letters.copies().channel(), at + shift, last + shift), naming.prefix(),
                        naming.number() + at - naming.first()));
                at = last + 1;
            } else {
                Long next = namings.higherKey(at);
                at = next == null ? letters.messages().last() + 1 : next;
            }
        }
    }

    private static boolean continues(Naming before, Happening.MessagesNamed named) {
        long distance = named.messages().first() - before.first();
        return before.last() + 1 == named.messages().first() && before.prefix().equals(named.prefix())
                && before.number() + distance == named.firstNumber();
    }

    public String label(MessageId id) {
        return runs(MessageSet.of(id));
    }

    /// The runs sorted by name: `m1…m40, m45`; `…` and a count when there are more than {@value #MAXIMUM_RUNS}.
    public String runs(MessageSet messages) {
        List<Interval> first = messages.intervals(MAXIMUM_SORTED);
        List<Run> runs = new ArrayList<>();
        first.forEach(each -> split(each, runs));
        runs.sort(Run.ORDER);
        return text(joined(runs), messages.count() - first.stream().mapToLong(Interval::count).sum());
    }

    /// As scenario files and reports write them: `m1..m40` and `m45`, all of them.
    public List<String> reportRuns(MessageSet messages) {
        List<Run> runs = new ArrayList<>();
        messages.intervals().forEach(each -> split(each, runs));
        runs.sort(Run.ORDER);
        return joined(runs).stream().map(each -> each.text("..", true)).toList();
    }

    /// The same in the order given, which is queue order for a replica's contents.
    public String runsInOrder(List<Interval> messages) {
        List<Run> runs = new ArrayList<>();
        messages.forEach(each -> split(each, runs));
        return text(joined(runs), 0);
    }

    private void split(Interval interval, List<Run> runs) {
        TreeMap<Long, Naming> namings = byChannel.get(interval.channel());
        String foreign = interval.channel() + "#";
        long at = interval.first();
        while (at <= interval.last()) {
            Map.Entry<Long, Naming> under = namings == null ? null : namings.floorEntry(at);
            Long next = namings == null ? null : namings.higherKey(at);
            long end = next == null ? interval.last() : Math.min(interval.last(), next - 1);
            if (under != null && under.getValue().last() >= at) {
                Naming naming = under.getValue();
                end = Math.min(end, naming.last());
                long shift = naming.number() - naming.first();
                runs.add(new Run(naming.prefix(), at + shift, end + shift));
            } else {
                runs.add(new Run(foreign, at, end));
            }
            at = end + 1;
        }
    }

    private static List<Run> joined(List<Run> runs) {
        List<Run> joined = new ArrayList<>();
        for (Run each : runs) {
            Run last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && last.prefix().equals(each.prefix()) && last.to() + 1 == each.from()) {
                joined.set(joined.size() - 1, new Run(each.prefix(), last.from(), each.to()));
            } else {
                joined.add(each);
            }
        }
        return joined;
    }

    /// @param more
    ///            messages that are in none of these runs
    private static String text(List<Run> runs, long more) {
        String text = String.join(", ", runs.stream().limit(MAXIMUM_RUNS).map(Run::text).toList());
        long rest = more + runs.stream().skip(MAXIMUM_RUNS).mapToLong(each -> each.to() - each.from() + 1).sum();
        return rest == 0 ? text : text + ", … +" + rest;
    }

    MessageNames copy() {
        MessageNames copy = new MessageNames();
        byChannel.forEach((channel, namings) -> copy.byChannel.put(channel, new TreeMap<>(namings)));
        return copy;
    }
}
