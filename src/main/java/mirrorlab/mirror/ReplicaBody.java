package mirrorlab.mirror;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import mirrorlab.journal.Happening;
import mirrorlab.metadata.MetadataChange;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.QueueContents;
import mirrorlab.queue.QueueMessage;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageId;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// What master and mirror have in common: contents, disk, the channels' views, and the way out.
final class ReplicaBody {
    final ReplicaId id;
    final QueueName queue;
    final QueueContents contents;
    final Disk disk;
    private final boolean durable;
    final TrafficReport traffic;
    final ChannelViews views = new ChannelViews();
    final CreditBack credit;
    final Replica.Surroundings surroundings;
    final RandomGenerator chance;
    private final Map<ChannelId, MessageSet.Builder> confirms = new LinkedHashMap<>();
    private final Map<ChannelId, MessageSet.Builder> refusals = new LinkedHashMap<>();
    private List<ReplicaEffect> effects = new ArrayList<>();
    @Nullable
    QueueRecord record;
    @Nullable
    HaSettings settings;
    /// What arguments and policies say of limits, expiry and dead letters.
    QueueSettings limits;
    boolean ended;

    ReplicaBody(ReplicaId id, QueueName queue, boolean durable, QueueSettings limits,
            Replica.Surroundings surroundings, RandomGenerator chance) {
        this.id = id;
        this.queue = queue;
        this.limits = limits;
        contents = new QueueContents(limits.maxPriority());
        this.surroundings = surroundings;
        this.chance = chance;
        this.durable = durable;
        disk = new Disk(queue, durable);
        traffic = new TrafficReport(queue, id);
        credit = new CreditBack(id, this::tell);
    }

    boolean isAlive(ReplicaId replica) {
        return surroundings.isAlive(replica);
    }

    /// Whether the channel's node has not died with it.
    boolean hasItsNode(ChannelId channel) {
        return surroundings.isLinked(channel.node(), channel.incarnation());
    }

    List<NodeName> running() {
        return surroundings.running();
    }

    /// The lab wants to look: what comes next waits for {@link Replica#goOn}.
    boolean stops(HoldPoint point) {
        return surroundings.stops(point, queue);
    }

    void emit(ReplicaEffect effect) {
        effects.add(effect);
    }

    void send(ReplicaMessage message) {
        effects.add(new ReplicaEffect.ToReplica(message));
    }

    void tell(QueueMessage.ToChannel message) {
        effects.add(new ReplicaEffect.ToChannel(message));
    }

    void propose(MetadataChange change) {
        effects.add(new ReplicaEffect.Propose(change));
    }

    void log(String level, String text) {
        effects.add(new ReplicaEffect.Log(level, "Mirrored " + queue + ": " + text));
    }

    void setTimer(String name, Duration after) {
        effects.add(new ReplicaEffect.SetTimer(name, after));
    }

    /// A structural happening; what traffic there was comes before it.
    void happened(Happening happening) {
        report();
        effects.add(new ReplicaEffect.Happened(happening));
    }

    void report() {
        traffic.take(unused -> holds()).forEach(each -> effects.add(new ReplicaEffect.Happened(each)));
    }

    private Happening holds() {
        int most = Happening.ReplicaHolds.MAXIMUM_INTERVALS;
        return holdsView.get(contents.readyIntervals(most), contents.unacknowledgedIntervals(most));
    }

    ReplicaStanding standing(Replica.Position position, long fromChannels, boolean busy, List<NodeName> consumers,
            List<NodeName> holders) {
        int most = Happening.ReplicaHolds.MAXIMUM_INTERVALS;
        List<Interval> held = new ArrayList<>(contents.readyIntervals(most));
        held.addAll(contents.unacknowledgedIntervals(most));
        return new ReplicaStanding(id, position.phase(), position.epoch(), position.sequence(),
                position.synchronised(), position.syncing(), contents.depth(),
                durable ? contents.persistentCount() : 0, MessageSet.of(held), fromChannels, busy, consumers,
                holders);
    }

    interface HoldsView {
        Happening get(List<Interval> ready, List<Interval> unacknowledged);
    }

    /// Set by the role, which knows epoch, delta and consumers.
    HoldsView holdsView = (ready, unacknowledged) -> new Happening.Noted("error", "no role");

    /// The replica has done its part for this publish (P-18).
    void confirm(MessageId id) {
        confirms.computeIfAbsent(id.channel(), unused -> new MessageSet.Builder()).add(id);
    }

    /// The master does not take this publish (P-22 c).
    void refuse(MessageId id) {
        refusals.computeIfAbsent(id.channel(), unused -> new MessageSet.Builder()).add(id);
    }

    /// As `confirm`, once everything asked of the disk so far is durable.
    void confirmWhenDurable(MessageId id) {
        if (disk.isDurableNow(id)) {
            confirm(id);
        }
    }

    void confirm(MessageSet messages) {
        messages.intervals()
                .forEach(each -> confirms.computeIfAbsent(each.channel(), unused -> new MessageSet.Builder())
                        .addAll(List.of(each)));
    }

    /// Ends, and nothing of it stays (N-04).
    void leave(String reason) {
        contents.clear();
        disk.drop();
        end(reason);
    }

    void end(String reason) {
        if (!ended) {
            happened(new Happening.ReplicaStopped(queue, id, reason));
            ended = true;
            effects.add(new ReplicaEffect.Ended(reason));
        }
    }

    List<ReplicaEffect> take() {
        confirms.forEach((channel, set) -> effects
                .add(new ReplicaEffect.ToChannel(new QueueMessage.Confirm(channel, id, set.build()))));
        confirms.clear();
        refusals.forEach((channel, set) -> effects
                .add(new ReplicaEffect.ToChannel(new QueueMessage.Refused(channel, id, set.build()))));
        refusals.clear();
        List<ReplicaEffect> taken = effects;
        effects = new ArrayList<>();
        return taken;
    }
}
