package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Mirrors under `exactly` stand on nodes chosen at random (PO-10): another choice than the recorded one is right when the
/// broker could have made it.
public final class Choice {
    private static final List<String> MIRRORS = List.of("slave_nodes", "synchronised_slave_nodes",
            "recoverable_slaves");

    private Choice() {}

    /// Do mirrors under `exactly` stand elsewhere in this report? Then a difference in a later step says nothing: the
    /// scenario went another way.
    public static boolean isAnother(JsonNode recorded, JsonNode played) {
        for (int i = 0; i < recorded.path("steps").size(); i++) {
            JsonNode queues = recorded.at("/steps/" + i + "/result/view/queues");
            JsonNode mine = played.at("/steps/" + i + "/result/view/queues");
            for (int k = 0; k < queues.size(); k++) {
                if (isExactly(queues.get(k)) && isExactly(mine.path(k))
                        && !queues.get(k).path("slave_nodes").equals(mine.path(k).path("slave_nodes"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// A result of `observe` in which possible choices have been replaced by the recorded ones.
    static JsonNode asRecorded(JsonNode recorded, JsonNode played) {
        replace(recorded.path("view"), played.path("view"));
        for (Map.Entry<String, JsonNode> each : recorded.path("views_differ").properties()) {
            replace(each.getValue(), played.path("views_differ").path(each.getKey()));
        }
        return played;
    }

    private static void replace(JsonNode recorded, JsonNode played) {
        for (int i = 0; i < recorded.path("queues").size(); i++) {
            JsonNode queue = recorded.path("queues").get(i);
            JsonNode mine = played.path("queues").path(i);
            if (mine instanceof ObjectNode object && isExactly(queue) && isExactly(mine)
                    && queue.path("name").equals(mine.path("name")) && queue.path("node").equals(mine.path("node"))
                    && isRenamed(recorded, queue, played, mine)) {
                MIRRORS.forEach(each -> object.set(each, queue.path(each)));
            }
        }
    }

    private static boolean isExactly(JsonNode queue) {
        return queue.path("effective_policy_definition").path("ha-mode").asText().equals("exactly");
    }

    /// The same mirrors on other nodes that are as alive as the recorded ones.
    private static boolean isRenamed(JsonNode recorded, JsonNode queue, JsonNode played, JsonNode mine) {
        Map<String, String> names = new LinkedHashMap<>();
        names.put(queue.path("node").asText(), mine.path("node").asText());
        for (String each : MIRRORS) {
            JsonNode some = queue.path(each);
            JsonNode others = mine.path(each);
            if (!some.isArray() || some.size() != others.size()) {
                return false;
            }
            for (int i = 0; i < some.size(); i++) {
                String name = some.get(i).asText();
                String other = others.get(i).asText();
                if (!names.computeIfAbsent(name, unknown -> other).equals(other)
                        || !isMember(recorded, name) || !isMember(played, other)
                        || runs(recorded, name) != runs(played, other)) {
                    return false;
                }
            }
        }
        return names.values().stream().distinct().count() == names.size();
    }

    private static boolean isMember(JsonNode view, String node) {
        return contains(view.path("disc_nodes"), node) || contains(view.path("ram_nodes"), node);
    }

    private static boolean runs(JsonNode view, String node) {
        return contains(view.path("running_nodes"), node);
    }

    private static boolean contains(JsonNode nodes, String node) {
        for (JsonNode each : nodes) {
            if (each.asText().equals(node)) {
                return true;
            }
        }
        return false;
    }
}
