package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// One step of a scenario, or one command of the window: `{"do": "kill", "node": "rabbit1"}`. The object is never
/// changed after it was made.
public record Step(ObjectNode json) {

    public static Step of(String kind) {
        return new Step(JsonNodeFactory.instance.objectNode().put("do", kind));
    }

    public String kind() {
        return json.path("do").asText();
    }

    /// A copy with one more field; `value` is a String, Number, Boolean, Map, List or null.
    public Step with(String field, Object value) {
        ObjectNode copy = json.deepCopy();
        copy.set(field, StepJson.tree(value));
        return new Step(copy);
    }
}
