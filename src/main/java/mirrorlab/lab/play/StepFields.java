package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import mirrorlab.lab.config.Field;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepKind;

/// A step's fields with their defaults from the table of step kinds. Steps of the window come unchecked, so a field
/// that is missing or of another type is a fault, not a bug.
final class StepFields {
    /// Where waits are shortened: who waits so shortly waits for what must not come while the cluster is busy, and the lab
    /// is busy for a much shorter time than the real broker.
    private static final double SHORT = 1;
    private static final double MUCH_SHORTER = 0.1;
    /// Steps that wait for what comes in any case: they are never hurried.
    private static final Set<String> PATIENT = Set.of("await_state", "await_messages", "sync_queue",
            "await_sync_queue", "cancel_sync_queue");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final Step step;
    private final StepKind kind;
    private final double waits;

    /// @param waits
    ///            share of the patience that a step has
    StepFields(Step step, StepKind kind, double waits) {
        this.step = step;
        this.kind = kind;
        this.waits = waits;
    }

    Step step() {
        return step;
    }

    boolean has(String name) {
        return step.json().has(name);
    }

    JsonNode json(String name) {
        JsonNode value = step.json().get(name);
        if (value != null) {
            return value;
        }
        Field field = kind.field(name);
        return MAPPER.valueToTree(field == null ? null : field.byDefault());
    }

    private JsonNode checked(String name) throws StepFault {
        JsonNode value = json(name);
        Field field = Objects.requireNonNull(kind.field(name), name);
        if (!field.type().allows(value)) {
            throw StepFault.notPossible("field.needed", kind.name(), name, field.type().expected());
        }
        return value;
    }

    String text(String name) throws StepFault {
        return checked(name).asText();
    }

    String textOr(String name, String otherwise) throws StepFault {
        return has(name) ? text(name) : otherwise;
    }

    boolean flag(String name) throws StepFault {
        return checked(name).booleanValue();
    }

    int whole(String name) throws StepFault {
        return (int) checked(name).longValue();
    }

    int wholeOr(String name, int otherwise) throws StepFault {
        return has(name) ? whole(name) : otherwise;
    }

    double seconds(String name) throws StepFault {
        double seconds = checked(name).doubleValue();
        return name.equals("timeout") && !PATIENT.contains(kind.name())
                ? seconds * waits * (waits < 1 && seconds <= SHORT ? MUCH_SHORTER : 1)
                : seconds;
    }

    /// `node` or `nodes`.
    List<String> nodes() throws StepFault {
        if (!has("nodes")) {
            return List.of(text("node"));
        }
        List<String> nodes = new ArrayList<>();
        checked("nodes").forEach(each -> nodes.add(each.asText()));
        return nodes;
    }

    Map<String, Object> arguments() throws StepFault {
        return has("arguments") ? fields("arguments") : new LinkedHashMap<>();
    }

    /// The members of an object.
    Map<String, Object> fields(String name) throws StepFault {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> each : checked(name).properties()) {
            Object value = MAPPER.convertValue(each.getValue(), Object.class);
            // the narrower type, as other clients send it
            fields.put(each.getKey(), value instanceof Long number && number == number.intValue()
                    ? Integer.valueOf(number.intValue())
                    : value);
        }
        return fields;
    }
}
