package mirrorlab.lab.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// One node's HTTP door: the management API as guest, `/api/lab` with the run's secret.
public final class NodeApi {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String GUEST = "Basic "
            + Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.US_ASCII));

    private final HttpClient client;
    private final String base;
    private final String secret;

    NodeApi(HttpClient client, int port, String secret) {
        this.client = client;
        this.base = "http://127.0.0.1:" + port;
        this.secret = "Bearer " + secret;
    }

    /// @param body
    ///            missing when there was none or it was not JSON
    public record Reply(int status, JsonNode body) {
        public boolean isOk() {
            return status / 100 == 2;
        }
    }

    public Reply get(String path, Duration patience) throws IOException {
        return ask("GET", path, null, patience);
    }

    /// @throws java.net.http.HttpTimeoutException
    ///             no answer in time
    public Reply ask(String method, String path, @Nullable JsonNode body, Duration patience) throws IOException {
        HttpRequest.Builder request = request(path).timeout(patience).method(method, body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body.toString()));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<byte[]> response = send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        return new Reply(response.statusCode(), json(response.body()));
    }

    /// Closes a client's connection as an administrator does.
    public Reply closeConnection(String name, String reason, Duration patience) throws IOException {
        HttpRequest request = request("/api/connections/" + part(name)).timeout(patience).header("X-Reason", reason)
                .DELETE().build();
        HttpResponse<byte[]> response = send(request, HttpResponse.BodyHandlers.ofByteArray());
        return new Reply(response.statusCode(), json(response.body()));
    }

    /// Opens a stream that does not end by itself.
    public InputStream stream(String path) throws IOException {
        HttpResponse<InputStream> response = send(request(path).GET().build(),
                HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            response.body().close();
            throw new IOException(path + " answered with status " + response.statusCode());
        }
        return response.body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Authorization",
                path.startsWith("/api/lab") ? secret : GUEST);
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws IOException {
        try {
            return client.send(request, handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static JsonNode json(byte[] body) {
        try {
            return body.length == 0 ? MissingNode.getInstance() : MAPPER.readTree(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /// A part of a path.
    public static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
