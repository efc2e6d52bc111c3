package mirrorlab.lab.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/// A node's configuration as the one line that its process reads first.
final class NodeConfigLine {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private NodeConfigLine() {}

    static String of(NodeLaunch launch) {
        try {
            return MAPPER.writeValueAsString(launch);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the configuration could not be written", e);
        }
    }
}
