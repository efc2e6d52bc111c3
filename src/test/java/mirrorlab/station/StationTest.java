package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.broker.PeerMessages;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening.ReplicaStarted;
import mirrorlab.journal.JournalFile;
import mirrorlab.node.wire.PeerCodec;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real nodes in this JVM: JGroups, disk, both doors.
class StationTest {
    private static final long PATIENCE = 100;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, NodeConfig> configs = new LinkedHashMap<>();
    private final Map<String, Station> running = new LinkedHashMap<>();

    @AfterEach
    void end() {
        running.values().forEach(Station::kill);
        http.close();
    }

    private void cluster(int size) throws Exception {
        List<NodeConfig.Member> members = new ArrayList<>();
        for (int i = 1; i <= size; i++) {
            members.add(new NodeConfig.Member(NodeName.of("rabbit" + i), "disc", OneNode.freePort()));
        }
        for (NodeConfig.Member each : members) {
            String name = each.name().shortName();
            configs.put(name, new NodeConfig(each.name(), "disc", members, 0, 0, "secret", folder.resolve(name),
                    Map.of(), 1));
        }
    }

    private Station start(String name) throws Exception {
        Station station = Station.start(configs.get(name), line -> log.add(name + " " + line));
        running.put(name, station);
        return station;
    }

    private Station.Serving serving(String name) throws Exception {
        return running.get(name).serving().get(PATIENCE, TimeUnit.SECONDS);
    }

    private void startAll() throws Exception {
        for (String each : configs.keySet()) {
            start(each);
        }
        for (String each : configs.keySet()) {
            serving(each);
        }
    }

    private Connection connect(String name) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(serving(name).amqpPort());
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
    }

    private JsonNode ask(String name, String method, String path, String body) throws Exception {
        String login = path.startsWith("/api/lab")
                ? "Bearer secret"
                : "Basic " + Base64.getEncoder().encodeToString("guest:guest".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serving(name).httpPort() + path))
                        .header("Authorization", login).method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(method + " " + path + ": " + response.body()).isBetween(200, 299);
        return MAPPER.readTree(response.body());
    }

    @Test
    void every_message_between_nodes_can_be_written() {
        new PeerCodec(PeerMessages.ROOTS).check();
    }

    @Test
    void three_nodes_mirror_a_queue_and_survive_their_master() throws Exception {
        cluster(3);
        startAll();
        ask("rabbit1", "PUT", "/api/policies/%2F/ha", "{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"}}");
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            channel.queueDeclare("orders", true, false, false, null);
        }
        try (Connection connection = connect("rabbit2"); Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            for (int i = 1; i <= 100; i++) {
                channel.basicPublish("", "orders", MessageProperties.PERSISTENT_BASIC,
                        ("m" + i).getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(PATIENCE * 1_000);
            JsonNode queue = ask("rabbit3", "GET", "/api/queues/%2F/orders", "");
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
            while (queue.path("synchronised_slave_nodes").size() < 2 || !queue.has("messages")) { // the mark comes a moment later
                assertThat(System.nanoTime()).as("%s", queue).isLessThan(deadline);
                queue = ask("rabbit3", "GET", "/api/queues/%2F/orders", "");
            }
            assertThat(queue.get("node").asText()).isEqualTo("rabbit1@localhost");
            assertThat(queue.get("messages").asInt()).isEqualTo(100);
            running.get("rabbit1").kill();
            channel.basicPublish("", "orders", MessageProperties.PERSISTENT_BASIC,
                    "m101".getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(PATIENCE * 1_000);
            assertThat(channel.queueDeclarePassive("orders").getMessageCount()).isEqualTo(101);
            assertThat(ask("rabbit2", "GET", "/api/queues/%2F/orders", "").get("node").asText())
                    .isNotEqualTo("rabbit1@localhost");
        }
        assertThat(running.get("rabbit1").ended().join().status()).isEqualTo(Exit.KILLED);
        assertThat(JournalFile.read(folder.resolve("rabbit1").resolve(JournalFile.NAME))).extracting(Entry::happening)
                .anyMatch(each -> each instanceof ReplicaStarted started && started.role().equals("master"));
        start("rabbit1");
        assertThat(serving("rabbit1").incarnation()).isEqualTo(2);
    }

    @Test
    void confirmed_messages_are_there_after_a_kill_and_not_redelivered_after_a_clean_stop() throws Exception {
        cluster(1);
        startAll();
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            channel.queueDeclare("orders", true, false, false, null);
            channel.confirmSelect();
            channel.basicPublish("", "orders", MessageProperties.PERSISTENT_BASIC,
                    "m1".getBytes(StandardCharsets.UTF_8));
            channel.waitForConfirmsOrDie(PATIENCE * 1_000);
            // N-30: a queue is on disk up to about 2 s after its answer; a clean stop writes everything
        }
        ask("rabbit1", "POST", "/api/lab/stop", "");
        assertThat(running.get("rabbit1").ended().get(PATIENCE, TimeUnit.SECONDS)).isEqualTo(new Exit(0, ""));
        start("rabbit1");
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            assertThat(channel.basicGet("orders", false).getEnvelope().isRedeliver()).isFalse();
        }
        running.get("rabbit1").kill();
        start("rabbit1");
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            assertThat(channel.basicGet("orders", false).getEnvelope().isRedeliver()).isTrue();
        }
        assertThat(serving("rabbit1").incarnation()).isEqualTo(3);
    }

    @Test
    void a_node_that_waits_for_others_can_be_stopped_and_started_again() throws Exception {
        cluster(2);
        Station waiting = start("rabbit2");
        waiting.stop();
        assertThat(waiting.ended().get(PATIENCE, TimeUnit.SECONDS)).isEqualTo(new Exit(0, ""));
        assertThatThrownBy(() -> waiting.serving().get()).hasMessageContaining("rabbit2@localhost has ended");
        startAll();
        assertThat(serving("rabbit2").incarnation()).isEqualTo(2);
    }

    @Test
    void a_quiet_cluster_has_received_what_was_sent() throws Exception {
        cluster(2);
        startAll();
        ask("rabbit1", "PUT", "/api/policies/%2F/ha", "{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"}}");
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            channel.queueDeclare("orders", true, false, false, null);
            channel.confirmSelect();
            for (int i = 1; i <= 50; i++) {
                channel.basicPublish("", "orders", null, "m".getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(PATIENCE * 1_000);
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE);
        JsonNode first = ask("rabbit1", "GET", "/api/lab/activity", "");
        JsonNode second = ask("rabbit2", "GET", "/api/lab/activity", "");
        while (!isQuiet(first, second) && System.nanoTime() < deadline) {
            first = ask("rabbit1", "GET", "/api/lab/activity", "");
            second = ask("rabbit2", "GET", "/api/lab/activity", "");
        }
        assertThat(isQuiet(first, second)).as(first + "\n" + second).isTrue();
        assertThat(count(first, "sent", "rabbit2")).isGreaterThan(50);
    }

    private static boolean isQuiet(JsonNode first, JsonNode second) {
        return count(first, "sent", "rabbit2") == count(second, "received", "rabbit1")
                && count(second, "sent", "rabbit1") == count(first, "received", "rabbit2")
                && isIdle(first) && isIdle(second);
    }

    private static boolean isIdle(JsonNode activity) {
        return activity.get("mailbox").asInt() + activity.get("held").asInt() + activity.get("storePending").asInt()
                + activity.get("timers").size() + activity.get("busy").size() == 0;
    }

    private static long count(JsonNode activity, String direction, String peer) {
        return activity.get(direction).path(peer + "@localhost").path("count").asLong();
    }

    @Test
    void a_paused_node_is_silent_until_it_goes_on() throws Exception {
        cluster(1);
        startAll();
        try (Connection connection = connect("rabbit1"); Channel channel = connection.createChannel()) {
            running.get("rabbit1").pause();
            var waiting = http.sendAsync(
                    HttpRequest
                            .newBuilder(URI
                                    .create("http://127.0.0.1:" + serving("rabbit1").httpPort() + "/api/lab/activity"))
                            .header("Authorization", "Bearer secret").build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS));
            running.get("rabbit1").resume();
            assertThat(waiting.get(PATIENCE, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            channel.queueDeclare("orders", true, false, false, null);
        }
    }

    @Test
    void a_port_or_folder_in_use_ends_the_start_with_one_sentence() throws Exception {
        cluster(1);
        startAll();
        Station again = Station.start(configs.get("rabbit1"), line -> {});
        assertThat(again.ended().get(PATIENCE, TimeUnit.SECONDS).status()).isEqualTo(Exit.WRONG_CONFIG);
        assertThatThrownBy(() -> again.serving().get()).hasMessageContaining("data folder");
        NodeConfig first = configs.get("rabbit1");
        assertInUse(
                new NodeConfig(first.name(), "disc", first.members(), 0, 0, "s", folder.resolve("b"), Map.of(), 1),
                "port " + first.members().getFirst().networkPort()
                        + " of rabbit1's network is in use by another program");
        int amqp = serving("rabbit1").amqpPort();
        assertInUse(
                new NodeConfig(first.name(), "disc", List.of(free()), amqp, 0, "s", folder.resolve("c"), Map.of(), 1),
                "port " + amqp + " of rabbit1's AMQP door is in use by another program");
        int web = serving("rabbit1").httpPort();
        assertInUse(
                new NodeConfig(first.name(), "disc", List.of(free()), 0, web, "s", folder.resolve("d"), Map.of(), 1),
                "port " + web + " of rabbit1's HTTP door is in use by another program");
    }

    private static NodeConfig.Member free() throws Exception {
        return new NodeConfig.Member(NodeName.of("rabbit1"), "disc", OneNode.freePort());
    }

    private static void assertInUse(NodeConfig config, String sentence) throws Exception {
        assertThat(Station.start(config, line -> {}).ended().get(PATIENCE, TimeUnit.SECONDS))
                .isEqualTo(new Exit(Exit.WRONG_CONFIG, sentence));
    }

    @Test
    void a_wrong_configuration_is_refused_with_one_sentence() {
        assertWrong("{", "the node's configuration is not understood");
        assertWrong("{\"colour\":1}", "colour");
        assertWrong("{}", "name should be a node's name");
        assertWrong("{\"name\":\"rabbit1\",\"members\":[{\"name\":7}]}",
                "members.0.name should be a node's name, not 7");
        assertWrong("[1]", "an object was expected");
        assertWrong(
                "{\"name\":{\"value\":\"rabbit9@localhost\"},\"members\":[{\"name\":{\"value\":\"rabbit1@localhost\"},"
                        + "\"networkPort\":7800}],\"secret\":\"s\",\"folder\":\"/tmp/x\"}",
                "rabbit9@localhost is not among the members");
        assertWrong(
                "{\"name\":{\"value\":\"rabbit1@localhost\"},\"members\":[{\"name\":{\"value\":\"rabbit1@localhost\"},"
                        + "\"networkPort\":0}],\"secret\":\"s\",\"folder\":\"/tmp/x\"}",
                "networkPort of rabbit1@localhost must be from 1");
    }

    private static void assertWrong(String line, String words) {
        assertThatExceptionOfType(WrongConfig.class).isThrownBy(() -> NodeConfig.parse(line))
                .withMessageContaining(words);
    }
}
