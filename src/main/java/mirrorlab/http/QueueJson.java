package mirrorlab.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// A queue as the management API of RabbitMQ 3.10 shows it (C-07): `slave_nodes` is left out when the queue is not
/// mirrored, state and counters when its master cannot be reached (F-26). Beyond RabbitMQ: `pid`, `slave_pids`,
/// `synchronised_slave_pids`, as rabbitmqctl prints them (C-01).
final class QueueJson {
    private QueueJson() {}

    static Map<String, @Nullable Object> of(QueueView queue) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", queue.queue().name());
        json.put("vhost", queue.queue().vhost());
        json.put("type", "classic");
        json.put("durable", queue.durable());
        json.put("auto_delete", queue.autoDelete());
        json.put("exclusive", queue.exclusive());
        json.put("arguments", queue.arguments());
        json.put("node", queue.master().node().value());
        json.put("pid", queue.master().toString());
        List<ReplicaId> mirrors = queue.mirrors();
        if (mirrors != null) {
            List<ReplicaId> synchronised = queue.synchronised() == null ? List.of() : queue.synchronised();
            json.put("slave_nodes", nodes(mirrors));
            json.put("slave_pids", pids(mirrors));
            json.put("synchronised_slave_nodes", nodes(synchronised));
            json.put("synchronised_slave_pids", pids(synchronised));
        }
        boolean down = "down".equals(queue.state()); // N-06: only some fields are filled then
        json.put("recoverable_slaves", !queue.durable() || (mirrors == null && !down) // P-01
                ? null
                : queue.recoverable().stream().map(each -> each.value()).toList());
        json.put("policy", queue.policy());
        json.put("operator_policy", down ? null : queue.operatorPolicy());
        Map<String, Object> effective = queue.effectiveDefinition() == null ? Map.of() : queue.effectiveDefinition();
        json.put("effective_policy_definition", down ? null : effective);
        putIfKnown(json, "state", queue.state());
        putIfKnown(json, "sync_messages", queue.syncMessages());
        Long ready = queue.ready();
        Long unacknowledged = queue.unacknowledged();
        if (ready != null && unacknowledged != null) {
            json.put("messages", ready + unacknowledged);
        }
        putIfKnown(json, "messages_ready", ready);
        putIfKnown(json, "messages_unacknowledged", unacknowledged);
        putIfKnown(json, "message_bytes_ready", queue.readyBytes());
        putIfKnown(json, "messages_persistent", queue.persistent());
        putIfKnown(json, "consumers", queue.consumers());
        if (queue.consumers() != null) {
            json.put("exclusive_consumer_tag", queue.exclusiveTag());
            json.put("single_active_consumer_tag", queue.active() == null ? null : queue.active().tag());
        }
        return json;
    }

    private static void putIfKnown(Map<String, @Nullable Object> json, String name, @Nullable Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static List<String> nodes(List<ReplicaId> replicas) {
        return replicas.stream().map(each -> each.node().value()).toList();
    }

    private static List<String> pids(List<ReplicaId> replicas) {
        return replicas.stream().map(ReplicaId::toString).toList();
    }
}
