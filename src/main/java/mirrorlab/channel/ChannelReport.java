package mirrorlab.channel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Routes;
import org.jspecify.annotations.Nullable;

/// One channel's traffic since the last report, merged to intervals.
final class ChannelReport {
    private final ChannelId channel;
    private final Map<Kind, MessageSet.Builder> sets = new LinkedHashMap<>();
    private final Map<Kind.Routed, String> newestKeys = new LinkedHashMap<>();

    private sealed interface Kind {
        record Sent(QueueName queue, ReplicaId to, boolean persistent) implements Kind {}

        record Answered(String outcome) implements Kind {}

        record Unstored(@Nullable QueueName queue, String fate) implements Kind {}

        record Routed(ExchangeName exchange, Routes routes) implements Kind {}
    }

    ChannelReport(ChannelId channel) {
        this.channel = channel;
    }

    void sent(QueueName queue, ReplicaId to, boolean persistent, long sequence) {
        add(new Kind.Sent(queue, to, persistent), sequence);
    }

    void answered(String outcome, long first, long last) {
        sets.computeIfAbsent(new Kind.Answered(outcome), unused -> new MessageSet.Builder())
                .add(channel, first, last);
    }

    void unstored(@Nullable QueueName queue, String fate, long sequence) {
        add(new Kind.Unstored(queue, fate), sequence);
    }

    void routed(ExchangeName exchange, String routingKey, Routes routes, long sequence) {
        Kind.Routed kind = new Kind.Routed(exchange, routes);
        newestKeys.put(kind, routingKey);
        add(kind, sequence);
    }

    private void add(Kind kind, long sequence) {
        sets.computeIfAbsent(kind, unused -> new MessageSet.Builder()).add(channel, sequence, sequence);
    }

    boolean isEmpty() {
        return sets.isEmpty();
    }

    List<Happening> take() {
        List<Happening> told = new ArrayList<>();
        sets.forEach((kind, set) -> told.add(switch (kind) {
            case Kind.Sent(QueueName queue, ReplicaId to, boolean persistent) ->
                new Happening.CopiesSent(queue, channel, to, persistent, set.build());
            case Kind.Answered(String outcome) -> new Happening.PublishesAnswered(channel, outcome, set.build());
            case Kind.Unstored(QueueName queue, String fate) ->
                new Happening.PublishesUnstored(channel, queue, fate, set.build());
            case Kind.Routed routed -> new Happening.PublishesRouted(channel, routed.exchange(),
                    newestKeys.getOrDefault(routed, ""), routed.routes().through(), routed.routes().queues(),
                    set.build());
        }));
        sets.clear();
        newestKeys.clear();
        return told;
    }
}
