package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.HoldPoint;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;

/// What an administrator asks of a node: rabbitmqctl's and the management API's words.
public sealed interface AdminCommand {

    /// `PUT /api/policies/VHOST/NAME`. `definition` as parsed from JSON: strings, Long, Double, Boolean, List, Map, null.
    record SetPolicy(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition)
            implements
                AdminCommand {}

    record ClearPolicy(String vhost, String name) implements AdminCommand {}

    /// What this policy would change; it is not set. Answered by {@link AdminReply.Preview}, or refused as setting it would be.
    record PreviewPolicy(SetPolicy draft) implements AdminCommand {}

    record ListPolicies() implements AdminCommand {}

    /// Returns when everything is sent (S-25), at once when nothing is to be done (S-10).
    record SyncQueue(QueueName queue) implements AdminCommand {}

    record CancelSync(QueueName queue) implements AdminCommand {}

    /// Makes the mirror on that node the queue's master (F-33). Answered by {@link AdminReply.Done}, with the note `not_migrated`
    /// when that has not come about within ten seconds.
    record MoveMaster(QueueName queue, NodeName destination) implements AdminCommand {}

    /// All queues of the cluster as this node sees them, with counters asked from their masters.
    record ListQueues() implements AdminCommand {}

    record ShowCluster() implements AdminCommand {}

    /// How all replicas stand, for forecasts; answered by {@link AdminReply.Standing}.
    record ShowStanding() implements AdminCommand {}

    /// Is anything outstanding at this node? Answered at once.
    record ShowActivity() implements AdminCommand {}

    /// Whether this user may log in; answered by {@link AdminReply.LoggedIn} or refused.
    record LogIn(String user, String password) implements AdminCommand {
        /// Without the password.
        @Override
        public String toString() {
            return "LogIn[" + user + "]";
        }
    }

    /// Whether this user may open a connection to this virtual host.
    record OpenVhost(String user, String vhost) implements AdminCommand {}

    /// Whether this user may open one more channel, by the limit `max-channels`.
    record OpenChannel(String user) implements AdminCommand {}

    /// Does what a client of this user would do on a channel of its own, which ends with it. Answered by
    /// {@link AdminReply.Done}, or refused by `not_found` (404), `not_authorised` (403) or `bad_request`, which tells the code.
    sealed interface OfQueue extends AdminCommand {
        String user();

        QueueName queue();
    }

    record DeclareQueue(String user, QueueName queue, boolean durable, boolean autoDelete,
            Map<String, Object> arguments) implements OfQueue {}

    record DeleteQueue(String user, QueueName queue, boolean ifUnused, boolean ifEmpty) implements OfQueue {}

    record PurgeQueue(String user, QueueName queue) implements OfQueue {}

    /// The connections of clients to all nodes.
    sealed interface OfClients extends AdminCommand {}

    /// Answered by {@link AdminReply.Connections}; a node that does not answer in time is left out.
    record ListConnections() implements OfClients {}

    /// The client is told 320 CONNECTION_FORCED with this reason; refused `not_found` when it is not there any more.
    record CloseConnection(NodeName node, long connection, String reason) implements OfClients {}

    /// Questions and changes that concern the metadata only.
    sealed interface OfCatalogue extends AdminCommand {}

    record ListOperatorPolicies() implements OfCatalogue {}

    /// As {@link SetPolicy}; may only say limits (PO-06).
    record SetOperatorPolicy(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition)
            implements
                OfCatalogue {}

    record ClearOperatorPolicy(String vhost, String name) implements OfCatalogue {}

    record ListVhosts() implements OfCatalogue {}

    record AddVhost(String vhost) implements OfCatalogue {}

    /// With everything in it (M-07); its connections are closed.
    record DeleteVhost(String vhost) implements OfCatalogue {}

    record ListUsers() implements OfCatalogue {}

    /// A new user, or another password and other tags for one.
    ///
    /// @param password null when a hash is given, or when nobody shall log in by a password
    /// @param salt four bytes of chance
    record PutUser(String user, @Nullable String password, Bytes salt, @Nullable Bytes passwordHash,
            List<String> tags) implements OfCatalogue {
        /// Without the password.
        @Override
        public String toString() {
            return "PutUser[" + user + ", " + tags + "]";
        }
    }

    /// The user's connections are closed.
    record DeleteUser(String user) implements OfCatalogue {}

    record ListPermissions() implements OfCatalogue {}

    record SetPermissions(String user, String vhost, String configure, String write,
            String read) implements OfCatalogue {}

    record ClearPermissions(String user, String vhost) implements OfCatalogue {}

    /// Answered by {@link AdminReply.Limits}.
    record ListLimits() implements OfCatalogue {}

    /// @param ofUser `holder` is a user, else a virtual host
    /// @param value negative: no limit
    record SetLimit(boolean ofUser, String holder, String name, long value) implements OfCatalogue {}

    record ClearLimit(boolean ofUser, String holder, String name) implements OfCatalogue {}

    record ListExchanges() implements OfCatalogue {}

    record DeclareExchange(Exchange exchange) implements OfCatalogue {}

    record DeleteExchange(ExchangeName exchange, boolean ifUnused) implements OfCatalogue {}

    /// Those of the default exchange, too.
    record ListBindings() implements OfCatalogue {}

    record Bind(Binding binding) implements OfCatalogue {}

    record Unbind(Binding binding) implements OfCatalogue {}

    /// Where this node stands still for those who want to look. `queue` null: every queue; `point` null: every point.
    sealed interface OfHolds extends AdminCommand {
        @Nullable
        QueueName queue();
    }

    record SetHold(HoldPoint point, @Nullable QueueName queue) implements OfHolds {}

    /// What holds there goes on.
    record ClearHold(@Nullable HoldPoint point, @Nullable QueueName queue) implements OfHolds {}

    /// What holds there goes on; the point stays set.
    record ReleaseHeld(@Nullable HoldPoint point, @Nullable QueueName queue) implements OfHolds {}

    /// Slow motion: every queue holds for so many milliseconds at every point; 0: real time.
    record SetPace(long millis) implements OfHolds {
        @Override
        public @Nullable QueueName queue() {
            return null;
        }
    }
}
