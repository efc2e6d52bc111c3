package mirrorlab.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.mirror.ReplicaOperation;
import mirrorlab.mirror.StoredMessage;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// Where this node stands still because the lab wants to look. Nothing but the next thing stands: links, timers, the metadata
/// and all other queues go on. Messages to replicas, confirms to channels and writes are kept here; replicas ask before they
/// decide or copy on ({@link #stops}). Each queue that reaches a point holds there; a point stays set after a release.
final class HoldPoints {
    private static final int MOST_SET = 100;
    /// Of messages and writes kept back; a node that would keep more lets go by itself rather than fill its memory.
    private static final int MOST_KEPT = 200_000;
    private static final String TIMER = "hold/";
    private final Broker broker;
    private final Set<Setting> set = new LinkedHashSet<>();
    private final List<Hold> holds = new ArrayList<>();
    /// Per master the newest operations that left, and to whom first.
    private final Map<ReplicaId, First> first = new LinkedHashMap<>();
    /// In slow motion every queue holds at every point for so many milliseconds; 0 in real time.
    private long pace;
    private long serial;
    private @Nullable Hold passing;
    /// Told when the rooms of this node have said what led there.
    private final List<Happening> untold = new ArrayList<>();

    /// `queue` null: every queue.
    private record Setting(HoldPoint point, @Nullable QueueName queue) {
        boolean covers(Hold hold) {
            return point == hold.point && (queue == null || queue.equals(hold.queue));
        }
    }

    private record First(long epoch, long number, ReplicaId to) {}

    HoldPoints(Broker broker) {
        this.broker = broker;
    }

    // ---- what the lab wants

    void on(long request, AdminCommand.OfHolds command) {
        AdminReply.Refused refusal = refusal(command);
        if (refusal == null) {
            perform(command);
        }
        broker.effects.add(new Effect.Answer(request, refusal == null ? new AdminReply.Done("") : refusal));
    }

    private AdminReply.@Nullable Refused refusal(AdminCommand.OfHolds command) {
        QueueName queue = command.queue();
        if (queue != null && isUnknown(queue, command instanceof AdminCommand.SetHold)) {
            return broker.state().hasVhost(queue.vhost())
                    ? new AdminReply.Refused("queue_not_found", queue + " does not exist")
                    : AdminReply.Refused.noVhost(queue.vhost());
        }
        return command instanceof AdminCommand.SetHold(HoldPoint point, QueueName its) && set.size() >= MOST_SET
                && !set.contains(new Setting(point, its))
                        ? new AdminReply.Refused("bad_request", "there are " + MOST_SET + " hold points already")
                        : null;
    }

    /// No queue has this name. What was set for one that had it can still be cleared and released.
    private boolean isUnknown(QueueName queue, boolean toSet) {
        return broker.state().queue(queue) == null
                && (toSet || (set.stream().noneMatch(each -> queue.equals(each.queue))
                        && holds.stream().noneMatch(each -> queue.equals(each.queue))));
    }

    private void perform(AdminCommand.OfHolds command) {
        switch (command) {
            case AdminCommand.SetHold(HoldPoint point, QueueName queue) when set.add(new Setting(point, queue)) ->
                broker.happened(new Happening.HoldPointSet(broker.self(), point.word(), queue));
            case AdminCommand.SetHold known -> {
            }
            case AdminCommand.ClearHold(HoldPoint point, QueueName queue) -> clear(point, queue);
            case AdminCommand.ReleaseHeld(HoldPoint point, QueueName queue) -> release(point, queue);
            case AdminCommand.SetPace(long millis) -> pace(millis);
        }
    }

    /// Points that were set for a queue are cleared with its name, or together with all others.
    private void clear(@Nullable HoldPoint point, @Nullable QueueName queue) {
        for (Setting each : List.copyOf(set)) {
            if (point == null || (each.point == point && (queue == null || queue.equals(each.queue)))) {
                set.remove(each);
                broker.happened(new Happening.HoldPointCleared(broker.self(), each.point.word(), each.queue));
                holds.stream().filter(each::covers).toList().forEach(hold -> release(hold, "released"));
            }
        }
    }

    private void release(@Nullable HoldPoint point, @Nullable QueueName queue) {
        holds.stream().filter(hold -> (point == null || hold.point == point)
                && (queue == null || hold.queue.equals(queue))).toList().forEach(hold -> release(hold, "released"));
    }

    private void pace(long millis) {
        if (millis != pace) {
            pace = millis;
            broker.happened(new Happening.PaceSet(broker.self(), millis));
            holds.stream().filter(hold -> hold.millis > 0).toList().forEach(hold -> release(hold, "released"));
        }
    }

    /// The node stops: everything goes on, and nothing holds any more.
    void end() {
        clear(null, null);
        pace(0);
        release(null, (QueueName) null);
    }

    // ---- holding

    private boolean isFree() {
        return set.isEmpty() && pace == 0 && holds.isEmpty();
    }

    /// Whether somebody wants it to hold for good.
    private boolean isSet(HoldPoint point, QueueName queue) {
        return set.contains(new Setting(point, null)) || set.contains(new Setting(point, queue));
    }

    /// The hold of this queue at this point, which begins now if it is wanted; null when nothing holds.
    private @Nullable Hold at(HoldPoint point, QueueName queue) {
        for (Hold each : holds) {
            if (each.is(point, queue)) {
                return each;
            }
        }
        boolean wanted = isSet(point, queue);
        if (!wanted && pace == 0) {
            return null;
        }
        Hold hold = new Hold(point, queue, ++serial, wanted ? 0 : pace);
        holds.add(hold);
        untold.add(new Happening.Held(broker.self(), point.word(), queue, hold.millis));
        if (hold.millis > 0) {
            broker.effects.add(new Effect.SetTimer(TIMER + hold.number, Duration.ofMillis(hold.millis)));
        }
        return hold;
    }

    /// A replica of this queue is at the point and asks whether it may go on.
    boolean stops(HoldPoint point, QueueName queue) {
        if (isFree()) {
            return false;
        }
        if (passing != null && passing.is(point, queue)) {
            passing = null;
            return false;
        }
        return at(point, queue) != null;
    }

    /// @return true when a message to a replica does not leave now
    boolean keeps(PeerMessage message) {
        return !isFree() && message instanceof ReplicaMessage toReplica && keeps(toReplica, null);
    }

    /// @param passed the point that it was held at before
    private boolean keeps(ReplicaMessage message, @Nullable HoldPoint passed) {
        for (Hold each : holds) {
            if (each.blocks(message)) {
                each.keep(message);
                bound(each);
                return true;
            }
        }
        if (!(message instanceof ReplicaMessage.Operations operations)) {
            return false;
        }
        QueueName queue = queueOf(operations.from());
        if (queue == null) {
            return false;
        }
        Hold hold = passed == null && operations.operations().stream().anyMatch(HoldPoints::isPublish)
                ? at(HoldPoint.DIRECT_COPIES_SENT, queue)
                : null;
        if (hold == null && passed != HoldPoint.ONE_MIRROR_ONLY && isSecond(operations)) {
            hold = at(HoldPoint.ONE_MIRROR_ONLY, queue);
        }
        if (hold != null) {
            hold.keep(message);
            bound(hold);
        }
        return hold != null;
    }

    /// Another mirror was sent the same before.
    private boolean isSecond(ReplicaMessage.Operations operations) {
        if (operations.operations().stream().noneMatch(HoldPoints::isOfClient)) {
            return false;
        }
        First before = first.get(operations.from());
        if (before != null && before.epoch == operations.epoch() && before.number == operations.first()) {
            return !before.to.equals(operations.to());
        }
        first.put(operations.from(), new First(operations.epoch(), operations.first(), operations.to()));
        return false;
    }

    private static boolean isPublish(ReplicaOperation operation) {
        return operation instanceof ReplicaOperation.Publish
                || operation instanceof ReplicaOperation.PublishDelivered
                || operation instanceof ReplicaOperation.Discard;
    }

    private static boolean isOfClient(ReplicaOperation operation) {
        return switch (operation) {
            case ReplicaOperation.Publish _,ReplicaOperation.PublishDelivered _,ReplicaOperation.Discard _ -> true;
            case ReplicaOperation.Drop _,ReplicaOperation.Take _ -> true;
            case ReplicaOperation.Acknowledge _,ReplicaOperation.Requeue _ -> true;
            case ReplicaOperation.Depth _,ReplicaOperation.SenderDeath _ -> false;
            case ReplicaOperation.SyncStart _,ReplicaOperation.Terminate _ -> false;
        };
    }

    /// @return true when the channel does not take this in now
    boolean keeps(NodeName from, QueueMessage.ToChannel message) {
        if (isFree() || !(message instanceof QueueMessage.Confirm confirm)) {
            return false;
        }
        QueueName queue = queueOf(confirm.by());
        Hold hold = queue == null ? null : at(HoldPoint.BEFORE_CONFIRM, queue);
        if (hold != null) {
            hold.keep(from, message);
            bound(hold);
        }
        return hold != null;
    }

    /// Writes are answered in their order, so that all wait behind the first that does.
    void write(Effect effect) {
        Hold hold = isFree() ? null : waitingFor(effect);
        if (hold == null) {
            broker.effects.add(effect);
        } else {
            hold.keep(effect);
            bound(hold);
        }
    }

    private @Nullable Hold waitingFor(Effect effect) {
        for (Hold each : holds) {
            if (each.point == HoldPoint.NOT_ON_DISK) {
                return each;
            }
        }
        QueueName queue = effect instanceof Effect.Persist(List<StoreOperation> operations, long ticket)
                ? storedIn(operations)
                : null;
        return queue == null ? null : at(HoldPoint.NOT_ON_DISK, queue);
    }

    /// A queue of which a message is to be written and that would hold; null when there is none.
    private @Nullable QueueName storedIn(List<StoreOperation> operations) {
        Set<String> tables = new LinkedHashSet<>();
        for (StoreOperation each : operations) {
            if (each instanceof StoreOperation.Put put) {
                tables.add(put.table());
            }
        }
        return broker.replicas().stream().map(each -> each.queue())
                .filter(each -> tables.contains(StoredMessage.table(each)))
                .filter(each -> pace > 0 || isSet(HoldPoint.NOT_ON_DISK, each)).findFirst().orElse(null);
    }

    private void bound(Hold hold) {
        if (hold.size() > MOST_KEPT) {
            broker.log("warning", "more than " + MOST_KEPT + " messages wait at '" + hold.point.word()
                    + "': they go on");
            release(hold, "full");
        }
    }

    private @Nullable QueueName queueOf(ReplicaId replica) {
        var local = broker.replicas.get(replica);
        if (local != null) {
            return local.queue();
        }
        for (QueueRecord each : broker.state().queues()) {
            if (each.replicas().contains(replica)) {
                return each.queue();
            }
        }
        return null;
    }

    // ---- going on

    void timer(String name) {
        long number = Long.parseLong(name.substring(TIMER.length()));
        holds.stream().filter(hold -> hold.number == number).toList().forEach(hold -> release(hold, "time"));
    }

    private void release(Hold hold, String why) {
        if (!over(hold, why)) {
            return;
        }
        for (Hold.Kept each : hold.take()) {
            switch (each) {
                case Hold.Kept.Write(Effect effect) -> broker.effects.add(effect);
                case Hold.Kept.Message(NodeName to, ReplicaMessage message) -> {
                    if (!keeps(message, hold.point)) {
                        broker.leave(to, message);
                    }
                }
                case Hold.Kept.Message(NodeName from, QueueMessage.ToChannel message) ->
                    broker.started().clients().toChannel(message);
                case Hold.Kept.Message unused -> throw new IllegalStateException("nobody keeps " + unused);
            }
        }
        var replica = broker.replicas.of(hold.queue);
        if (replica != null) {
            passing = hold;
            broker.replicas.change(replica, each -> each.goOn(hold.point));
            passing = null;
        }
    }

    private boolean over(Hold hold, String why) {
        if (!holds.remove(hold)) {
            return false;
        }
        if (hold.millis > 0) {
            broker.effects.add(new Effect.CancelTimer(TIMER + hold.number));
        }
        tell();
        broker.happened(new Happening.Released(broker.self(), hold.point.word(), hold.queue, why));
        return true;
    }

    /// What stood there has gone another way.
    void passed(HoldPoint point, QueueName queue) {
        holds.stream().filter(hold -> hold.is(point, queue)).toList().forEach(hold -> over(hold, "gone"));
    }

    /// What was on its way from there or to there is lost.
    void nodeGone(NodeName node) {
        holds.stream().filter(hold -> hold
                .forget(each -> each instanceof Hold.Kept.Message message && message.peer().equals(node))).toList()
                .forEach(hold -> over(hold, "gone"));
    }

    /// A replica here has ended; what it had to write stays in its turn.
    void replicaEnded(ReplicaId replica, QueueName queue) {
        first.remove(replica);
        passed(HoldPoint.MASTER_SUSPECTED, queue);
        passed(HoldPoint.BEFORE_PROMOTION, queue);
        passed(HoldPoint.BETWEEN_BATCHES, queue);
        holds.stream().filter(hold -> hold.queue.equals(queue) && hold.forget(each -> isFrom(replica, each))).toList()
                .forEach(hold -> over(hold, "gone"));
    }

    private static boolean isFrom(ReplicaId replica, Hold.Kept kept) {
        return kept instanceof Hold.Kept.Message(NodeName unused, ReplicaMessage message)
                && message.from().equals(replica);
    }

    void tell() {
        untold.forEach(broker::happened);
        untold.clear();
    }

    List<String> busy() {
        return holds.stream().map(hold -> "holds at '" + hold.point.word() + "': " + hold.queue).toList();
    }
}
