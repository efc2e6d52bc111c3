package mirrorlab.journal;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.Interval;
import mirrorlab.vocabulary.MessageSet;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Something that happened. The record's simple name is its name in files and streams (property `type`).
public sealed interface Happening {

    // ---- nodes, as the lab's host sees their processes (origin `lab`)

    /// A node's process was started. `processId` is 0 for an embedded node.
    record NodeStarting(NodeName node, long processId) implements Happening {}

    /// The node serves: both doors are open.
    record NodeStarted(NodeName node, long incarnation, long processId, int amqpPort,
            int httpPort) implements Happening {}

    /// The process ended without having been asked to stop cleanly: killed by the lab or from outside, or crashed.
    ///
    /// @param exitStatus 137 after SIGKILL; -1 for an embedded node
    /// @param lastLogLines what the process printed last, oldest first
    record NodeDied(NodeName node, long processId, int exitStatus, List<String> lastLogLines) implements Happening {
        private static final int SIGKILL = 128 + 9;

        static boolean isKill(int exitStatus) {
            return exitStatus == SIGKILL || exitStatus == -1;
        }

        public boolean wasKilled() {
            return isKill(exitStatus);
        }
    }

    /// The process ended after a clean stop.
    record NodeStopped(NodeName node, long processId, int exitStatus) implements Happening {}

    record NodePaused(NodeName node) implements Happening {}

    record NodeResumed(NodeName node) implements Happening {}

    /// What is wrong with the way from one node to another was changed.
    ///
    /// @param delayMillis added to everything, one way
    /// @param lossPercent of the packets, at each try; 100: nothing gets through, the way is cut
    record LinkDisturbed(NodeName from, NodeName to, int delayMillis, double lossPercent) implements Happening {}

    // ---- nodes, as they see themselves and each other

    /// This node's boot is complete and the cluster knows it. `running` is in order of start.
    record NodeJoined(NodeName node, long incarnation, List<NodeName> running) implements Happening {}

    record PeerUp(NodeName node, NodeName peer, long peerIncarnation) implements Happening {}

    record PeerDown(NodeName node, NodeName peer) implements Happening {}

    /// Several heartbeats of the peer are missing at this node, or (`missing` false) the peer is heard again. A link that ends
    /// says {@link PeerDown} and nothing more.
    record PeerSuspected(NodeName node, NodeName peer, boolean missing) implements Happening {}

    // ---- metadata, as applied by the node that writes the entry

    /// A policy that sets `ha-mode` applies to the queue as far as its pattern goes, and does not count: of two policies
    /// only the one of higher priority does, and they are not merged (PO-01).
    record PolicyPassedOver(QueueName queue, String policy, int priority, String winner, int winnerPriority)
            implements
                Happening {}

    /// A queue's record is now this (P-01). Every node says it; the picture keeps the newest per queue.
    ///
    /// @param version grows with every change of this queue's record
    /// @param mirrors `slave_pids`, eldest first; null when the queue is not mirrored (P-02)
    /// @param synchronised newest synchronised first
    /// @param state `live`, or `down` for a non-mirrored durable queue whose node is down (N-06)
    record QueueRecorded(QueueName queue, long version, boolean durable, boolean autoDelete, boolean exclusive,
            Map<String, Object> arguments, ReplicaId master, @Nullable List<ReplicaId> mirrors,
            List<ReplicaId> synchronised,
            List<NodeName> recoverable, @Nullable String policy, String state) implements Happening {}

    /// @param reason `deleted` by a client, `node-down` (N-05), `exclusive`, `auto-delete`, `expired`
    record QueueRemoved(QueueName queue, long version, String reason) implements Happening {}

    record PolicySet(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition)
            implements
                Happening {}

    record PolicyCleared(String vhost, String name) implements Happening {}

    /// An operator policy (PO-05): merged into the policy that applies to a queue.
    record OperatorPolicySet(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition) implements Happening {}

    record OperatorPolicyCleared(String vhost, String name) implements Happening {}
    /// What this node knows of exchanges, bindings and accounts as it comes in; what its earlier life told counts no more.
    record MetadataKnown(List<ExchangePicture> exchanges, List<Binding> bindings, List<String> vhosts,
            List<UserPicture> users, List<PermissionPicture> permissions) implements Metadata {}

    /// The exchange is now this (M-01).
    record ExchangeRecorded(ExchangePicture exchange) implements Metadata {}

    /// Its bindings are told each for itself.
    record ExchangeRemoved(ExchangeName exchange) implements Metadata {}

    record Bound(Binding binding) implements Metadata {}

    record Unbound(Binding binding) implements Metadata {}

    record VhostRecorded(String vhost) implements Metadata {}

    /// With the permissions in it (M-07); what else was in it is told each for itself.
    record VhostRemoved(String vhost) implements Metadata {}

    record UserRecorded(UserPicture user) implements Metadata {}

    /// With the user's permissions.
    record UserRemoved(String user) implements Metadata {}

    record PermissionsRecorded(PermissionPicture permissions) implements Metadata {}

    record PermissionsRemoved(String user, String vhost) implements Metadata {}

    /// Every node tells it for itself; the picture keeps who told what.
    sealed interface Metadata extends Happening {}

    // ---- replicas

    /// @param role `master` or `mirror`
    /// @param recovered messages read from disk (masters only, N-09)
    record ReplicaStarted(QueueName queue, ReplicaId replica, String role, long recovered) implements Happening {}

    /// @param reason `deleted`, `dropped` (F-32), `refused` (F-04), `terminated` (F-08), `not-mirrored` (PO-15), `shutdown`
    record ReplicaStopped(QueueName queue, ReplicaId replica, String reason) implements Happening {}

    /// A node that is back deletes what it had of a queue that another node leads now (N-11).
    ///
    /// @param messages that its disk still held
    record CopyDiscarded(QueueName queue, NodeName node, long messages) implements Happening {}

    /// A mirror has everything its master has (S-01).
    ///
    /// @param how `empty` (S-04), `natural` (S-05), `promotion` (S-03: level with a new master), `explicit` (S-15)
    record MirrorSynchronised(QueueName queue, ReplicaId mirror, String how) implements Happening {}

    /// The master started to copy its whole contents (S-08). The queue answers nobody until the end (S-13).
    ///
    /// @param automatic by `ha-sync-mode` = automatic (S-21), not on command
    record SyncStarted(QueueName queue, ReplicaId master, List<ReplicaId> mirrors, long total, int batchSize,
            boolean automatic)
            implements
                Happening {}

    /// @param sent messages sent so far; moves by whole batches (S-11)
    /// @param waitingPublishes publishes that wait for the end, `waitingOther` other requests
    record SyncProgressed(QueueName queue, ReplicaId master, long sent, long total, long waitingPublishes,
            long waitingOther)
            implements
                Happening {}

    /// @param outcome `complete`, `cancelled` (S-16), `nobody` (S-10: all are synchronised), `no-mirror-left` (S-18),
    ///        `master-lost` (S-17, said by a mirror)
    record SyncEnded(QueueName queue, ReplicaId replica, String outcome, long sent) implements Happening {}

    // ---- failover (section 12 of the rules)

    /// The replica stopped applying the lost master's operations.
    record ReplicaFroze(QueueName queue, ReplicaId replica, ReplicaId lostMaster, long epoch, long applied)
            implements
                Happening {}

    /// The eldest mirror alive knows how far each survivor came; `filled` operations were re-sent so that all are level.
    record SurvivorsCompared(QueueName queue, ReplicaId candidate, long epoch, List<ReplicaId> survivors,
            List<Long> applied,
            long filled) implements Happening {}

    /// A mirror became master (F-01, F-11).
    ///
    /// @param wasSynchronised by the record, at the moment of the decision
    /// @param key the policy key that allowed it: `ha-promote-on-failure`
    /// @param isDefault the policy does not set the key
    /// @param depth ready messages after the promotion; `requeued` of them had been unacknowledged, `fromChannels` had been
    ///        seen from channels only
    /// @param reason `master-lost`, `master-dropped` (F-32)
    record MirrorPromoted(QueueName queue, ReplicaId mirror, ReplicaId lostMaster, long epoch, boolean wasSynchronised,
            List<ReplicaId> synchronised, @Nullable String policy, String key, String value, boolean isDefault,
            long depth,
            long requeued, long fromChannels, String reason) implements Happening {}

    /// The eldest mirror alive would not be promoted and deleted its copy (F-04).
    record PromotionRefused(QueueName queue, ReplicaId mirror, ReplicaId lostMaster, @Nullable String policy,
            String key,
            String value, boolean isDefault, long deleted) implements Happening {}

    /// A cleanly stopping master made all unsynchronised mirrors delete their copies (F-08).
    record MirrorsTerminated(QueueName queue, ReplicaId master, List<ReplicaId> mirrors, @Nullable String policy,
            String key,
            String value, boolean isDefault, long kept) implements Happening {}

    // ---- clients, as the node they are connected to sees them

    record ConnectionOpened(NodeName node, long connection, String name, String peer, String user, String vhost)
            implements
                Happening {}

    record ConnectionClosed(NodeName node, long connection, String reason) implements Happening {}

    /// The node asked the client to publish no more, or lets it go on (`blocked` false).
    record ConnectionBlocked(NodeName node, long connection, boolean blocked, String reason) implements Happening {}

    record ChannelOpened(NodeName node, long connection, int number, ChannelId channel) implements Happening {}

    record ChannelClosed(NodeName node, ChannelId channel, String reason) implements Happening {}

    record ConsumerAdded(NodeName node, ChannelId channel, QueueName queue, String tag, int prefetch, boolean autoAck)
            implements
                Happening {}

    /// @param reason `cancelled` by the client, `channel-closed`, `ha-failover` (F-19), `queue-gone` (F-38)
    record ConsumerRemoved(NodeName node, ChannelId channel, QueueName queue, String tag, String reason)
            implements
                Happening {}

    /// The client asked for confirms: messages of the channel from sequence `from` on are answered (P-18).
    record ConfirmsSelected(NodeName node, ChannelId channel, long from) implements Happening {}

    /// A channel waits for a queue that is down or syncing (F-21, F-25); `waiting` false when it goes on.
    record ChannelWaits(NodeName node, ChannelId channel, QueueName queue, boolean waiting) implements Happening {}

    /// A replica lends the channel no more credit, so that its publisher has to wait, or it does again (`held` false); one
    /// word for waits that follow each other within a second (P-30).
    record ChannelFlow(NodeName node, ChannelId channel, boolean held) implements Happening {}

    /// The client settled deliveries of a lost master by their old tags. The new master numbers messages in its own order,
    /// so that other messages left its queue (F-22).
    ///
    /// @param meant what the client had been given under these tags; `hit` what left instead
    record OldTagsSettled(QueueName queue, ReplicaId master, ChannelId channel, MessageSet meant,
            MessageSet hit) implements Happening {}

    /// A consumer that acknowledges automatically lost its master: what was on its way is lost (F-23).
    ///
    /// @param arrived how many deliveries of that master came to the channel for this consumer
    record DeliveriesCutOff(NodeName node, ChannelId channel, QueueName queue, String tag, ReplicaId master,
            long arrived) implements Happening {}

    // ---- traffic: intervals of ids, at most every 50 ms per queue and channel

    /// The channel's node sent direct copies of these messages to this replica (P-04).
    ///
    /// @param persistent delivery-mode 2; persistent and transient messages never share an entry
    record CopiesSent(QueueName queue, ChannelId channel, ReplicaId to, boolean persistent, MessageSet messages)
            implements
                Traffic {}

    /// Where publishes to an exchange went. Those to the default exchange are told only when they went nowhere: the others are
    /// seen by their queues.
    ///
    /// @param routingKey of the newest of them
    /// @param through the exchanges that they passed, the one published to first; empty for the default exchange
    /// @param to none: they were unroutable (P-25)
    record PublishesRouted(ChannelId channel, ExchangeName exchange, String routingKey, List<ExchangeName> through,
            List<QueueName> to, MessageSet messages) implements Traffic {}

    /// The replica has these copies from the channel; a mirror does not hold them in its queue yet (P-10).
    record CopiesReceived(QueueName queue, ReplicaId replica, MessageSet messages) implements Traffic {}

    /// The replica enqueued these messages: the master at once, a mirror on the master's stream (P-11, P-12).
    record MessagesEnqueued(QueueName queue, ReplicaId replica, MessageSet messages) implements Traffic {}

    /// The channel told its client.
    ///
    /// @param outcome `confirmed`, `nacked` (P-22, P-24) or `returned` (P-25)
    record PublishesAnswered(ChannelId channel, String outcome, MessageSet messages) implements Traffic {}

    /// The master handed these to a client of the channel, on get or to a consumer.
    record MessagesDelivered(QueueName queue, ReplicaId master, ChannelId channel, String tag, boolean redelivered,
            boolean autoAck, MessageSet messages) implements Traffic {}

    /// The master put these back.
    record MessagesRequeued(QueueName queue, ReplicaId master, MessageSet messages) implements Traffic {}

    /// These left the master's queue for good.
    ///
    /// @param fate `acknowledged`, `auto-acknowledged`, `rejected`, `expired`, `dropped`, `purged`, `deleted`, `dead-lettered`,
    ///        `refused` (never taken, P-22 c)
    record MessagesSettled(QueueName queue, ReplicaId master, String fate, MessageSet messages) implements Traffic {}

    /// Copies of messages that left this queue were published to its dead-letter exchange; a copy is a message of its own. The
    /// first of the messages is the origin of the first of the copies, and so on.
    ///
    /// @param reason `rejected`, `expired` or `maxlen`
    /// @param to the queues that they were routed to; none when nothing matched, or a cycle was closed
    record MessagesDeadLettered(QueueName queue, ReplicaId master, String reason, Interval messages, Interval copies,
            List<QueueName> to) implements Happening {}

    /// Published, but to no queue (`unroutable`) or to one that has no living replica (`refused`).
    record PublishesUnstored(ChannelId channel, @Nullable QueueName queue, String fate, MessageSet messages)
            implements
                Traffic {}

    /// What a replica holds now, in queue order: a snapshot, so the newest is all that counts. Long runs are exact; when there
    /// are more than {@value #MAXIMUM_INTERVALS} intervals the rest is only counted.
    ///
    /// @param role `master` or `mirror`
    /// @param delta messages of the master that a mirror lacks; -1 when not known (S-03); 0 for a master
    /// @param fromChannels copies that wait for the master's word (P-10)
    record ReplicaHolds(QueueName queue, ReplicaId replica, String role, long epoch, List<Interval> ready,
            List<Interval> unacknowledged, long readyCount, long unacknowledgedCount, long delta, long fromChannels,
            int consumers) implements Traffic {
        public static final int MAXIMUM_INTERVALS = 256;
    }

    /// A traffic happening may be merged with later ones of the same kind, queue and channel.
    sealed interface Traffic extends Happening {}

    // ---- the lab's own

    /// The number of a step that somebody did by hand, in the window or through the lab's URL.
    int BY_HAND = -1;

    /// @param number counted from 0, or {@link #BY_HAND}; `text` the step as people read it; `json` as it stands in the file
    record StepStarted(int number, String text, String json) implements Happening {}

    record StepEnded(int number, boolean ok, String text, String json) implements Happening {}

    /// What one of the lab's own publishers or consumers saw.
    ///
    /// @param what `lost` its connection, `connected` again, was `cancelled` by the node
    /// @param node short name; `words` the client library's, may be empty
    record ClientSaw(String client, String what, String node, String words) implements Happening {}

    /// Names for the lab's own messages: sequence `first` + k of the channel is `prefix` + (`firstNumber` + k).
    ///
    /// @param queue null when they go to an exchange, which may route them to several queues or to none
    record MessagesNamed(@Nullable QueueName queue, Interval messages, String prefix,
            long firstNumber) implements Happening {}

    /// These were named and are not sent after all; their sequence numbers may come again under other names.
    record MessagesUnsent(@Nullable QueueName queue, Interval messages) implements Happening {}

    /// Entries of this origin are missing: the node died before it told them, or its reader was too slow.
    record JournalGap(String gapOrigin, long incarnation, long from, long to) implements Happening {}

    // ---- where the lab makes nodes stand still to look at them (`point`: a word of `vocabulary.HoldPoint`)

    /// @param queue null: every queue that reaches it
    record HoldPointSet(NodeName node, String point, @Nullable QueueName queue) implements Happening {}

    record HoldPointCleared(NodeName node, String point, @Nullable QueueName queue) implements Happening {}

    /// @param millis after which it goes on by itself; 0: when it is released
    record Held(NodeName node, String point, QueueName queue, long millis) implements Happening {}

    /// @param why `released`, `time` (by itself), `gone` (what stood there has ended), `full` (too much waited)
    record Released(NodeName node, String point, QueueName queue, String why) implements Happening {}

    /// Slow motion: every queue holds for so long at every point of the node; 0 in real time.
    record PaceSet(NodeName node, long millis) implements Happening {}

    /// A node's memory rose above its watermark, or fell below it again.
    record MemoryAlarm(NodeName node, boolean raised) implements Happening {}

    /// A line of a node's log, as the node printed it; of a node that prints very much only the first lines.
    record NodeLogged(NodeName node, String line) implements Happening {}

    /// A sentence for the event list; `level` is `info`, `warning` or `error`.
    record Noted(String level, String text) implements Happening {}
}
