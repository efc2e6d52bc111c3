package mirrorlab.ui;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/// A node's management door, asked directly: what the window claims must be what the node says.
public final class ManagementDoor {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private final int port;

    public ManagementDoor(int port) {
        this.port = port;
    }

    public JsonNode get(String path) {
        String login = Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.UTF_8));
        return read("http://127.0.0.1:" + port + path, Map.of("Authorization", "Basic " + login));
    }

    static JsonNode read(String url, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
        headers.forEach(request::header);
        try {
            return MAPPER.readTree(CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new IllegalStateException(url + " does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// @return the HTTP status
    public int put(String path, String json) {
        String login = Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30)).header("Authorization", "Basic " + login)
                .PUT(HttpRequest.BodyPublishers.ofString(json)).build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(path + " is not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public JsonNode queue(String name) {
        return get("/api/queues/%2F/" + name);
    }
}
