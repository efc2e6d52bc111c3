package mirrorlab.broker;

import java.util.Map;
import mirrorlab.vocabulary.QueueName;

/// What an administrator asks of a node: rabbitmqctl's and the management API's words.
public sealed interface AdminCommand {

    /// `PUT /api/policies/VHOST/NAME`. `definition` as parsed from JSON: strings, Long, Double, Boolean, List, Map, null.
    record SetPolicy(String vhost, String name, String pattern, String applyTo, int priority,
            Map<String, Object> definition)
            implements
                AdminCommand {}

    record ClearPolicy(String vhost, String name) implements AdminCommand {}

    record ListPolicies() implements AdminCommand {}

    /// Returns when everything is sent (S-25), at once when nothing is to be done (S-10).
    record SyncQueue(QueueName queue) implements AdminCommand {}

    record CancelSync(QueueName queue) implements AdminCommand {}

    /// All queues of the cluster as this node sees them, with counters asked from their masters.
    record ListQueues() implements AdminCommand {}

    record ShowCluster() implements AdminCommand {}

    /// Is anything outstanding at this node? Answered at once.
    record ShowActivity() implements AdminCommand {}
}
