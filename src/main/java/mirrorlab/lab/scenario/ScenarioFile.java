package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mirrorlab.lab.config.BadFile;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.config.Field;
import mirrorlab.lab.config.FieldType;
import mirrorlab.lab.config.PlacedJson;
import mirrorlab.lab.config.Shape;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.Shown;

/// Reads scenario files: `{"name": …, "title": …, "nodes": […], "config": {…}, "steps": [{"do": …}, …]}`. Unknown
/// fields are errors; so are nodes that the cluster does not have.
public final class ScenarioFile {
    public static final int MOST_STEPS = 10_000;
    /// So many kinds are named to who wrote one that is none.
    private static final int LIKE_IT = 5;
    static final Shape FILE = new Shape("a scenario",
            List.of(Field.optional("$schema", new FieldType.Text(1, 500), "the schema's place"),
                    Field.required("name", new FieldType.Text(1, 200), "the scenario's name, in kebab-case"),
                    Field.optional("title", new FieldType.Text(0, 500), "", "one line for people"),
                    Field.optional("title_zh", new FieldType.Text(0, 500), "", "the title in 简体中文, for the window"),
                    Field.optional("comment", new FieldType.Text(0, 2000), "free text")))
            .and(ClusterFile.FIELDS)
            .and(List.of(Field.required("steps", new FieldType.ListOf(new FieldType.Fields(), 0, MOST_STEPS),
                    "the steps in order")));

    private ScenarioFile() {}

    public static Scenario read(Path path) throws BadFile {
        return of(PlacedJson.read(path));
    }

    /// @param name
    ///            what messages call the text
    public static Scenario parse(String name, String text) throws BadFile {
        return of(PlacedJson.parse(name, text));
    }

    private static Scenario of(PlacedJson file) throws BadFile {
        JsonNode root = file.root();
        FILE.check(file, root, "");
        ClusterFile cluster = ClusterFile.of(file);
        Set<String> nodes = new TreeSet<>();
        cluster.names().forEach(each -> {
            nodes.add(each.value());
            nodes.add(each.shortName());
        });
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < root.get("steps").size(); i++) {
            Step step = step(file, root.get("steps").get(i), "/steps/" + i, nodes);
            steps.add(step);
            if (step.kind().equals("add_node")) {
                added(file, step, "/steps/" + i + "/name", nodes);
            }
        }
        return new Scenario(root.get("name").textValue(), root.path("title").asText(""),
                root.path("title_zh").asText(""), cluster, List.copyOf(steps));
    }

    /// Later steps may name it.
    private static void added(PlacedJson file, Step step, String pointer, Set<String> nodes) throws BadFile {
        String name = step.json().path("name").asText();
        if (!ClusterFile.isName(name)) {
            throw file.bad(pointer, "\"" + name + "\"", ClusterFile.NAME_FORM);
        }
        NodeName node = NodeName.of(name);
        if (nodes.contains(node.value())) {
            throw file.bad(pointer, "the node " + node + " a second time", "the name of a node that is not there yet");
        }
        if (nodes.size() >= 2 * ClusterFile.MAXIMUM_NODES) {
            throw file.bad(pointer, "one node more than " + ClusterFile.MAXIMUM_NODES,
                    "at most " + ClusterFile.MAXIMUM_NODES + " nodes");
        }
        nodes.add(node.value());
        nodes.add(node.shortName());
    }

    private static Step step(PlacedJson file, JsonNode json, String pointer, Set<String> nodes) throws BadFile {
        if (!json.path("do").isTextual()) {
            throw file.bad(pointer, "no field \"do\"", "it: the kind of step");
        }
        String typed = json.get("do").textValue();
        StepKind kind = StepKinds.of(typed);
        if (kind == null) {
            throw file.bad(pointer + "/do", "\"" + Shown.of(typed) + "\"", "a kind of step: "
                    + String.join(", ",
                            Nearest.to(typed, StepKinds.all().stream().map(StepKind::name).toList(), LIKE_IT))
                    + " or another of lab-configs/schema/scenario.schema.json");
        }
        kind.shape().check(file, json, pointer);
        for (Field each : kind.fields()) {
            checkNodes(file, json.path(each.name()), each.type(), pointer + "/" + each.name(), nodes);
        }
        checkTogether(file, json, kind, pointer);
        return new Step((ObjectNode) json);
    }

    private static void checkNodes(PlacedJson file, JsonNode value, FieldType type, String pointer, Set<String> nodes)
            throws BadFile {
        if (type instanceof FieldType.Node && value.isTextual() && !value.textValue().contains("(")
                && !nodes.contains(value.textValue()) && !pointer.endsWith("/target") && !pointer.endsWith("/to")) {
            throw file.bad(pointer, "\"" + value.textValue() + "\"", "a node of this cluster: "
                    + String.join(", ", nodes.stream().filter(each -> !each.contains("@")).toList()));
        } else if (type instanceof FieldType.Either either) {
            checkNodes(file, value, either.one(), pointer, nodes);
        } else if (type instanceof FieldType.ListOf list && value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                checkNodes(file, value.get(i), list.element(), pointer + "/" + i, nodes);
            }
        }
    }

    /// Rules about several fields at once.
    private static void checkTogether(PlacedJson file, JsonNode json, StepKind kind, String pointer) throws BadFile {
        if (kind.field("nodes") != null && json.has("node") == json.has("nodes")) {
            throw file.bad(pointer, json.has("node") ? "both node and nodes" : "neither node nor nodes", "one of them");
        }
        if (kind.name().equals("publish") && json.has("queue") == json.has("exchange")) {
            throw file.bad(pointer, json.has("queue") ? "both queue and exchange" : "neither queue nor exchange",
                    "one of them");
        }
        if (kind.name().equals("close_connection") && json.has("consumer") == json.has("connection")) {
            throw file.bad(pointer, json.has("consumer") ? "both consumer and connection" : "neither", "one of them");
        }
        if (kind.name().equals("get") && json.path("ack").asText().equals("none") && !json.has("connection")) {
            throw file.bad(pointer, "no connection", "a connection that keeps what is not acknowledged");
        }
    }
}
