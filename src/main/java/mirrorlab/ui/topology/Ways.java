package mirrorlab.ui.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;

/// What runs along the lines now, from happenings as they come. Samples, never queues: at most {@value #MOST} runs at a time,
/// and a line with more than {@value #RIBBON} messages a second becomes a ribbon that says how many. Toolkit-free.
public final class Ways {
    static final int MOST = 40;
    static final int RIBBON = 30;
    private static final long SECOND = 1_000_000_000;
    static final long HOP = 450_000_000;
    /// How long a way stays marked after the last hop.
    static final long AFTERGLOW = 1_200_000_000;
    private final List<Run> runs = new ArrayList<>();
    private final Map<Edge, List<Count>> counts = new LinkedHashMap<>();

    /// @param start in nanoseconds of frames
    /// @param count messages
    public record Run(Way way, long count, long start) {
        long end() {
            return start + way.hops().size() * HOP + AFTERGLOW;
        }

        /// Which hop it is on; as many as there are hops when it has arrived.
        int hop(long nanos) {
            return (int) Math.clamp((nanos - start) / HOP, 0, way.hops().size());
        }

        double progress(long nanos) {
            return Math.clamp((nanos - start) % HOP / (double) HOP, 0, 1);
        }
    }

    private record Count(long nanos, long messages) {}

    void clear() {
        runs.clear();
        counts.clear();
    }

    /// @param entries in the order in which they came, all within one frame
    void take(List<Entry> entries, TopologyModel model, long nanos) {
        Map<ChannelId, MessageSet> routed = new TreeMap<>();
        for (Entry each : entries) {
            if (each.happening() instanceof Happening.PublishesRouted now) {
                routed.merge(now.channel(), now.messages(), MessageSet::union);
                if (now.exchange().vhost().equals(model.vhost())) {
                    add(Way.of(model, now.through().stream().map(ExchangeName::name).toList(), names(now.to())),
                            now.messages().count(), nanos);
                }
            }
        }
        for (Entry each : entries) {
            switch (each.happening()) {
                case Happening.CopiesSent now when isByName(now, model) ->
                    add(Way.byName(model, now.queue().name()),
                            now.messages().minus(routed.getOrDefault(now.channel(), MessageSet.EMPTY)).count(), nanos);
                case Happening.MessagesDeadLettered now when now.queue().vhost().equals(model.vhost()) ->
                    add(Way.ofDeadLetters(model, now.queue().name(), names(now.to())), now.copies().count(), nanos);
                default -> {
                }
            }
        }
        runs.removeIf(each -> each.end() < nanos);
        counts.values().forEach(each -> each.removeIf(count -> count.nanos() < nanos - SECOND));
        counts.values().removeIf(List::isEmpty);
    }

    private static List<String> names(List<QueueName> queues) {
        return queues.stream().map(QueueName::name).toList();
    }

    /// Copies of one message go to each replica; one of them is enough. Dead letters have no channel of a client.
    private static boolean isByName(Happening.CopiesSent now, TopologyModel model) {
        return now.queue().vhost().equals(model.vhost()) && now.channel().serial() > 0
                && model.queues().stream().anyMatch(each -> each.name().equals(now.queue().name())
                        && each.master().equals(now.to().node().shortName()));
    }

    private void add(Way way, long messages, long nanos) {
        if (way.isEmpty() || messages == 0) {
            return;
        }
        way.hops().forEach(hop -> hop.forEach(
                edge -> counts.computeIfAbsent(edge, unused -> new ArrayList<>()).add(new Count(nanos, messages))));
        if (runs.size() < MOST) {
            runs.add(new Run(way, messages, nanos));
        }
    }

    List<Run> runs() {
        return runs;
    }

    boolean isStill() {
        return runs.isEmpty() && counts.isEmpty();
    }

    /// Messages in the last second of lines that are too busy for single runs.
    Map<Edge, Long> ribbons() {
        Map<Edge, Long> busy = new LinkedHashMap<>();
        counts.forEach((edge, all) -> {
            long sum = all.stream().mapToLong(Count::messages).sum();
            if (sum > RIBBON && all.size() > 1) {
                busy.put(edge, sum);
            }
        });
        return busy;
    }
}
