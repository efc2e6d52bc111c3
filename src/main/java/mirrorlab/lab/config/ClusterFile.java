package mirrorlab.lab.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mirrorlab.vocabulary.NodeName;

/// What a cluster is made of: `{"nodes": [{"name": "rabbit1", "type": "ram", "amqp_port": 5672}], "config": {…}}`.
/// Nodes start in the order of the file, which makes the age order of mirrors (PO-21).
///
/// @param settings
///            rabbitmq.conf's keys
public record ClusterFile(List<Node> nodes, Map<String, Object> settings) {
    public static final int MAXIMUM_NODES = 9;
    /// For people who wrote another name.
    public static final String NAME_FORM = "letters, digits, _ and -, optionally followed by @localhost";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Shape NODE = new Shape("a node",
            List.of(Field.required("name", new FieldType.Text(1, 64), "the node's name, rabbit1 or rabbit1@localhost"),
                    Field.optional("type", new FieldType.Choice(List.of("disc", "ram")), "disc", "disc or ram"),
                    Field.optional("amqp_port", new FieldType.Whole(1, 65_535), "fixed port for AMQP, else a free one"),
                    Field.optional("http_port", new FieldType.Whole(1, 65_535),
                            "fixed port for HTTP, else a free one")));
    public static final List<Field> FIELDS = List.of(
            Field.optional("nodes", new FieldType.ListOf(new FieldType.Fields(), 1, MAXIMUM_NODES),
                    "the nodes in the order in which they start"),
            Field.optional("config", new FieldType.Fields(), "settings with the keys of rabbitmq.conf"));
    private static final Shape FILE = new Shape("a cluster file",
            List.of(Field.optional("$schema", new FieldType.Text(1, 500), "the schema's place"),
                    Field.optional("name", new FieldType.Text(1, 200), "the cluster's name"),
                    Field.optional("comment", new FieldType.Text(0, 2000), "free text")))
            .and(FIELDS);

    /// @param amqpPort
    ///            0: any free port; `httpPort` alike
    public record Node(NodeName name, String type, int amqpPort, int httpPort) {}

    /// Three disc nodes, rabbit1 to rabbit3, on free ports.
    public static ClusterFile threeNodes() {
        List<Node> nodes = new ArrayList<>();
        for (String each : List.of("rabbit1", "rabbit2", "rabbit3")) {
            nodes.add(new Node(NodeName.of(each), "disc", 0, 0));
        }
        return new ClusterFile(List.copyOf(nodes), Map.of());
    }

    public static ClusterFile read(Path path) throws BadFile {
        PlacedJson json = PlacedJson.read(path);
        FILE.check(json, json.root(), "");
        return of(json);
    }

    /// The part of a file that describes the cluster; the file may say other things, too.
    public static ClusterFile of(PlacedJson json) throws BadFile {
        JsonNode root = json.root();
        List<Node> nodes = root.has("nodes") ? nodes(json, root.get("nodes")) : threeNodes().nodes();
        Map<String, Object> settings = new TreeMap<>();
        if (root.has("config")) {
            Settings.SHAPE.check(json, root.get("config"), "/config");
            root.get("config").properties().forEach(each -> settings.put(each.getKey(), plain(each.getValue())));
        }
        return new ClusterFile(nodes, settings);
    }

    /// Can a node of the lab be called this?
    public static boolean isName(String text) {
        return text.matches("[A-Za-z0-9_-]{1,64}(@localhost)?");
    }

    public List<NodeName> names() {
        return nodes.stream().map(Node::name).toList();
    }

    /// The same cluster with shorter waits, unless the file says how long they are.
    ///
    /// @param share
    ///            of the usual waits, more than 0
    public ClusterFile withWaits(double share) {
        if (settings.containsKey(Settings.WAITS)) {
            return this;
        }
        Map<String, Object> more = new TreeMap<>(settings);
        more.put(Settings.WAITS, share);
        return new ClusterFile(nodes, more);
    }

    /// Share of the usual waits: how patient a client is, how long a channel looks for a missing master.
    public double waits() {
        return settings.get(Settings.WAITS) instanceof Number share ? share.doubleValue() : 1;
    }

    /// What nodes are told: rabbitmq.conf's keys with the waits worked out.
    public Map<String, Object> nodeSettings() {
        Map<String, Object> told = new TreeMap<>(settings);
        if (told.remove(Settings.WAITS) != null) {
            Settings.WAITED.forEach((key, usual) -> told.putIfAbsent(key, (int) Math.ceil(usual * waits())));
        }
        return told;
    }

    /// Writes `nodes` and `config` as a file has them; what a file may leave out is left out.
    public void writeTo(ObjectNode file) {
        ArrayNode list = file.putArray("nodes");
        for (Node each : nodes) {
            ObjectNode node = list.addObject().put("name", each.name().shortName());
            if (!each.type().equals("disc")) {
                node.put("type", each.type());
            }
            if (each.amqpPort() != 0) {
                node.put("amqp_port", each.amqpPort());
            }
            if (each.httpPort() != 0) {
                node.put("http_port", each.httpPort());
            }
        }
        if (!settings.isEmpty()) {
            file.set("config", MAPPER.valueToTree(settings));
        }
    }

    public static ObjectNode nodesSchema() {
        ObjectNode list = new FieldType.ListOf(new FieldType.Fields(), 1, MAXIMUM_NODES).schema();
        return list.set("items", NODE.schema());
    }

    public static ObjectNode configSchema() {
        return Settings.SHAPE.schema();
    }

    private static Object plain(JsonNode value) {
        return MAPPER.convertValue(value, Object.class);
    }

    private static List<Node> nodes(PlacedJson json, JsonNode list) throws BadFile {
        List<Node> nodes = new ArrayList<>();
        Set<NodeName> names = new HashSet<>();
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String pointer = "/nodes/" + i;
            NODE.check(json, list.get(i), pointer);
            Node node = node(json, list.get(i), pointer);
            if (!names.add(node.name())) {
                throw json.bad(pointer + "/name", "the node " + node.name() + " a second time", "different names");
            }
            for (int port : List.of(node.amqpPort(), node.httpPort())) {
                if (port != 0 && !ports.add(port)) {
                    throw json.bad(pointer, "port " + port + " a second time", "different ports");
                }
            }
            nodes.add(node);
        }
        return List.copyOf(nodes);
    }

    private static Node node(PlacedJson json, JsonNode each, String pointer) throws BadFile {
        String name = each.get("name").textValue();
        if (!isName(name)) {
            throw json.bad(pointer + "/name", "\"" + name + "\"", NAME_FORM);
        }
        return new Node(NodeName.of(name), each.path("type").asText("disc"), each.path("amqp_port").asInt(0),
                each.path("http_port").asInt(0));
    }
}
