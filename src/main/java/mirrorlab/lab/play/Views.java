package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;

/// The cluster as nodes see it, asked at their management API and told in the form of the recordings.
final class Views {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /// How often a node that is busy is asked again for its queues.
    private static final int TRIES = 5;
    private static final List<String> QUEUE = List.of("vhost", "name", "durable", "auto_delete", "exclusive",
            "arguments",
            "policy", "operator_policy", "effective_policy_definition", "state", "node", "slave_nodes",
            "synchronised_slave_nodes", "recoverable_slaves", "messages", "messages_ready", "messages_unacknowledged",
            "consumers");
    private final Cluster cluster;

    Views(Cluster cluster) {
        this.cluster = cluster;
    }

    /// One queue as the first node that answers sees it.
    JsonNode queue(String vhost, String name) throws StepFault {
        for (JsonNode each : queues(asked())) {
            if (each.path("vhost").asText().equals(vhost) && each.path("name").asText().equals(name)) {
                return each;
            }
        }
        throw StepFault.unknown("queue.none", name, vhost);
    }

    NodeName asked() throws StepFault {
        return cluster.answering().stream().findFirst().orElseThrow(StepFault::noRunningNode);
    }

    /// All queues in order of vhost and name, as they come from the door.
    List<JsonNode> queues(NodeName node) throws StepFault {
        List<JsonNode> queues = new ArrayList<>();
        for (int tries = 0; tries == 0 || tries < TRIES && queues.stream().anyMatch(this::isMissed); tries++) {
            queues.clear();
            get(node, "/api/queues").forEach(queues::add);
        }
        queues.sort(Comparator.comparing((JsonNode each) -> each.path("vhost").asText())
                .thenComparing(each -> each.path("name").asText()));
        return queues;
    }

    /// A whole view: nodes and queues.
    ObjectNode view(NodeName node) throws StepFault {
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        List<String> running = new ArrayList<>();
        List<String> disc = new ArrayList<>();
        List<String> ram = new ArrayList<>();
        for (JsonNode each : get(node, "/api/nodes")) {
            (each.path("type").asText().equals("ram") ? ram : disc).add(each.path("name").asText());
            if (each.path("running").asBoolean()) {
                running.add(each.path("name").asText());
            }
        }
        view.set("running_nodes", sorted(running));
        view.set("disc_nodes", sorted(disc));
        view.set("ram_nodes", sorted(ram));
        view.putArray("partitions");
        ArrayNode queues = view.putArray("queues");
        queues(node).forEach(each -> queues.add(queue(each)));
        return view;
    }

    private static ArrayNode sorted(List<String> names) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        names.stream().sorted().forEach(array::add);
        return array;
    }

    private static ObjectNode queue(JsonNode door) {
        ObjectNode queue = JsonNodeFactory.instance.objectNode();
        if (isUnreachable(door)) {
            // F-26: the record is there, its process cannot be asked
            queue.set("vhost", door.path("vhost"));
            queue.set("name", door.path("name"));
            queue.put("error", "{nodedown," + door.path("node").asText() + "}");
            for (String each : List.of("node", "slave_nodes", "synchronised_slave_nodes")) {
                queue.set(each, orNull(door.path(each)));
            }
            return queue;
        }
        QUEUE.forEach(each -> queue.set(each, orNull(door.path(each))));
        return queue;
    }

    static boolean isUnreachable(JsonNode door) {
        return orNull(door.path("state")).isNull();
    }

    /// Its master's node runs and was too slow for the asked one, which does not wait long.
    private boolean isMissed(JsonNode door) {
        String node = door.path("node").asText();
        return isUnreachable(door) && cluster.answering().stream().anyMatch(each -> each.value().equals(node));
    }

    private static JsonNode orNull(JsonNode value) {
        return value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value;
    }

    private JsonNode get(NodeName node, String path) throws StepFault {
        try {
            NodeApi.Reply reply = cluster.api(node).get(path, PATIENCE);
            if (!reply.isOk()) {
                throw StepFault.notPossible("status", node.value(), path, Integer.toString(reply.status()));
            }
            return reply.body();
        } catch (IOException e) {
            throw ClientFaults.of(e, PATIENCE.toSeconds());
        }
    }
}
