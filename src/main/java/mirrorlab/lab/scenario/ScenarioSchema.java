package mirrorlab.lab.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import mirrorlab.lab.config.ClusterFile;

/// The JSON Schema of scenario files, made from the table of step kinds; published
/// as `lab-configs/schema/scenario.schema.json`.
public final class ScenarioSchema {

    private ScenarioSchema() {}

    /// The schema as indented text that ends with a line break.
    public static String text() {
        try {
            return StepJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(schema()) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the schema could not be written", e);
        }
    }

    private static ObjectNode schema() {
        JsonNodeFactory make = JsonNodeFactory.instance;
        ObjectNode schema = make.objectNode().put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("title", "A Mirrorlab scenario");
        schema.setAll(ScenarioFile.FILE.schema());
        ObjectNode properties = schema.withObjectProperty("properties");
        properties.set("nodes", ClusterFile.nodesSchema());
        properties.set("config", ClusterFile.configSchema());
        ArrayNode kinds = make.arrayNode();
        for (StepKind each : StepKinds.all()) {
            ObjectNode kind = each.shape().schema();
            kind.withObjectProperty("properties").set("do", make.objectNode().put("const", each.name()));
            if (!each.played()) {
                kind.put("description", "Not played in this version: its result is an error of kind not_yet_run.");
            }
            kinds.add(kind);
        }
        properties.withObjectProperty("steps").set("items", make.objectNode().set("oneOf", kinds));
        return schema;
    }
}
