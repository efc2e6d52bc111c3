package mirrorlab.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import mirrorlab.journal.Happening.CopiesReceived;
import mirrorlab.journal.Happening.CopiesSent;
import mirrorlab.journal.Happening.MessagesDelivered;
import mirrorlab.journal.Happening.MessagesEnqueued;
import mirrorlab.journal.Happening.MessagesRequeued;
import mirrorlab.journal.Happening.MessagesSettled;
import mirrorlab.journal.Happening.PublishesAnswered;
import mirrorlab.journal.Happening.PublishesRouted;
import mirrorlab.journal.Happening.PublishesUnstored;
import mirrorlab.journal.Happening.ReplicaHolds;
import mirrorlab.journal.Happening.Traffic;
import mirrorlab.vocabulary.MessageSet;
import org.jspecify.annotations.Nullable;

/// Traffic that has not been written yet, merged per kind, queue and channel.
///
/// One message goes through the kinds in one order: sent, received, enqueued, delivered, requeued, redelivered, settled.
/// So merged traffic leaves in this order, and merging hides nothing, unless a message goes round: redelivered and
/// requeued again. Then what is pending must leave first; {@link #goesRound} tells. Snapshots leave last. Confined to
/// the journal's lock.
final class PendingTraffic {
    private final Map<Traffic, Merged> all = new LinkedHashMap<>();

    private static final class Merged {
        private final MessageSet.Builder messages = new MessageSet.Builder();
        /// Of these only the newest counts, or its routing key.
        private @Nullable Traffic newest;
        private long clock;
    }

    private record Leaving(Traffic traffic, long clock) {}

    boolean isEmpty() {
        return all.isEmpty();
    }

    /// Does one of these messages do again what it did in the pending traffic already?
    boolean goesRound(Traffic next) {
        return switch (next) {
            case MessagesRequeued(var queue, var master, var messages) -> all.keySet().stream()
                    .anyMatch(each -> each instanceof MessagesDelivered delivered && delivered.redelivered()
                            && delivered.queue().equals(queue) && overlaps(delivered, messages));
            case MessagesEnqueued(var queue, var replica, var messages) -> all.keySet().stream()
                    .anyMatch(each -> each instanceof MessagesSettled settled && settled.queue().equals(queue)
                            && overlaps(settled, messages));
            default -> false;
        };
    }

    private boolean overlaps(Traffic key, MessageSet messages) {
        Merged merged = all.get(key);
        return merged != null && merged.messages.overlaps(messages);
    }

    void add(Traffic traffic, long clock) {
        Merged merged = all.computeIfAbsent(with(traffic, MessageSet.EMPTY), _ -> new Merged());
        merged.clock = clock;
        if (traffic instanceof ReplicaHolds || traffic instanceof PublishesRouted) {
            merged.newest = traffic;
        }
        merged.messages.addAll(messages(traffic).intervals());
    }

    /// Hands out everything with the time of its newest part, and forgets it.
    void drain(ObjLongConsumer<Traffic> to) {
        List<Leaving> leaving = new ArrayList<>(all.size());
        all.forEach((key, merged) -> leaving.add(new Leaving(
                merged.newest instanceof ReplicaHolds snapshot
                        ? snapshot
                        : with(merged.newest == null ? key : merged.newest, merged.messages.build()),
                merged.clock)));
        all.clear();
        leaving.sort(Comparator.comparingInt(each -> rank(each.traffic)));
        leaving.forEach(each -> to.accept(each.traffic, each.clock));
    }

    private static int rank(Traffic traffic) {
        return switch (traffic) {
            case PublishesRouted routed -> -1;
            case CopiesSent sent -> 0;
            case CopiesReceived received -> 1;
            case PublishesUnstored unstored -> 2;
            case MessagesEnqueued enqueued -> 3;
            case MessagesDelivered delivered -> delivered.redelivered() ? 6 : 4;
            case MessagesRequeued requeued -> 5;
            case MessagesSettled settled -> 7;
            case PublishesAnswered answered -> 8;
            case ReplicaHolds snapshot -> 9;
        };
    }

    static MessageSet messages(Traffic traffic) {
        return switch (traffic) {
            case CopiesSent sent -> sent.messages();
            case CopiesReceived received -> received.messages();
            case MessagesEnqueued enqueued -> enqueued.messages();
            case PublishesAnswered answered -> answered.messages();
            case MessagesDelivered delivered -> delivered.messages();
            case MessagesRequeued requeued -> requeued.messages();
            case MessagesSettled settled -> settled.messages();
            case PublishesUnstored unstored -> unstored.messages();
            case PublishesRouted routed -> routed.messages();
            case ReplicaHolds snapshot -> MessageSet.EMPTY;
        };
    }

    /// The same with other messages; with none it is the key under which traffic is merged.
    private static Traffic with(Traffic traffic, MessageSet messages) {
        return switch (traffic) {
            case CopiesSent(var queue, var channel, var to, var persistent, var old) ->
                new CopiesSent(queue, channel, to, persistent, messages);
            case CopiesReceived(var queue, var replica, var old) -> new CopiesReceived(queue, replica, messages);
            case MessagesEnqueued(var queue, var replica, var old) -> new MessagesEnqueued(queue, replica, messages);
            case PublishesAnswered(var channel, var outcome, var old) ->
                new PublishesAnswered(channel, outcome, messages);
            case MessagesDelivered(var queue, var master, var channel, var tag, var redelivered, var autoAck, var old) ->
                new MessagesDelivered(queue, master, channel, tag, redelivered, autoAck, messages);
            case MessagesRequeued(var queue, var master, var old) -> new MessagesRequeued(queue, master, messages);
            case MessagesSettled(var queue, var master, var fate, var old) ->
                new MessagesSettled(queue, master, fate, messages);
            case PublishesUnstored(var channel, var queue, var fate, var old) ->
                new PublishesUnstored(channel, queue, fate, messages);
            case PublishesRouted(var channel, var exchange, var key, var through, var to, var old) ->
                new PublishesRouted(channel, exchange, messages.isEmpty() ? "" : key, through, to, messages);
            case ReplicaHolds holds -> new ReplicaHolds(holds.queue(), holds.replica(), "", 0, List.of(),
                    List.of(), 0, 0, 0, 0, 0);
        };
    }
}
