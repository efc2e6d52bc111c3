package mirrorlab.lab.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A partial match: objects need only the fields that are expected, lists must be equal as a whole.
public final class Expectation {

    private Expectation() {}

    /// @return what did not come as expected, one line each
    public static List<String> unmet(JsonNode expected, JsonNode actual) {
        List<String> unmet = new ArrayList<>();
        match("", expected, actual, unmet);
        return unmet;
    }

    private static void match(String at, JsonNode expected, JsonNode actual, List<String> unmet) {
        if (expected.isObject() && actual.isObject()) {
            for (Map.Entry<String, JsonNode> each : expected.properties()) {
                match(at.isEmpty() ? each.getKey() : at + "." + each.getKey(), each.getValue(),
                        actual.path(each.getKey()), unmet);
            }
        } else if (!equal(expected, actual)) {
            unmet.add((at.isEmpty() ? "result" : at) + ": expected " + expected + ", was "
                    + (actual.isMissingNode() ? "nothing" : actual));
        }
    }

    private static boolean equal(JsonNode expected, JsonNode actual) {
        return expected.isNumber() && actual.isNumber()
                ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
                : expected.equals(actual);
    }
}
