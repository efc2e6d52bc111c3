package mirrorlab.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// One replica's traffic since the last report, merged to intervals: as large as there are kinds and channels, not messages.
final class TrafficReport {
    private final QueueName queue;
    private final ReplicaId replica;
    private final Map<Kind, MessageSet.Builder> sets = new LinkedHashMap<>();
    private boolean contentsChanged;

    private sealed interface Kind {
        record Received() implements Kind {}

        record Enqueued() implements Kind {}

        record Delivered(ChannelId channel, String tag, boolean redelivered, boolean autoAck) implements Kind {}

        record Requeued() implements Kind {}

        record Settled(String fate) implements Kind {}
    }

    TrafficReport(QueueName queue, ReplicaId replica) {
        this.queue = queue;
        this.replica = replica;
    }

    void received(MessageId id) {
        add(new Kind.Received(), id);
    }

    void enqueued(MessageId id) {
        add(new Kind.Enqueued(), id);
    }

    void enqueued(Interval ids) {
        contentsChanged = true;
        sets.computeIfAbsent(new Kind.Enqueued(), unused -> new MessageSet.Builder()).add(ids.channel(), ids.first(),
                ids.last());
    }

    void delivered(ChannelId channel, String tag, boolean redelivered, boolean autoAck, MessageId id) {
        add(new Kind.Delivered(channel, tag, redelivered, autoAck), id);
    }

    void requeued(MessageId id) {
        add(new Kind.Requeued(), id);
    }

    void settled(String fate, MessageId id) {
        add(new Kind.Settled(fate), id);
    }

    /// The contents changed without a message that has to be named.
    void touch() {
        contentsChanged = true;
    }

    private void add(Kind kind, MessageId id) {
        contentsChanged = true;
        sets.computeIfAbsent(kind, unused -> new MessageSet.Builder()).add(id);
    }

    boolean isEmpty() {
        return !contentsChanged;
    }

    /// What there is to tell, the newest contents last; forgets it.
    List<Happening> take(Function<TrafficReport, Happening> holds) {
        if (!contentsChanged) {
            return List.of();
        }
        List<Happening> told = new ArrayList<>();
        sets.forEach((kind, set) -> told.add(happening(kind, set.build())));
        sets.clear();
        contentsChanged = false;
        told.add(holds.apply(this));
        return told;
    }

    private Happening happening(Kind kind, MessageSet messages) {
        return switch (kind) {
            case Kind.Received() -> new Happening.CopiesReceived(queue, replica, messages);
            case Kind.Enqueued() -> new Happening.MessagesEnqueued(queue, replica, messages);
            case Kind.Delivered(ChannelId channel, String tag, boolean redelivered, boolean autoAck) ->
                new Happening.MessagesDelivered(queue, replica, channel, tag, redelivered, autoAck, messages);
            case Kind.Requeued() -> new Happening.MessagesRequeued(queue, replica, messages);
            case Kind.Settled(String fate) -> new Happening.MessagesSettled(queue, replica, fate, messages);
        };
    }
}
