package mirrorlab.station;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import mirrorlab.journal.Json;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Reads a {@link NodeConfig} from one line of JSON. Names may be `"rabbit1@localhost"` or `{"value":"rabbit1@localhost"}`, the
/// folder a path or a `file:` URI. Unknown fields are errors.
final class NodeConfigLine {
    private final Map<?, ?> fields;
    private final String where;

    private NodeConfigLine(Map<?, ?> fields, String where) {
        this.fields = fields;
        this.where = where;
    }

    static NodeConfig parse(String text) throws WrongConfig {
        try {
            Object json = Json.read(text);
            if (!(json instanceof Map<?, ?> fields)) {
                throw new IllegalArgumentException("an object was expected");
            }
            NodeConfigLine line = new NodeConfigLine(fields, "");
            line.allow("name", "type", "members", "amqpPort", "httpPort", "secret", "folder", "settings", "seed");
            return new NodeConfig(line.name("name"), line.text("type", "disc"), line.members(), line.port("amqpPort"),
                    line.port("httpPort"), line.text("secret", null), line.folder(), line.object("settings"),
                    line.number("seed"));
        } catch (IllegalArgumentException e) {
            throw new WrongConfig("the node's configuration is not understood: " + e.getMessage(), e);
        }
    }

    private void allow(String... known) {
        TreeSet<String> unknown = new TreeSet<>();
        fields.keySet().forEach(each -> unknown.add((String) each));
        unknown.removeAll(List.of(known));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("it has unknown fields: " + where + unknown.first());
        }
    }

    private IllegalArgumentException wrong(String field, String expected) {
        return new IllegalArgumentException(where + field + " should be " + expected
                + (field.equals("secret") || !fields.containsKey(field) ? "" : ", not " + fields.get(field)));
    }

    private NodeName name(String field) {
        Object value = fields.get(field) instanceof Map<?, ?> record ? record.get("value") : fields.get(field);
        if (!(value instanceof String text)) {
            throw wrong(field, "a node's name");
        }
        return NodeName.of(text);
    }

    private String text(String field, @Nullable String otherwise) {
        Object value = fields.containsKey(field) ? fields.get(field) : otherwise;
        if (!(value instanceof String text)) {
            throw wrong(field, "a text");
        }
        return text;
    }

    private long number(String field) {
        Object value = fields.containsKey(field) ? fields.get(field) : (Object) 0;
        if (!(value instanceof Integer || value instanceof Long)) {
            throw wrong(field, "a whole number");
        }
        return ((Number) value).longValue();
    }

    private int port(String field) {
        return (int) Math.clamp(number(field), -1, Integer.MAX_VALUE);
    }

    private Path folder() {
        String text = text("folder", null);
        return text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
    }

    private Map<String, Object> object(String field) {
        Object value = fields.get(field);
        if (value != null && !(value instanceof Map<?, ?>)) {
            throw wrong(field, "an object");
        }
        Map<String, Object> object = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> object.put((String) key, each));
        }
        return object;
    }

    private List<NodeConfig.Member> members() {
        if (!(fields.get("members") instanceof List<?> list)) {
            throw wrong("members", "a list of the cluster's nodes");
        }
        List<NodeConfig.Member> members = new ArrayList<>();
        for (Object each : list) {
            if (!(each instanceof Map<?, ?> map)) {
                throw wrong("members", "a list of objects");
            }
            NodeConfigLine member = new NodeConfigLine(map, "members." + members.size() + ".");
            member.allow("name", "type", "networkPort");
            members.add(new NodeConfig.Member(member.name("name"), member.text("type", "disc"),
                    member.port("networkPort")));
        }
        return members;
    }
}
