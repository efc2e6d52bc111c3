package mirrorlab.broker;

import java.util.List;
import mirrorlab.mirror.ReplicaStanding;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// Questions of one node's administration to another's.
public sealed interface AdminMessage extends PeerMessage {

    /// Counters of all masters on the asked node.
    record Ask(long request) implements AdminMessage {}

    record Told(long request, List<MasterCounters> masters) implements AdminMessage {}

    record MasterCounters(ReplicaId master, long ready, long unacknowledged, int consumers,
            @Nullable Long syncMessages, AdminReply.@Nullable ActiveConsumer active, @Nullable String exclusiveTag,
            long readyBytes, long persistent) {}

    record Sync(long request, QueueName queue, ReplicaId master) implements AdminMessage {}

    record CancelSync(long request, QueueName queue, ReplicaId master) implements AdminMessage {}

    /// Let go of every replica but the one on that node (F-33). Not answered: the record tells.
    record MoveMaster(QueueName queue, ReplicaId master, NodeName destination) implements AdminMessage {}

    /// What clients has the asked node?
    record AskConnections(long request) implements AdminMessage {}

    record ToldConnections(long request, List<AdminReply.ConnectionView> connections) implements AdminMessage {}

    record CloseConnection(long request, long connection, String reason) implements AdminMessage {}

    /// @param known false when there was no such connection any more
    record ConnectionClosed(long request, boolean known) implements AdminMessage {}

    /// How do the replicas of the asked node stand?
    record AskStandings(long request) implements AdminMessage {}

    record ToldStandings(long request, List<Standing> replicas) implements AdminMessage {}

    record Standing(QueueName queue, ReplicaStanding replica) {}

    /// What the sender uses, told when it has changed.
    ///
    /// @param used bytes; above `limit` publishers are blocked: then `alarm`
    record Memory(long used, long limit, boolean alarm) implements AdminMessage {}

    /// @param note `not_syncing` or empty
    record Done(long request, String note) implements AdminMessage {}
}
