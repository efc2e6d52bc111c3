package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// Administration as rabbitmqctl does it: a banner, and on an error its text and exit code (C-05).
final class Cli {
    /// Errors whose reason says more than they do.
    private static final List<String> TOLD = List.of("bad_request", "not_found", "queue_not_found");
    private static final int USAGE = 64;
    private static final int DATA = 65;
    private static final int UNAVAILABLE = 69;
    private final Cluster cluster;

    Cli(Cluster cluster) {
        this.cluster = cluster;
    }

    /// Asks the node's door. The answer counts as rabbitmqctl's success, its reason as rabbitmqctl's error.
    ///
    /// @param banner
    ///            what rabbitmqctl prints first
    /// @return the answer's body
    JsonNode ask(NodeName node, String method, String path, @Nullable JsonNode body, String banner, double seconds)
            throws StepFault {
        NodeApi.Reply reply;
        try {
            reply = cluster.api(node).ask(method, path, body, Duration.ofMillis((long) (seconds * 1000)));
        } catch (HttpTimeoutException e) {
            throw StepFault.timeout(seconds);
        } catch (IOException e) {
            throw unreachable(node, banner);
        }
        if (reply.isOk()) {
            return reply.body();
        }
        String reason = reply.body().path("reason").asText("status " + reply.status()).strip();
        if (reason.startsWith("Virtual host ")) {
            throw StepFault.cli(DATA, reason + "\n" + banner);
        }
        if (reason.startsWith("unable to perform an operation on node")) {
            throw unreachable(node, banner); // it ended while it was asked
        }
        String error = reply.body().path("error").asText();
        if (TOLD.contains(error)) {
            throw failed(reason, banner);
        }
        throw failed(reply.status() == 404 ? "not_found" : error, banner);
    }

    static StepFault unreachable(NodeName node, String banner) {
        return StepFault.cli(UNAVAILABLE, "Error: unable to perform an operation on node '" + node
                + "'. Please see diagnostics information and suggestions below.\n\nDIAGNOSTICS\n===========\n\n"
                + "attempted to contact: [" + node + "]\n" + banner);
    }

    static StepFault failed(String reason, String banner) {
        return StepFault.cli(UNAVAILABLE, "Error:\n" + reason + "\n" + banner);
    }

    /// Wrong options; no banner is printed (C-05).
    static StepFault usage(String text) {
        return StepFault.cli(USAGE, text);
    }

    static void printed(ObjectNode result, String banner) {
        result.put("stdout", banner);
    }
}
