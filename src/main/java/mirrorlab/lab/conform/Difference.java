package mirrorlab.lab.conform;

import com.fasterxml.jackson.databind.JsonNode;

/// One place where a report is not what was recorded.
///
/// @param step
///            the report's `i`, counted from 1; 0 outside of the steps
/// @param path
///            JSON pointer from the root of the file, so `/steps/4` is the step with i = 5
/// @param expected
///            what was recorded; a missing node where nothing was
/// @param got
///            what came, likewise
public record Difference(int step, String path, JsonNode expected, JsonNode got) {

    @Override
    public String toString() {
        return path + ": recorded " + shown(expected) + ", played " + shown(got);
    }

    static String shown(JsonNode value) {
        return value.isMissingNode() ? "nothing" : value.toString();
    }
}
