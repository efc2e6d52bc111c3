package mirrorlab.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/// The one JSON mapper of scenarios and reports.
final class StepJson {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private StepJson() {}

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }
}
