package mirrorlab.lab.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// What a field of a file may hold: the one source of validation, of messages and of the JSON Schema.
public sealed interface FieldType {

    /// @return whether the value is allowed
    boolean allows(JsonNode value);

    /// What is allowed, to follow "expected".
    String expected();

    /// The same as JSON Schema.
    ObjectNode schema();

    private static ObjectNode typed(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }

    /// @param maximum
    ///            characters
    record Text(int minimum, int maximum) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isTextual() && value.textValue().length() >= minimum && value.textValue().length() <= maximum;
        }

        @Override
        public String expected() {
            return "text of " + (minimum > 0 ? minimum + " to " : "at most ") + maximum + " characters";
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = typed("string").put("maxLength", maximum);
            return minimum > 0 ? schema.put("minLength", minimum) : schema;
        }
    }

    record Whole(long minimum, long maximum) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= minimum
                    && value.longValue() <= maximum;
        }

        @Override
        public String expected() {
            return "a whole number from " + minimum + " to " + maximum;
        }

        @Override
        public ObjectNode schema() {
            return typed("integer").put("minimum", minimum).put("maximum", maximum);
        }
    }

    /// A number from 0 to 1.
    record Share() implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isNumber() && value.doubleValue() >= 0 && value.doubleValue() <= 1;
        }

        @Override
        public String expected() {
            return "a number from 0 to 1";
        }

        @Override
        public ObjectNode schema() {
            return typed("number").put("minimum", 0).put("maximum", 1);
        }
    }

    /// A number of seconds, possibly with a fraction.
    record Seconds(int maximum) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isNumber() && value.doubleValue() >= 0 && value.doubleValue() <= maximum;
        }

        @Override
        public String expected() {
            return "a number of seconds from 0 to " + maximum;
        }

        @Override
        public ObjectNode schema() {
            return typed("number").put("minimum", 0).put("maximum", maximum);
        }
    }

    record Flag() implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isBoolean();
        }

        @Override
        public String expected() {
            return "true or false";
        }

        @Override
        public ObjectNode schema() {
            return typed("boolean");
        }
    }

    record Choice(List<String> values) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isTextual() && values.contains(value.textValue());
        }

        @Override
        public String expected() {
            return "one of \"" + String.join("\", \"", values) + "\"";
        }

        @Override
        public ObjectNode schema() {
            ArrayNode allowed = JsonNodeFactory.instance.arrayNode();
            values.forEach(allowed::add);
            return JsonNodeFactory.instance.objectNode().set("enum", allowed);
        }
    }

    /// An object of any content.
    record Fields() implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isObject();
        }

        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public ObjectNode schema() {
            return typed("object");
        }
    }

    record ListOf(FieldType element, int minimum, int maximum) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            if (!value.isArray() || !fits(value.size())) {
                return false;
            }
            for (JsonNode each : value) {
                if (!element.allows(each)) {
                    return false;
                }
            }
            return true;
        }

        boolean fits(int entries) {
            return entries >= minimum && entries <= maximum;
        }

        @Override
        public String expected() {
            return "a list of " + minimum + " to " + maximum + " entries, each " + element.expected();
        }

        @Override
        public ObjectNode schema() {
            ObjectNode schema = typed("array").put("minItems", minimum).put("maxItems", maximum);
            return schema.set("items", element.schema());
        }
    }

    record Either(FieldType one, FieldType other) implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return one.allows(value) || other.allows(value);
        }

        @Override
        public String expected() {
            return one.expected() + " or " + other.expected();
        }

        @Override
        public ObjectNode schema() {
            ArrayNode both = JsonNodeFactory.instance.arrayNode().add(one.schema()).add(other.schema());
            return JsonNodeFactory.instance.objectNode().set("anyOf", both);
        }
    }

    record Nothing() implements FieldType {
        @Override
        public boolean allows(JsonNode value) {
            return value.isNull();
        }

        @Override
        public String expected() {
            return "null";
        }

        @Override
        public ObjectNode schema() {
            return typed("null");
        }
    }

    /// A node's name, or a role that is resolved when the step starts: `master(q)`, `mirror(q)`,
    /// `mirror(q,2)`, `spare(q)`.
    record Node() implements FieldType {
        private static final String PATTERN = "[A-Za-z0-9_.-]{1,64}(@[A-Za-z0-9_.-]{1,190})?"
                + "|(master|spare)\\([^,()]{1,255}\\)|mirror\\([^,()]{1,255}(, *[1-9])?\\)";

        @Override
        public boolean allows(JsonNode value) {
            return value.isTextual() && value.textValue().matches(PATTERN);
        }

        @Override
        public String expected() {
            return "a node's name or a role such as master(orders), mirror(orders,2) or spare(orders)";
        }

        @Override
        public ObjectNode schema() {
            return typed("string").put("pattern", "^(" + PATTERN + ")$");
        }
    }
}
