package mirrorlab.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mirrorlab.journal.NodeJournal;
import mirrorlab.node.MemoryWatch;
import mirrorlab.node.Network;
import mirrorlab.node.NodeLoop;
import mirrorlab.journal.Json;
import org.jspecify.annotations.Nullable;

/// A node's HTTP door on 127.0.0.1: the management API for everybody who can log in, `/api/lab/` for the lab.
public final class HttpDoor implements AutoCloseable {
    /// Small answers on kept-alive connections must not wait for the other side's delayed acknowledgement (40 ms).
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";
    private static final int BACKLOG = 64;

    private final HttpServer server;
    private final ExecutorService threads;
    private final Doorkeeper keeper;
    private final Administration node;
    private final ManagementApi management;
    private final LabApi lab;
    private final Gate gate = new Gate();
    private final UnderWay underWay = new UnderWay();

    /// @param secret
    ///            opens `/api/lab/`
    public record Config(String threadName, int port, String secret) {}

    /// Opens the door.
    ///
    /// @throws java.net.BindException
    ///             the port is in use
    public static HttpDoor open(Config config, NodeLoop loop, NodeJournal journal, Network network,
            MemoryWatch memory) throws IOException {
        System.setProperty(NO_DELAY, System.getProperty(NO_DELAY, "true"));
        HttpDoor door = new HttpDoor(config, loop, journal, network, memory);
        door.server.start();
        return door;
    }

    private HttpDoor(Config config, NodeLoop loop, NodeJournal journal, Network network, MemoryWatch memory)
            throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), config.port), BACKLOG);
        threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(config.threadName + "-", 1).factory());
        keeper = new Doorkeeper(port(), config.secret);
        node = new Administration(loop);
        RebalanceApi rebalance = new RebalanceApi(node);
        management = new ManagementApi(node, rebalance);
        lab = new LabApi(node, rebalance, journal, network, memory, gate);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /// Answers nobody until {@link #resume}.
    public void pause() {
        gate.close();
    }

    public void resume() {
        gate.open();
    }

    /// Closes every connection; waits so long for answers and streams that are under way.
    public void close(Duration patience) {
        gate.open();
        underWay.awaitNone(patience);
        server.stop(0);
        threads.shutdownNow();
    }

    /// Closes every connection at once.
    @Override
    public void close() {
        close(Duration.ZERO);
    }

    private void handle(HttpExchange exchange) {
        underWay.begin();
        try (exchange) {
            gate.pass();
            Reply reply = answer(exchange);
            gate.pass();
            if (reply != null) {
                send(exchange, reply);
            }
        } catch (IOException e) {
            // the client is gone: nobody is left to be told
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.end();
        }
    }

    private @Nullable Reply answer(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            keeper.checkOrigin(exchange.getRequestHeaders());
            Request request = Request.of(exchange);
            if (request.part(0).equals("lab")) {
                keeper.checkSecret(exchange.getRequestHeaders());
                return lab.answer(request, exchange);
            }
            return management.answer(request, node.logIn(keeper.login(exchange.getRequestHeaders())));
        } catch (HttpProblem e) {
            if (e.status() == 401) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"RabbitMQ Management\"");
            }
            return new Reply(e.status(), Map.of("error", e.error(), "reason", e.reason()));
        } catch (RuntimeException e) {
            return new Reply(500, Map.of("error", "internal_error", "reason", "a bug of this door: " + e));
        }
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        Object body = reply.body();
        if (body == null || exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        byte[] bytes = Json.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
