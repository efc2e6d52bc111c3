package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The recordings against themselves with one leaf changed.
class EveryLeafTest {
    private static final Set<String> OF_THE_FILE = Set.of("seconds", "boot_seconds", "runs", "recorded",
            "rabbitmq_version", "nondeterministic", "alternatives");
    private static final JsonNodeFactory MAKE = JsonNodeFactory.instance;

    static List<String> recordings() throws IOException {
        return Recordings.names();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void a_changed_leaf_is_reported_at_its_path_when_it_counts_and_never_otherwise(String name) throws Exception {
        JsonNode golden = Recordings.golden(name);
        assertThat(Comparison.of(golden, golden)).isEmpty();
        List<JsonPointer> leaves = new ArrayList<>();
        leaves(JsonPointer.empty(), golden, leaves);
        assertThat(leaves).hasSizeGreaterThan(10);
        ObjectNode changed = golden.deepCopy();
        for (JsonPointer each : leaves) {
            JsonNode before = golden.at(each);
            put(changed, each, other(before));
            List<String> expected = counts(golden, each) ? List.of(each.toString()) : List.of();
            assertThat(paths(changed, golden)).as("recorded otherwise: %s", each).isEqualTo(expected);
            if (!each.matchesProperty("nondeterministic") && !each.matchesProperty("alternatives")) {
                assertThat(paths(golden, changed)).as("played otherwise: %s", each).isEqualTo(expected);
            }
            put(changed, each, before);
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void what_came_when_it_was_recorded_again_is_as_good(String name) throws Exception {
        JsonNode golden = Recordings.golden(name);
        for (JsonNode each : golden.path("alternatives")) {
            ObjectNode again = golden.deepCopy();
            ((ObjectNode) again.path("steps").get(each.path("step").asInt() - 1)).set("result", each.path("result"));
            assertThat(Comparison.of(golden, again)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void a_step_or_a_field_that_is_missing_is_reported_at_its_path(String name) throws Exception {
        JsonNode golden = Recordings.golden(name);
        int last = golden.path("steps").size() - 1;
        ObjectNode shorter = golden.deepCopy();
        ((ArrayNode) shorter.path("steps")).remove(last);
        assertThat(paths(golden, shorter)).containsExactly("/steps/" + last);
        assertThat(paths(shorter, golden)).containsExactly("/steps/" + last);
        ObjectNode without = golden.deepCopy();
        ((ObjectNode) without.at("/steps/" + last + "/result")).remove("outcome");
        assertThat(paths(golden, without)).containsExactly("/steps/" + last + "/result/outcome");
        assertThat(paths(without, golden)).containsExactly("/steps/" + last + "/result/outcome");
    }

    private static List<String> paths(JsonNode recorded, JsonNode played) {
        return Comparison.of(recorded, played).stream().map(Difference::path).toList();
    }

    /// Empty objects and lists are leaves, too.
    private static void leaves(JsonPointer at, JsonNode value, List<JsonPointer> leaves) {
        if (value instanceof ObjectNode object && !object.isEmpty()) {
            object.properties().forEach(each -> leaves(at.appendProperty(each.getKey()), each.getValue(), leaves));
        } else if (value instanceof ArrayNode array && !array.isEmpty()) {
            for (int i = 0; i < array.size(); i++) {
                leaves(at.appendIndex(i), array.get(i), leaves);
            }
        } else {
            leaves.add(at);
        }
    }

    private static JsonNode other(JsonNode value) {
        return switch (value) {
            case ArrayNode list -> MAKE.arrayNode().add("another");
            case ObjectNode object -> MAKE.textNode("another");
            case ValueNode leaf when leaf.isTextual() -> MAKE.textNode("another " + leaf.asText());
            case ValueNode leaf when leaf.isNumber() -> MAKE.numberNode(leaf.asLong() + 1);
            case ValueNode leaf when leaf.isBoolean() -> MAKE.booleanNode(!leaf.asBoolean());
            default -> MAKE.textNode("another");
        };
    }

    private static void put(ObjectNode root, JsonPointer at, JsonNode value) {
        JsonNode parent = root.at(at.head());
        if (parent instanceof ArrayNode array) {
            array.set(at.last().getMatchingIndex(), value);
        } else {
            ((ObjectNode) parent).set(at.last().getMatchingProperty(), value);
        }
    }

    /// The rules of `conformance/README.md`, told once more.
    private static boolean counts(JsonNode golden, JsonPointer at) {
        List<String> parts = List.of(at.toString().substring(1).split("/"));
        if (!parts.getFirst().equals("steps")) {
            return !OF_THE_FILE.contains(parts.getFirst());
        }
        JsonNode step = golden.path("steps").get(Integer.parseInt(parts.get(1)));
        List<String> rest = parts.subList(2, parts.size());
        String first = rest.getFirst();
        if (!first.equals("result")) {
            return !first.equals("ms");
        }
        String field = rest.get(1);
        JsonNode error = step.at("/result/error");
        return switch (field) {
            case "volatile", "view_of" -> false;
            case "stdout", "stderr" -> step.at("/step/do").asText().equals("rabbitmqctl");
            case "boot_error" -> rest.getLast().equals("reason");
            case "view" -> !(rest.contains("queues") && rest.getLast().equals("error"));
            case "error" -> !rest.getLast().equals("text") || switch (error.path("kind").asText()) {
                case "timeout" -> false;
                case "cli" -> !isTerm(error.path("text").asText());
                default -> true;
            };
            default -> true;
        };
    }

    private static boolean isTerm(String text) {
        return text.contains("{:") || text.contains("function_clause");
    }
}
