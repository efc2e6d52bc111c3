package mirrorlab.lab.report;

import com.fasterxml.jackson.databind.JsonNode;

/// What was expected of one field and what was found; as text one line of a report.
///
/// @param found
///            a missing node when there is no such field
public record Difference(String field, JsonNode expected, JsonNode found) {

    @Override
    public String toString() {
        return field + ": expected " + expected + ", was " + (found.isMissingNode() ? "nothing" : found);
    }
}
