package mirrorlab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mirrorlab.broker.AdminCommand;
import mirrorlab.broker.AdminReply;
import mirrorlab.broker.AdminReply.PolicyView;
import mirrorlab.broker.AdminReply.QueueView;
import mirrorlab.broker.Effect;
import mirrorlab.broker.Input;
import mirrorlab.journal.Happening.Noted;
import mirrorlab.journal.HybridClock;
import mirrorlab.journal.JournalJson;
import mirrorlab.journal.NodeJournal;
import mirrorlab.mirror.ClusterStanding;
import mirrorlab.node.ClientDoor;
import mirrorlab.node.Ending;
import mirrorlab.node.MemoryWatch;
import mirrorlab.node.NodeHost;
import mirrorlab.node.NodeLoop;
import mirrorlab.node.Store;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.policy.PolicyValidation;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;
import mirrorlab.vocabulary.StoreOperation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpDoorTest {
    private static final NodeName RABBIT1 = NodeName.of("rabbit1");
    static final NodeName RABBIT2 = NodeName.of("rabbit2");
    private static final String GUEST = "Basic "
            + Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.UTF_8));
    private static final String LAB = "Bearer open sesame";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    sealed interface Talk extends PeerMessage {}

    record DirectCopy(long number) implements Talk {}

    private record NoPaging() implements MemoryWatch.Paging {
        @Override
        public void turn(boolean on) {}

        @Override
        public long paged() {
            return 0;
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final NodeJournal journal = new NodeJournal(RABBIT1.value(), 1);
    private final MemoryWatch memory = new MemoryWatch("memory", Map.of(), new NoPaging(), told -> {});
    private final Apart apart = new Apart();
    private final OneNode machine = new OneNode();
    private final PeerCodec codec = new PeerCodec(List.of(Talk.class));
    private NodeLoop loop;
    private HttpDoor door;

    /// Keeps policies; has three queues; a sync ends when the test says so.
    private static final class OneNode {
        final Map<String, PolicyView> policies = new LinkedHashMap<>();
        final List<PeerMessage> copies = new ArrayList<>();
        final BlockingQueue<Long> syncs = new LinkedBlockingQueue<>();

        List<Effect> on(Input input) {
            return switch (input) {
                case Input.Administer(long request, AdminCommand.SyncQueue(QueueName queue)) when queue.name()
                        .equals("slow") -> {
                    syncs.add(request);
                    yield List.of();
                }
                case Input.Administer(long request, AdminCommand command) ->
                    List.of(new Effect.Answer(request, reply(command)));
                case Input.FromPeer(_, _, DirectCopy copy) -> {
                    copies.add(copy);
                    yield List.of(new Effect.Happened(new Noted("info", "copy " + copy.number())));
                }
                case Input.FromClient client ->
                    List.of(new Effect.Answer(client.connection(), new AdminReply.Done("")));
                case Input.Stop() -> List.of(new Effect.Stopped());
                default -> List.of();
            };
        }

        private AdminReply reply(AdminCommand command) {
            return switch (command) {
                case AdminCommand.SetPolicy(var vhost, var name, var pattern, var applyTo, var priority, var definition) -> {
                    String refusal = PolicyValidation.check(pattern, applyTo, definition);
                    if (refusal != null) {
                        yield new AdminReply.Refused("validation", refusal);
                    }
                    policies.put(name, new PolicyView(vhost, name, pattern, applyTo, priority, definition));
                    yield new AdminReply.Done("");
                }
                case AdminCommand.ClearPolicy(var vhost, var name) -> policies.remove(name) == null
                        ? new AdminReply.Refused("not_found", "")
                        : new AdminReply.Done("");
                case AdminCommand.ListPolicies() -> new AdminReply.Policies(List.copyOf(policies.values()));
                case AdminCommand.SyncQueue(var queue) -> new AdminReply.Refused("not_mirrored", "");
                case AdminCommand.CancelSync(var queue) -> new AdminReply.Done("not_syncing");
                case AdminCommand.MoveMaster move -> new AdminReply.Done("");
                case AdminCommand.ListQueues() -> new AdminReply.Queues(queues());
                case AdminCommand.ShowCluster() ->
                    new AdminReply.Cluster(RABBIT1, 1, List.of(RABBIT1, RABBIT2), List.of(RABBIT1),
                            Map.of());
                case AdminCommand.ShowStanding() ->
                    new AdminReply.Standing(new ClusterStanding(Map.of(RABBIT1, 1L), List.of(), List.of()));
                case AdminCommand.ShowActivity() -> new AdminReply.Activity(List.of("a sync"));
                case AdminCommand.LogIn(var user, var password) -> user.equals("guest") && password.equals("guest")
                        ? new AdminReply.LoggedIn(user, List.of("administrator"))
                        : new AdminReply.Refused("access_refused", "");
                case AdminCommand.ListVhosts() -> new AdminReply.Vhosts(List.of("/"));
                case AdminCommand.ListConnections() -> new AdminReply.Connections(List.of());
                case AdminCommand.PreviewPolicy _,AdminCommand.OpenVhost _,AdminCommand.OpenChannel _,AdminCommand.OfClients _, //
                AdminCommand.OfCatalogue _,AdminCommand.OfQueue _,AdminCommand.OfHolds _ ->
                    throw new IllegalStateException("of the station's test");
            };
        }

        private static List<QueueView> queues() {
            ReplicaId master = new ReplicaId(RABBIT1, 3, 7);
            ReplicaId mirror = new ReplicaId(RABBIT2, 1, 9);
            return List.of(
                    new QueueView(QueueName.of("mirrored"), true, false, false, Map.of("x-max-length", 5), "ha", null,
                            Map.of("ha-mode", "all"), master, List.of(mirror), List.of(), List.of(RABBIT2), "syncing",
                            10L, 2L, 1, 4L, null, null, "alone", 100L, 7L),
                    new QueueView(QueueName.of("plain/odd name"), false, true, false, Map.of(), null, null, null,
                            master,
                            null, null,
                            List.of(), "running", 0L, 0L, 0, null, null, null, null, 0L, 0L),
                    new QueueView(QueueName.of("gone"), true, false, false, Map.of(), "ha", null, Map.of(), mirror,
                            List.of(),
                            List.of(), List.of(), null, null, null, null, null, null, null, null, null, null),
                    new QueueView(QueueName.of("slow"), true, false, false, Map.of(), null, null, null, master,
                            List.of(),
                            List.of(),
                            List.of(), "running", 0L, 0L, 0, null, null, null, null, 0L, 0L));
        }
    }

    private static final class NoStore implements Store {
        @Override
        public void write(List<StoreOperation> operations) {}

        @Override
        public void sync() {}

        @Override
        public java.util.Set<String> tables() {
            return java.util.Set.of();
        }

        @Override
        public void read(String table, java.util.function.BiConsumer<Long, Bytes> entry) {}

        @Override
        public void close() {}
    }

    private static final class Quiet implements NodeHost, ClientDoor {
        final CompletableFuture<Ending> ended = new CompletableFuture<>();

        @Override
        public void serve() {}

        @Override
        public void ended(Ending ending) {
            ended.complete(ending);
        }

        @Override
        public void log(String level, String text) {}

        @Override
        public void deliver(List<Effect.ToClient> events) {}

        @Override
        public void closeConnections(int replyCode, String text) {}
    }

    private final Quiet host = new Quiet();

    @BeforeEach
    void open() throws IOException {
        loop = new NodeLoop(RABBIT1, mirrorlab.node.Machine.oneByOne(machine::on), codec, apart, new NoStore(), journal,
                new HybridClock(), host);
        apart.start(loop.listener());
        loop.start(new Input.Boot(RABBIT1, 1, 1, List.of(RABBIT1), Map.of(), null, Map.of(), true), host);
        door = open(0);
    }

    private HttpDoor open(int port) throws IOException {
        return HttpDoor.open(new HttpDoor.Config("node-rabbit1-http", port, "open sesame"),
                loop,
                journal, apart, memory);
    }

    @AfterEach
    void close() throws InterruptedException {
        door.close();
        loop.kill();
        memory.close();
        journal.close();
        client.close();
    }

    private record Answer(int status, String text) {
        JsonNode json() throws IOException {
            return MAPPER.readTree(text);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + path)).header("Authorization",
                path.startsWith("/api/lab") ? LAB : GUEST);
    }

    private Answer ask(String method, String path, String body) throws Exception {
        HttpResponse<String> response = client.send(
                request(path).method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private Answer get(String path) throws Exception {
        return ask("GET", path, "");
    }

    @Test
    void a_mirrored_queue_has_rabbitmqs_names_and_pids() throws Exception {
        assertThat(get("/api/queues/%2F/mirrored").json()).isEqualTo(MAPPER.readTree(
                """
                        {"name":"mirrored","vhost":"/","type":"classic","durable":true,"auto_delete":false,"exclusive":false,
                        "arguments":{"x-max-length":5},"node":"rabbit1@localhost","pid":"<rabbit1@localhost.3.7.0>",
                        "slave_nodes":["rabbit2@localhost"],"slave_pids":["<rabbit2@localhost.1.9.0>"],
                        "synchronised_slave_nodes":[],"synchronised_slave_pids":[],"recoverable_slaves":["rabbit2@localhost"],
                        "policy":"ha","operator_policy":null,"effective_policy_definition":{"ha-mode":"all"},"state":"syncing",
                        "sync_messages":4,"messages":12,"messages_ready":10,"messages_unacknowledged":2,"message_bytes_ready":100,
                        "messages_persistent":7,"consumers":1,"exclusive_consumer_tag":"alone","single_active_consumer_tag":null,
                        "consumer_details":[]}"""));
    }

    @Test
    void a_queue_that_is_not_mirrored_has_no_mirrors_at_all() throws Exception {
        JsonNode queue = get("/api/queues/%2F/plain%2Fodd%20name").json();
        assertThat(queue.has("slave_nodes")).isFalse();
        assertThat(queue.get("recoverable_slaves").isNull()).isTrue();
        assertThat(queue.get("effective_policy_definition")).isEmpty();
        assertThat(queue.has("sync_messages")).isFalse();
    }

    /// F-26
    @Test
    void a_queue_whose_master_cannot_be_reached_has_neither_state_nor_counters() throws Exception {
        JsonNode queue = get("/api/queues/%2F/gone").json();
        assertThat(queue.get("node").asText()).isEqualTo("rabbit2@localhost");
        for (String each : List.of("state", "messages", "messages_ready", "messages_unacknowledged", "consumers",
                "message_bytes_ready", "messages_persistent", "exclusive_consumer_tag", "single_active_consumer_tag")) {
            assertThat(queue.has(each)).as(each).isFalse();
        }
    }

    @Test
    void lists_and_totals() throws Exception {
        assertThat(get("/api/queues").json()).hasSize(4);
        assertThat(get("/api/queues/%2F").json()).hasSize(4);
        assertThat(get("/api/queues/none")).isEqualTo(new Answer(404, get("/api/queues/%2F/none").text()));
        assertThat(get("/api/nodes").json()).hasSize(2);
        assertThat(get("/api/nodes/rabbit2@localhost").json())
                .isEqualTo(MAPPER.readTree("{\"name\":\"rabbit2@localhost\",\"type\":\"disc\",\"running\":false}"));
        assertThat(get("/api/vhosts").json()).isEqualTo(MAPPER.readTree("[{\"name\":\"/\",\"tracing\":false}]"));
        assertThat(get("/api/whoami").json())
                .isEqualTo(MAPPER.readTree("{\"name\":\"guest\",\"tags\":[\"administrator\"]}"));
        JsonNode overview = get("/api/overview").json();
        assertThat(overview.get("rabbitmq_version").asText()).isEqualTo("3.10.8");
        assertThat(overview.get("queue_totals").get("messages").asLong()).isEqualTo(12);
    }

    @Test
    void a_policy_is_set_changed_read_and_cleared() throws Exception {
        String body = "{\"pattern\":\"^ha\\\\.\",\"definition\":{\"ha-mode\":\"exactly\",\"ha-params\":2},\"priority\":1}";
        assertThat(ask("PUT", "/api/policies/%2F/ha", body)).isEqualTo(new Answer(201, ""));
        assertThat(ask("PUT", "/api/policies/%2F/ha", body)).isEqualTo(new Answer(204, ""));
        assertThat(get("/api/policies/%2F/ha").json()).isEqualTo(MAPPER.readTree("""
                {"vhost":"/","name":"ha","pattern":"^ha\\\\.","apply-to":"all",
                "definition":{"ha-mode":"exactly","ha-params":2},"priority":1}"""));
        assertThat(get("/api/policies").json()).hasSize(1);
        assertThat(get("/api/policies/%2F").json()).hasSize(1);
        assertThat(ask("DELETE", "/api/policies/%2F/ha", "").status()).isEqualTo(204);
        assertThat(ask("DELETE", "/api/policies/%2F/ha", "").json())
                .isEqualTo(MAPPER.readTree("{\"error\":\"Object Not Found\",\"reason\":\"Not Found\"}"));
    }

    @Test
    void a_bad_policy_is_refused_in_rabbitmqs_words() throws Exception {
        assertRefused("{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"exactly\"}}",
                "Validation failed\n\nha-mode=\"exactly\" takes an integer, none given\n");
        assertRefused("{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"},\"priority\":\"high\"}",
                "Validation failed\n\npriority should be a number, actually was <<\"high\">>\n");
        assertRefused("{\"pattern\":\"\"}", "key_missing: definition");
        assertRefused("not json", "not_json");
        assertRefused("[1]", "not_json");
        assertRefused("{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"exactly\",\"ha-params\":1e400}}", "not_json");
    }

    @Test
    void a_bad_policy_is_not_repeated_whole() throws Exception {
        String word = "\"" + "w".repeat(500_000) + "\"";
        for (String body : List.of("{\"pattern\":\"\",\"definition\":" + word + "}",
                "{\"pattern\":[" + word + "],\"definition\":{}}",
                "{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"},\"priority\":" + word + "}",
                "{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"},\"apply-to\":" + word + "}",
                "{\"pattern\":\"\",\"definition\":{\"ha-mode\":" + word + "}}")) {
            Answer answer = ask("PUT", "/api/policies/%2F/ha", body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("reason").asText()).contains("www…").hasSizeLessThan(500);
        }
    }

    private void assertRefused(String body, String reason) throws Exception {
        Answer answer = ask("PUT", "/api/policies/%2F/ha", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json()).isEqualTo(MAPPER.valueToTree(Map.of("error", "bad_request", "reason", reason)));
    }

    @Test
    void a_sync_action_returns_at_once_and_the_labs_sync_waits() throws Exception {
        assertThat(ask("POST", "/api/queues/%2F/slow/actions", "{\"action\":\"sync\"}")).isEqualTo(new Answer(204, ""));
        assertThat(ask("POST", "/api/queues/%2F/slow/actions", "{\"action\":\"dance\"}").status()).isEqualTo(400);
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                request("/api/lab/sync?vhost=%2F&queue=slow").POST(HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());
        List<Long> both = List.of(machine.syncs.poll(30, TimeUnit.SECONDS), machine.syncs.poll(30, TimeUnit.SECONDS));
        assertThat(ask("DELETE", "/api/lab/sync?vhost=%2F&queue=slow", "").json().get("note").asText())
                .isEqualTo("not_syncing");
        assertThat(waiting).isNotDone();
        for (long request : both) {
            loop.post(new Input.FromClient(request, 1, new mirrorlab.channel.ClientMethod.ConfirmSelect(false)));
        }
        assertThat(waiting.get(30, TimeUnit.SECONDS).body()).isEqualTo("{\"note\":\"\"}");
    }

    @Test
    void a_refused_sync_says_why() throws Exception {
        Answer answer = ask("POST", "/api/lab/sync", "{\"vhost\":\"/\",\"queue\":\"plain\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json())
                .isEqualTo(MAPPER.readTree("{\"error\":\"not_mirrored\",\"reason\":\"not_mirrored\"}"));
    }

    @Test
    void who_cannot_log_in_stays_outside() throws Exception {
        assertThat(status("/api/whoami", "Authorization",
                "Basic " + Base64.getEncoder().encodeToString("guest:x".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(401);
        assertThat(status("/api/whoami", "Authorization", "Basic !!")).isEqualTo(401);
        assertThat(status("/api/whoami", "Authorization", LAB)).isEqualTo(401);
        assertThat(status("/api/lab/activity", "Authorization", GUEST)).isEqualTo(401);
        assertThat(status("/api/lab/activity", "Authorization", "Bearer open")).isEqualTo(401);
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + "/api/overview")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("www-authenticate")).hasValue("Basic realm=\"RabbitMQ Management\"");
        assertThat(response.body()).contains("\"error\":\"not_authorised\"").contains("\"reason\":\"Login failed\"");
    }

    private int status(String path, String header, String value) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.port() + path)).header(header, value)
                        .build(),
                HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void web_pages_and_foreign_names_are_refused() throws Exception {
        HttpResponse<String> response = client.send(request("/api/whoami").header("Origin", "http://127.0.0.1").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(raw("evil.example:" + door.port())).startsWith("HTTP/1.1 403");
        assertThat(raw("127.0.0.1:1")).startsWith("HTTP/1.1 403");
        assertThat(raw("localhost:" + door.port())).startsWith("HTTP/1.1 200");
    }

    private String raw(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
            socket.getOutputStream().write(("GET /api/whoami HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: " + GUEST
                    + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void bad_requests_are_answered_in_json() throws Exception {
        assertThat(get("/api/nothing").json().get("reason").asText()).isEqualTo("Not Found");
        assertThat(get("/elsewhere").status()).isEqualTo(404);
        assertThat(ask("POST", "/api/overview", "").status()).isEqualTo(405);
        assertThat(ask("PUT", "/api/policies/%2F/ha", "x".repeat((1 << 20) + 1)).status()).isEqualTo(413);
        assertThat(get("/api/lab/journal?after=x").json().get("reason").asText())
                .isEqualTo("after of GET /api/lab/journal should be a whole number from 0, not 'x'");
        assertThat(ask("POST", "/api/lab/cut", "{}").json().get("reason").asText())
                .isEqualTo("peer of POST /api/lab/cut should be the name of a node, and is missing");
        assertThat(ask("POST", "/api/lab/cut", "{\"peer\":\"rabbit9\"}").status()).isEqualTo(404);
        assertThat(ask("POST", "/api/lab/link", "{\"peer\":\"rabbit9\"}").status()).isEqualTo(404);
        assertThat(ask("POST", "/api/lab/link", "{\"peer\":\"rabbit2\",\"loss\":2}").json().get("reason").asText())
                .isEqualTo("loss of POST /api/lab/link should be a number from 0 to 1, not 2");
        assertThat(ask("POST", "/api/lab/link", "{\"peer\":\"rabbit2\",\"delay_ms\":-5}").status()).isEqualTo(400);
        assertThat(ask("POST", "/api/lab/hold", "{\"kind\":\"A\",\"pass\":-1}").status()).isEqualTo(400);
        assertThat(ask("POST", "/api/lab/holdpoint", "{\"point\":\"before lunch\"}").status()).isEqualTo(400);
        assertThat(ask("POST", "/api/lab/hold", "{\"kind\":\"Direct\"}").json().get("reason").asText())
                .contains("one of ").contains(" DirectCopy, ").endsWith(", not 'Direct'");
        assertThat(ask("POST", "/api/lab/hold", "{\"kind\":\"DirectCopy\",\"from\":\"@\"}").status()).isEqualTo(400);
    }

    @Test
    void links_are_cut_and_healed() throws Exception {
        assertThat(ask("POST", "/api/lab/cut", "{\"peer\":\"rabbit2\",\"outgoing\":false}").status()).isEqualTo(204);
        assertThat(ask("POST", "/api/lab/heal", "{\"peer\":\"rabbit2@localhost\"}").status()).isEqualTo(204);
        assertThat(ask("POST", "/api/lab/link", "{\"peer\":\"rabbit2\",\"delay_ms\":200,\"loss\":0.1}").status())
                .isEqualTo(204);
        assertThat(apart.asked).containsExactly("cut rabbit2@localhost true false", "heal rabbit2@localhost",
                "disturb rabbit2@localhost LinkFault[delayMillis=200, loss=0.1]");
    }

    private void copies(int from, int to) {
        for (int i = from; i <= to; i++) {
            PeerCodec.Writer writer = codec.writer();
            writer.add(new DirectCopy(i));
            apart.listener.received(RABBIT2, 5, writer.take(1));
        }
    }

    @Test
    void what_the_heap_holds_after_a_collection_is_told() throws Exception {
        assertThat(ask("POST", "/api/lab/collect", "{}").json().get("heap").asLong()).isPositive();
    }

    @Test
    void copies_are_held_and_let_go_and_the_activity_tells() throws Exception {
        apart.listener.peerUp(RABBIT2, 1, 5);
        assertThat(ask("POST", "/api/lab/hold", "{\"kind\":\"DirectCopy\",\"from\":\"rabbit2\",\"pass\":2}").status())
                .isEqualTo(204);
        copies(1, 5);
        JsonNode activity = get("/api/lab/activity").json();
        assertThat(activity.get("held").asInt()).isEqualTo(3);
        assertThat(activity.get("received"))
                .isEqualTo(MAPPER.readTree("{\"rabbit2@localhost\":{\"link\":5,\"count\":5}}"));
        assertThat(activity.get("sent")).isEqualTo(MAPPER.readTree("{\"rabbit2@localhost\":{\"link\":5,\"count\":0}}"));
        assertThat(activity.get("busy")).isEqualTo(MAPPER.readTree("[\"a sync\"]"));
        assertThat(activity.get("journal").asLong()).isEqualTo(2);
        assertThat(ask("DELETE", "/api/lab/hold", "").status()).isEqualTo(204);
        assertThat(get("/api/lab/activity").json().get("held").asInt()).isZero();
        assertThat(get("/api/lab/activity").json().get("journal").asLong()).isEqualTo(5);
    }

    @Test
    void the_journal_is_streamed_and_goes_on_where_it_was_left() throws Exception {
        journal.append(new Noted("info", "one"));
        journal.append(new Noted("info", "two"));
        assertThat(get("/api/lab/journal?after=1&follow=false").text().lines().map(JournalJson::read))
                .singleElement().satisfies(entry -> assertThat(entry.happening()).isEqualTo(new Noted("info", "two")));
        HttpResponse<java.io.InputStream> response = client.send(request("/api/lab/journal").build(),
                HttpResponse.BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            assertThat(JournalJson.read(lines.readLine()).sequence()).isEqualTo(1);
            assertThat(JournalJson.read(lines.readLine()).sequence()).isEqualTo(2);
            journal.append(new Noted("info", "three"));
            assertThat(JournalJson.read(lines.readLine()).happening()).isEqualTo(new Noted("info", "three"));
            journal.close();
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void a_paused_door_answers_after_it_goes_on() throws Exception {
        door.pause();
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(request("/api/whoami").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThatExceptionOfType(java.util.concurrent.TimeoutException.class)
                .isThrownBy(() -> waiting.get(100, TimeUnit.MILLISECONDS));
        door.resume();
        assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void a_stop_is_answered_before_it_happens() throws Exception {
        assertThat(ask("POST", "/api/lab/stop", "").status()).isEqualTo(202);
        assertThat(host.ended.get(30, TimeUnit.SECONDS)).isEqualTo(new Ending.Stopped());
        assertThat(get("/api/queues").json().get("error").asText()).isEqualTo("nodedown");
    }

    @Test
    void a_port_in_use_is_reported() {
        assertThatExceptionOfType(BindException.class).isThrownBy(() -> open(door.port()));
    }
}
