package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;

/// Connections of clients that are not the lab's, through the management API of any node.
record OutsideConnections(Stage stage) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /// @param name
    ///            `peer -> local`, or the name that the client gave itself
    void close(String name, String reason) throws StepFault {
        for (NodeName each : stage.cluster().answering()) {
            NodeApi api = stage.cluster().api(each);
            try {
                Optional<String> full = fullName(api.get("/api/connections", PATIENCE).body(), name);
                if (full.isPresent() && api.closeConnection(full.get(), reason, PATIENCE).isOk()) {
                    return;
                }
            } catch (IOException _) { // another node may know
            }
        }
        throw StepFault.unknown("connection.none", name);
    }

    private static Optional<String> fullName(JsonNode connections, String name) {
        for (JsonNode each : connections) {
            if (each.path("name").asText().equals(name) || each.path("user_provided_name").asText().equals(name)) {
                return Optional.of(each.path("name").asText());
            }
        }
        return Optional.empty();
    }
}
