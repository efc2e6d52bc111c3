package mirrorlab.mirror;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import mirrorlab.policy.HaSettings;
import mirrorlab.policy.QueueSettings;
import mirrorlab.queue.Consumer;
import mirrorlab.queue.Consumers;
import mirrorlab.queue.QueueMessage;
import mirrorlab.queue.Standing;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.QueueRecord;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;

/// One node's copy of a queue: the master, or a mirror that may become the master.
///
/// Deterministic: the same calls in the same order ask for the same effects. Confined to the node's loop thread.
public final class Replica {
    private final ReplicaBody body;
    private Role role;

    /// What a replica may ask of its node, without any effect.
    public interface Surroundings {
        /// The replica's node is linked and has not said that the replica ended.
        boolean isAlive(ReplicaId replica);

        /// This life of the node is linked.
        default boolean isLinked(NodeName node, long incarnation) {
            return true;
        }

        /// In order of start.
        List<NodeName> running();

        /// Milliseconds since 1970.
        long now();

        /// Some node of the cluster is above its watermark.
        default boolean isShortOfMemory() {
            return false;
        }

        boolean hasExchange(ExchangeName exchange);

        /// Whether the queue has to stand at this point; who gets true is told when to go on ({@link Replica#goOn}).
        default boolean stops(HoldPoint point, QueueName queue) {
            return false;
        }

        /// The queue stands there no more, if it did.
        default void passed(HoldPoint point, QueueName queue) {}
    }

    private Replica(ReplicaBody body, Role role) {
        this.body = body;
        this.role = role;
    }

    /// A master; `recovered` is what the disk holds of it, ascending (N-09).
    public static Replica master(ReplicaId id, QueueRecord record, @Nullable HaSettings settings,
            QueueSettings limits, Surroundings surroundings, RandomGenerator chance, Recovered recovered) {
        ReplicaBody body = new ReplicaBody(id, record.queue(), record.durable(), limits, surroundings, chance);
        body.record = record;
        body.settings = settings;
        return new Replica(body, MasterRole.recovered(body, recovered));
    }

    /// A new, empty mirror of the recorded master (S-04, N-11).
    public static Replica mirror(ReplicaId id, QueueRecord record, @Nullable HaSettings settings,
            QueueSettings limits, Surroundings surroundings, RandomGenerator chance) {
        ReplicaBody body = new ReplicaBody(id, record.queue(), record.durable(), limits, surroundings, chance);
        body.record = record;
        body.settings = settings;
        return new Replica(body, MirrorRole.joining(body, record.master()));
    }

    public ReplicaId id() {
        return body.id;
    }

    public QueueName queue() {
        return body.queue;
    }

    public boolean isMaster() {
        return role instanceof MasterRole;
    }

    public boolean hasEnded() {
        return body.ended;
    }

    /// What the master can say at once, even while it synchronises (S-13).
    public @Nullable Counters counters() {
        return role instanceof MasterRole master ? master.counters() : null;
    }

    /// @param syncMessages messages sent of a running synchronisation, told at most once a second (S-14); else null
    /// @param active the one that it delivers to, when it has a single active consumer
    /// @param exclusive the one that has the queue for itself
    /// @param readyBytes of the bodies of what is ready
    /// @param persistent how many of all messages, ready or not, are persistent
    public record Counters(long ready, long unacknowledged, int consumers, @Nullable Long syncMessages,
            @Nullable Consumer active, @Nullable Consumer exclusive, long readyBytes, long persistent) {}

    /// Where this replica stands, for those who check.
    public Position position() {
        return role.position();
    }

    /// @param leader the master it follows or followed; itself for a master
    /// @param phase `master`, or a mirror's: `joining`, `recording`, `following`, `frozen`, `claiming`
    /// @param sequence the newest operation of the stream that its contents contain
    /// @param delta how far behind the master a mirror is, -1 when not known (S-03); 0 for a master
    /// @param depth ready and unacknowledged together (S-02)
    /// @param syncing an explicit synchronisation is under way: contents are not comparable
    public record Position(ReplicaId leader, String phase, long epoch, long sequence, boolean synchronised, long delta,
            long depth, long unacknowledged, boolean syncing) {
        public boolean isMaster() {
            return phase.equals("master");
        }
    }

    /// Everything a forecast needs to know of it.
    public ReplicaStanding standing() {
        return role.standing();
    }

    /// All it holds in queue order; the walk ends at the next change.
    public Iterator<Standing> contents() {
        return body.contents.inOrder();
    }

    /// What it holds at or after a position, in queue order; the walk ends at the next change.
    public Iterator<Standing> contentsFrom(long position) {
        return body.contents.from(position);
    }

    /// The channel that holds an unacknowledged message of this master; null when none does.
    public @Nullable ChannelId holderOf(long position) {
        return role instanceof MasterRole master ? master.holderOf(position) : null;
    }

    /// The consumers of this master as they stand, in the order of subscription; none at a mirror.
    public List<Consumers.State> consumers() {
        return role instanceof MasterRole master ? master.consumers() : List.of();
    }

    /// The master has asked for mirrors that are not recorded yet.
    public boolean isPlacing() {
        return role instanceof MasterRole master && master.isPlacing();
    }

    public void on(QueueMessage.ToReplica message) {
        if (!body.ended) {
            role.on(message);
        }
    }

    public void on(ReplicaMessage message) {
        if (!body.ended) {
            role.on(message);
        }
    }

    /// The record changed, or the policy in force did; null when the queue is gone.
    public void recordChanged(@Nullable QueueRecord record, @Nullable HaSettings settings, QueueSettings limits) {
        if (body.ended) {
            return;
        }
        body.record = record;
        body.settings = settings;
        body.limits = limits;
        if (record == null) {
            role.deleted();
            return;
        }
        role.recordChanged(record);
        if (role instanceof MirrorRole mirror && mirror.isElected() && !body.ended) {
            role = MasterRole.promoted(body, mirror);
        }
    }

    /// The mirror's own proposal to become master had no effect.
    public void claimRefused() {
        if (role instanceof MirrorRole mirror && !body.ended) {
            mirror.claimRefused();
        }
    }

    /// Began from a record that this node has not applied yet.
    ///
    /// @param version of the metadata as applied here
    public boolean isAheadOf(long version) {
        return body.record != null && body.record.version() > version;
    }

    /// The mirror's own proposal to become part of the record had no effect.
    public void joinRefused() {
        if (role instanceof MirrorRole mirror && !body.ended) {
            mirror.joinRefused();
        }
    }

    /// Another replica of the queue is gone.
    ///
    /// @param nodeDown with its node
    public void gone(ReplicaId replica, boolean nodeDown) {
        if (!body.ended) {
            role.gone(replica, nodeDown);
        }
    }

    /// All channels of this node ended without a word.
    public void channelsGone(NodeName node) {
        if (!body.ended) {
            role.channelsGone(node);
        }
    }

    /// A node went down: its replicas of this queue, then its channels.
    public void nodeGone(NodeName node, long incarnation) {
        Set<ReplicaId> lost = new LinkedHashSet<>(role.partners());
        if (body.record != null) {
            lost.addAll(body.record.replicas());
        }
        for (ReplicaId each : lost) {
            if (each.node().equals(node) && each.incarnation() == incarnation) {
                gone(each, true);
            }
        }
        if (role instanceof MasterRole master && !body.ended) {
            master.nodeGone(node);
        }
        channelsGone(node);
    }

    /// There may be a node more than was thought of when mirrors were placed.
    public void placeAgain() {
        if (role instanceof MasterRole master && !body.ended) {
            master.placeAgain();
        }
    }

    /// Whether this replica has to be told when the other is gone.
    public boolean concerns(ReplicaId other) {
        return role.partners().contains(other) || (role instanceof MasterRole master && master.waitsFor(other))
                || (body.record != null && body.record.replicas().contains(other));
    }

    /// Whether this is a mirror of the recorded master, or about to be one.
    public boolean belongsTo(QueueRecord record) {
        return position().leader().equals(record.master()) || record.mirrorList().contains(body.id);
    }

    public void channelGone(ChannelId channel) {
        if (!body.ended) {
            role.channelGone(channel);
        }
    }

    /// Begins an explicit synchronisation (S-08); ends with {@link ReplicaEffect.SyncAnswered}.
    public void synchronise(boolean automatic) {
        if (role instanceof MasterRole master && !body.ended) {
            master.synchronise(automatic);
        }
    }

    /// Lets go of every replica but the mirror on that node, which becomes master (F-33, F-32). Does nothing when this is no
    /// master or there is no such mirror.
    public void moveTo(NodeName destination) {
        if (role instanceof MasterRole master && !body.ended) {
            master.moveTo(destination);
        }
    }

    /// @return false when nothing is being synchronised (S-16)
    public boolean cancelSync() {
        return role instanceof MasterRole master && !body.ended && master.cancelSync();
    }

    /// Some node is above its watermark, or none is any more (S-12).
    public void memoryChanged() {
        if (role instanceof MasterRole master && !body.ended) {
            master.memoryChanged();
        }
    }

    /// What stood at this point goes on.
    public void goOn(HoldPoint point) {
        if (!body.ended) {
            role.goOn(point);
        }
    }

    public void timer(String name) {
        if (!body.ended) {
            role.timer(name);
        }
    }

    /// A clean stop (F-07): the replica ends by itself, at once or when its mirrors are terminated (F-08).
    public void stop() {
        if (!body.ended) {
            role.stop();
        }
    }

    /// Tells the journal what there is to tell.
    public void report() {
        role.report();
    }

    public boolean hasReport() {
        return !body.traffic.isEmpty() || role.hasReport();
    }

    public List<String> busy() {
        return body.ended ? List.of() : role.busy();
    }

    public List<ReplicaEffect> take() {
        role.flush();
        return body.take();
    }

    public List<StoreOperation> takeStoreOperations() {
        return body.disk.take();
    }

    public void ticket(long ticket) {
        body.disk.ticket(ticket);
    }

    public void persisted(long ticket) {
        body.confirm(body.disk.persisted(ticket));
        role.persisted();
    }

    /// Master or mirror.
    sealed interface Role permits MasterRole, MirrorRole {
        void on(QueueMessage.ToReplica message);

        void on(ReplicaMessage message);

        Position position();

        ReplicaStanding standing();

        /// Replicas it deals with beyond those of the record.
        Collection<ReplicaId> partners();

        void recordChanged(QueueRecord record);

        void deleted();

        void gone(ReplicaId replica, boolean nodeDown);

        void channelsGone(NodeName node);

        void channelGone(ChannelId channel);

        void goOn(HoldPoint point);

        void timer(String name);

        void persisted();

        void stop();

        void report();

        boolean hasReport();

        List<String> busy();

        void flush();
    }

    /// What the disk held of a queue.
    ///
    /// @param cleanlyStopped false: everything counts as delivered before (N-09)
    public record Recovered(List<Entry> entries, boolean cleanlyStopped) {
        public static final Recovered NOTHING = new Recovered(List.of(), true);

        public record Entry(long position, StoredMessage stored) {}
    }
}
