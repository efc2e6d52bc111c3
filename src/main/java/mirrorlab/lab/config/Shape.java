package mirrorlab.lab.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The fields that an object in a file may have. What is not among them is an error.
public record Shape(String what, List<Field> fields) {
    private static final int SHOWN = 60;

    public @Nullable Field field(String name) {
        return fields.stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    }

    /// The same shape with more fields at the end.
    public Shape and(List<Field> more) {
        List<Field> all = new ArrayList<>(fields);
        all.addAll(more);
        return new Shape(what, List.copyOf(all));
    }

    /// Checks the object at `pointer`.
    public void check(PlacedJson file, JsonNode object, String pointer) throws BadFile {
        if (!object.isObject()) {
            throw file.bad(pointer, shown(object), "an object: " + what);
        }
        for (Iterator<String> names = object.fieldNames(); names.hasNext();) {
            String name = names.next();
            Field field = field(name);
            if (field == null) {
                throw file.badName(pointer + "/" + name, "an unknown field \"" + name + "\"",
                        "one of the fields of " + what + ": " + names());
            }
            JsonNode value = object.get(name);
            checkValue(file, value, field.type(), pointer + "/" + name, name);
        }
        for (Field each : fields) {
            if (each.required() && !object.has(each.name())) {
                throw file.bad(pointer, "no field \"" + each.name() + "\"",
                        "it: " + each.meaning() + ", " + each.type().expected());
            }
        }
    }

    /// In a list of a fitting length the first wrong entry is what is wrong.
    private static void checkValue(PlacedJson file, JsonNode value, FieldType type, String pointer, String name)
            throws BadFile {
        if (type.allows(value)) {
            return;
        }
        if (type instanceof FieldType.ListOf list && value.isArray() && list.fits(value.size())) {
            for (int i = 0; i < value.size(); i++) {
                checkValue(file, value.get(i), list.element(), pointer + "/" + i, "in " + name);
            }
        }
        throw file.bad(pointer, shown(value), type.expected() + " (" + name + ")");
    }

    public ObjectNode schema() {
        JsonNodeFactory make = JsonNodeFactory.instance;
        ObjectNode properties = make.objectNode();
        ArrayNode needed = make.arrayNode();
        for (Field each : fields) {
            ObjectNode schema = each.type().schema();
            schema.put("description", each.meaning());
            if (each.byDefault() != null) {
                schema.putPOJO("default", each.byDefault());
            }
            properties.set(each.name(), schema);
            if (each.required()) {
                needed.add(each.name());
            }
        }
        ObjectNode schema = make.objectNode().put("type", "object").put("additionalProperties", false);
        schema.set("properties", properties);
        if (!needed.isEmpty()) {
            schema.set("required", needed);
        }
        return schema;
    }

    private String names() {
        return String.join(", ", fields.stream().map(Field::name).toList());
    }

    /// A value as a message shows it: shortened when it is long.
    public static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
