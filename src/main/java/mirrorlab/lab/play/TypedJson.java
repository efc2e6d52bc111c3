package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// JSON as people type it at a shell, with a blank after each comma and colon.
final class TypedJson {

    private TypedJson() {}

    static String of(JsonNode value) {
        List<String> parts = new ArrayList<>();
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> each : value.properties()) {
                parts.add("\"" + each.getKey() + "\": " + of(each.getValue()));
            }
            return "{" + String.join(", ", parts) + "}";
        }
        if (value.isArray()) {
            value.forEach(each -> parts.add(of(each)));
            return "[" + String.join(", ", parts) + "]";
        }
        return value.toString();
    }
}
