package mirrorlab.station;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.host.FreePorts;
import mirrorlab.vocabulary.NodeName;

/// A whole node that is alone in its cluster, for tests at its doors.
public final class OneNode implements AutoCloseable {
    private static final int PATIENCE = 60;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private final Station station;
    private final Station.Serving serving;

    private OneNode(Station station) throws Exception {
        this.station = station;
        serving = station.serving().get(PATIENCE, TimeUnit.SECONDS);
    }

    /// Serves when this returns.
    public static OneNode start(Path folder) throws Exception {
        return start(folder, Map.of());
    }

    /// @param settings
    ///            those of the broker that are not as usual
    static OneNode start(Path folder, Map<String, Object> settings) throws Exception {
        return start(folder, settings, List.of(NodeName.of("rabbit1")));
    }

    /// One whose cluster has a second node, `rabbit2`, which was never started.
    static OneNode startWithAbsentPeer(Path folder) throws Exception {
        return start(folder, Map.of(), List.of(NodeName.of("rabbit1"), NodeName.of("rabbit2")));
    }

    private static OneNode start(Path folder, Map<String, Object> settings, List<NodeName> names) throws Exception {
        List<NodeConfig.Member> members = new ArrayList<>();
        for (NodeName each : names) {
            members.add(new NodeConfig.Member(each, "disc", freePort()));
        }
        return new OneNode(Station.start(
                new NodeConfig(names.getFirst(), "disc", members, 0, 0, "secret", folder, settings, 1), line -> {}));
    }

    static int freePort() throws Exception {
        return FreePorts.next();
    }

    public int amqpPort() {
        return serving.amqpPort();
    }

    /// What the HTTP door answered.
    record Answer(int status, String body) {
        JsonNode json() throws Exception {
            return MAPPER.readTree(body);
        }
    }

    /// @param user
    ///            whose password is the same word
    /// @param path
    ///            behind `/api/`
    Answer ask(String user, String method, String path, String body) throws Exception {
        String login = Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serving.httpPort() + "/api/" + path))
                        .header("Authorization", "Basic " + login)
                        .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }

    /// What the door answers the lab.
    ///
    /// @param path
    ///            behind `/api/lab/`
    Answer askAsLab(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serving.httpPort() + "/api/lab/" + path))
                        .header("Authorization", "Bearer secret")
                        .method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }

    Connection connect(String user, String password, String vhost) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(amqpPort());
        factory.setUsername(user);
        factory.setPassword(password);
        factory.setVirtualHost(vhost);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    @Override
    public void close() {
        station.kill();
    }
}
