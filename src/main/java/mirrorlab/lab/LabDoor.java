package mirrorlab.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import mirrorlab.journal.TextTable;
import mirrorlab.lab.play.CheckedForecast;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.Shown;
import mirrorlab.vocabulary.forecast.Death;
import org.jspecify.annotations.Nullable;

/// The lab's own URL: `/picture`, `/ledger`, `/causes`, `/forecast`, and `/barrier`, which answers when the cluster is quiet. It
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
            case "/forecast" -> forecast(exchange);
            case "/barrier" -> barrier(exchange);
            default -> send(exchange, 404, problem("there are /picture, /ledger, /causes, /forecast and /barrier"));
        }
    }

    /// `?node=rabbit1&death=kill`; without a node all that run, each by itself, without a death both.
    private void forecast(HttpExchange exchange) throws IOException {
        Map<String, String> query = new TreeMap<>();
        String raw = exchange.getRequestURI().getQuery();
        for (String each : raw == null ? new String[0] : raw.split("&")) {
            int equals = each.indexOf('=');
            query.put(equals < 0 ? each : each.substring(0, equals), equals < 0 ? "" : each.substring(equals + 1));
        }
        String node = query.getOrDefault("node", "");
        String death = query.getOrDefault("death", "");
        List<NodeName> nodes = lab.cluster().running().stream()
                .filter(each -> node.isEmpty() || each.value().equals(node) || each.shortName().equals(node)).toList();
        List<Death> deaths = Arrays.stream(Death.values()).filter(each -> death.isEmpty() || each.word().equals(death))
                .toList();
        if (nodes.isEmpty() || deaths.isEmpty()) {
            send(exchange, 400, problem(deaths.isEmpty()
                    ? "death should be kill or stop, not '" + Shown.of(death) + "'"
                    : "node should be one that runs, not '" + Shown.of(node) + "'"));
            return;
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (NodeName each : nodes) {
            deaths.forEach(how -> lab.session().player().foresight().of(List.of(each), how)
                    .ifPresent(told -> all.add(CheckedForecast.json(told, lab.accounts()))));
        }
        send(exchange, 200, all);
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
