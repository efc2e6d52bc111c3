package mirrorlab.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A partial match: objects need only the fields that are expected, lists must be equal as a whole.
public final class Expectation {

    private Expectation() {}

    /// @return what did not come as expected
    public static List<Difference> unmet(JsonNode expected, JsonNode actual) {
        List<Difference> unmet = new ArrayList<>();
        match("", expected, actual, unmet);
        return unmet;
    }

    private static void match(String at, JsonNode expected, JsonNode actual, List<Difference> unmet) {
        if (expected.isObject() && actual.isObject()) {
            for (Map.Entry<String, JsonNode> each : expected.properties()) {
                match(at.isEmpty() ? each.getKey() : at + "." + each.getKey(), each.getValue(),
                        actual.path(each.getKey()), unmet);
            }
        } else if (!equal(expected, actual)) {
            unmet.add(new Difference(at.isEmpty() ? "result" : at, expected, actual));
        }
    }

    private static boolean equal(JsonNode expected, JsonNode actual) {
        return expected.isNumber() && actual.isNumber()
                ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
                : expected.equals(actual);
    }
}
