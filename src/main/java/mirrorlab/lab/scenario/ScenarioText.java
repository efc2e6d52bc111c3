package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.StringJoiner;

/// Writes a scenario as a file that people read: a field a line, a step a line. {@link ScenarioFile} reads it again.
public final class ScenarioText {
    private ScenarioText() {}

    public static String of(Scenario scenario) {
        ObjectNode head = JsonNodeFactory.instance.objectNode().put("name",
                scenario.name().isEmpty() ? "my-scenario" : scenario.name());
        if (!scenario.title().isEmpty()) {
            head.put("title", scenario.title());
        }
        if (!scenario.titleZh().isEmpty()) {
            head.put("title_zh", scenario.titleZh());
        }
        scenario.cluster().writeTo(head);
        StringBuilder text = new StringBuilder("{\n");
        head.properties().forEach(each -> text.append("  \"").append(each.getKey()).append("\": ")
                .append(line(each.getValue())).append(",\n"));
        StringJoiner steps = new StringJoiner(",\n    ", "\n    ", "\n  ").setEmptyValue("");
        scenario.steps().forEach(each -> steps.add(line(each.json())));
        return text.append("  \"steps\": [").append(steps).append("]\n}\n").toString();
    }

    /// JSON on one line, with a blank where people put one.
    private static String line(JsonNode json) {
        if (json.isObject()) {
            StringJoiner fields = new StringJoiner(", ", "{", "}");
            for (Map.Entry<String, JsonNode> each : json.properties()) {
                fields.add(JsonNodeFactory.instance.textNode(each.getKey()) + ": " + line(each.getValue()));
            }
            return fields.toString();
        }
        if (json.isArray()) {
            StringJoiner elements = new StringJoiner(", ", "[", "]");
            json.forEach(each -> elements.add(line(each)));
            return elements.toString();
        }
        return json.toString();
    }
}
