package mirrorlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.Executors;
import mirrorlab.journal.TextTable;
import org.jspecify.annotations.Nullable;

/// The lab's own URL: `/picture`, `/ledger`, `/causes`, and `/barrier`, which answers when the cluster is quiet. It
/// listens on loopback, asks for the run's secret, and refuses foreign hosts and browsers' pages (contract 5).
public final class LabDoor implements AutoCloseable {
    private static final double QUIET_WITHIN = 60;
    private final LiveLab lab;
    private final HttpServer server;
    private final byte[] secret;

    public LabDoor(LiveLab lab) throws IOException {
        this.lab = lab;
        secret = ("Bearer " + lab.runSecret()).getBytes(StandardCharsets.US_ASCII);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("lab-door-", 0).factory()));
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isLocal(exchange.getRequestHeaders().getFirst("Host"))
                    || exchange.getRequestHeaders().containsKey("Origin")) {
                send(exchange, 403, problem("requests of other hosts and of web pages are refused"));
            } else if (!isAllowed(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, 401, problem("the run's secret is needed as a Bearer token"));
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, problem("only GET is answered"));
            } else {
                send(exchange);
            }
        }
    }

    private static boolean isLocal(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d+)?");
    }

    private boolean isAllowed(@Nullable String authorization) {
        return authorization != null && MessageDigest.isEqual(secret, authorization.getBytes(StandardCharsets.UTF_8));
    }

    private void send(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath()) {
            case "/picture" -> send(exchange, 200, JsonNodeFactory.instance.objectNode().put("text",
                    TextTable.of(lab.picture(), key -> Texts.english().say(key))));
            case "/ledger" -> send(exchange, 200, lab.accounts().ledgerJson());
            case "/causes" -> send(exchange, 200, lab.accounts().causesJson());
            case "/barrier" -> barrier(exchange);
            default -> send(exchange, 404, problem("there are /picture, /ledger, /causes and /barrier"));
        }
    }

    private void barrier(HttpExchange exchange) throws IOException {
        try {
            boolean quiet = lab.awaitQuiet(QUIET_WITHIN);
            send(exchange, quiet ? 200 : 504, JsonNodeFactory.instance.objectNode().put("quiet", quiet));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            send(exchange, 503, problem("the lab is closing"));
        }
    }

    private static JsonNode problem(String text) {
        return JsonNodeFactory.instance.objectNode().put("error", text);
    }

    private static void send(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] bytes = (json + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
