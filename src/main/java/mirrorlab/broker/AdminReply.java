package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import mirrorlab.mirror.ClusterStanding;
import mirrorlab.mirror.DeathForecast;
import mirrorlab.mirror.ObservedCluster;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.Shown;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;
import mirrorlab.vocabulary.forecast.PolicyPreview;
import org.jspecify.annotations.Nullable;

/// What a node answers.
public sealed interface AdminReply {

    /// Done; `note` is a word for the caller, such as `not_syncing` (S-16), else empty.
    record Done(String note) implements AdminReply {}

    /// What a policy would change.
    record Preview(PolicyPreview preview) implements AdminReply {}

    /// Refused, nothing changed.
    ///
    /// @param kind `validation` (the text is RabbitMQ's message), `not_found`, `not_mirrored`, `timeout`,
    ///     `nodedown`, `stopping`, `access_refused`, `not_authorised`, `not_allowed`, `bad_request`
    record Refused(String kind, String text) implements AdminReply {

        static Refused noVhost(String name) { // C-09
            return new Refused("vhost_not_found", "Virtual host '" + Shown.of(name) + "' does not exist");
        }
    }

    record Policies(List<PolicyView> policies) implements AdminReply {}

    record PolicyView(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition) {}

    record Queues(List<QueueView> queues) implements AdminReply {}

    /// @param mirrors eldest first; null when the queue is not mirrored
    /// @param state `running`, `syncing`, `down`; null when the master cannot be reached (F-26): counters are null then, too
    /// @param syncMessages sent so far while syncing, else null
    /// @param active null also for a queue that delivers to all its consumers
    /// @param owner of an exclusive queue, `node/incarnation/connection`
    /// @param exclusiveTag the tag of the consumer that has the queue for itself, null for none
    /// @param readyBytes of the bodies of what is ready; `persistent` counts messages, ready or not
    record QueueView(QueueName queue, boolean durable, boolean autoDelete, boolean exclusive,
            Map<String, Object> arguments,
            @Nullable String policy, @Nullable String operatorPolicy,
            @Nullable Map<String, Object> effectiveDefinition,
            ReplicaId master,
            @Nullable List<ReplicaId> mirrors, @Nullable List<ReplicaId> synchronised, List<NodeName> recoverable,
            @Nullable String state, @Nullable Long ready, @Nullable Long unacknowledged, @Nullable Integer consumers,
            @Nullable Long syncMessages, @Nullable ActiveConsumer active, @Nullable String owner,
            @Nullable String exclusiveTag, @Nullable Long readyBytes, @Nullable Long persistent) {}

    /// The one consumer that a queue with a single active one delivers to.
    record ActiveConsumer(ChannelId channel, String tag) {}

    record Connections(List<ConnectionView> connections) implements AdminReply {}

    /// A client's connection, as its node sees it.
    ///
    /// @param connection the node's number for it
    /// @param name the client's own name for it, else `peer -> local`
    /// @param peer `127.0.0.1:34042`, the client's end; `local` the node's, empty when the door did not tell
    /// @param connectedAt milliseconds since 1970
    record ConnectionView(NodeName node, long connection, String name, String peer, String local, String user,
            String vhost, Map<String, Object> properties, boolean blocked, long connectedAt,
            List<ChannelView> channels) {

        /// RabbitMQ's name of a connection.
        public String fullName() {
            return peer + " -> " + local;
        }
    }

    /// @param prefetch of each consumer to come, `globalPrefetch` of all together; 0 without a limit
    /// @param uncommitted publishes, and `acksUncommitted` settled deliveries, that wait for the transaction's commit
    /// @param flow the publisher waits for replicas' credit (P-30)
    record ChannelView(ChannelId id, int number, boolean confirm, boolean transactional, int prefetch,
            int globalPrefetch, int unacknowledged, int unconfirmed, int uncommitted, int acksUncommitted,
            List<ConsumerView> consumers, boolean flow) {}

    record ConsumerView(QueueName queue, String tag, int prefetch, boolean autoAck, boolean exclusive,
            Map<String, Object> arguments) {}

    record LoggedIn(String user, List<String> tags) implements AdminReply {}

    record Vhosts(List<String> vhosts) implements AdminReply {}

    record Users(List<UserView> users) implements AdminReply {}

    /// @param passwordHash salt and SHA-256
    record UserView(String name, Bytes passwordHash, List<String> tags) {}

    record AllPermissions(List<PermissionsView> permissions) implements AdminReply {}

    record PermissionsView(String user, String vhost, String configure, String write, String read) {}

    record Limits(List<LimitView> limits) implements AdminReply {}

    /// @param ofUser `holder` is a user, else a virtual host
    record LimitView(boolean ofUser, String holder, String name, long value) {}

    record Exchanges(List<ExchangeView> exchanges) implements AdminReply {}

    record ExchangeView(Exchange exchange, @Nullable String policy) {}

    record Bindings(List<Binding> bindings) implements AdminReply {}

    /// @param members all nodes of the cluster in order of name; `running` in order of start
    /// @param memory of those that have told
    record Cluster(NodeName self, long incarnation, List<NodeName> members, List<NodeName> running,
            Map<NodeName, AdminMessage.Memory> memory) implements AdminReply {}

    /// The cluster as it stood when this was asked.
    record Standing(ClusterStanding cluster) implements AdminReply {

        public List<NodeName> running() {
            return List.copyOf(cluster.running().keySet());
        }

        /// What would become of the queues if these nodes ended now, together.
        public Forecast forecast(List<NodeName> nodes, Death death) {
            return DeathForecast.of(new ObservedCluster(cluster), nodes, death);
        }
    }

    /// @param busy what is outstanding, in words for the log; empty when the machine waits for nothing but new input
    record Activity(List<String> busy) implements AdminReply {}
}
