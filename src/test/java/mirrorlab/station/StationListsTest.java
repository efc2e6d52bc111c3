package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.MessageProperties;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queues, channels and consumers of a whole node, as its management API lists and changes them.
class StationListsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    @TempDir
    static Path folder;

    private static OneNode node;

    @BeforeAll
    static void start() throws Exception {
        node = OneNode.start(folder);
    }

    @AfterAll
    static void kill() {
        node.close();
    }

    private static OneNode.Answer ask(String method, String path, String body) throws Exception {
        return node.ask("guest", method, path, body);
    }

    private static int status(String method, String path, String body) throws Exception {
        return ask(method, path, body).status();
    }

    private static String reason(String method, String path, String body) throws Exception {
        OneNode.Answer answer = ask(method, path, body);
        return answer.status() + " " + answer.json().path("error").asText() + ": "
                + answer.json().path("reason").asText();
    }

    private static Connection connect() throws Exception {
        return node.connect("guest", "guest", "/");
    }

    @Test
    void a_queue_is_declared_purged_and_deleted() throws Exception {
        String arguments = "\"arguments\":{\"x-max-length\":3}";
        assertThat(status("PUT", "queues/%2F/made", "{\"durable\":true," + arguments + "}")).isEqualTo(201);
        assertThat(status("PUT", "queues/%2F/made", "{\"durable\":true," + arguments + "}")).isEqualTo(204);
        JsonNode made = ask("GET", "queues/%2F/made", "").json();
        assertThat(made.get("durable").asBoolean()).isTrue();
        assertThat(made.get("arguments")).isEqualTo(MAPPER.readTree("{\"x-max-length\":3}"));
        assertThat(reason("PUT", "queues/%2F/made", "{" + arguments + "}")).isEqualTo("400 bad_request: 406"
                + " PRECONDITION_FAILED - inequivalent arg 'durable' for queue 'made' in vhost '/': received 'false'"
                + " but current is 'true'");
        try (Connection connection = connect()) {
            Channel channel = connection.createChannel();
            channel.confirmSelect();
            channel.basicPublish("", "made", null, new byte[1]);
            channel.waitForConfirmsOrDie(60_000);
            assertThat(reason("DELETE", "queues/%2F/made?if-empty=true", ""))
                    .isEqualTo("400 bad_request: 406 PRECONDITION_FAILED - queue 'made' in vhost '/' not empty");
            assertThat(status("DELETE", "queues/%2F/made/contents", "")).isEqualTo(204);
            assertThat(channel.messageCount("made")).isZero();
        }
        assertThat(status("DELETE", "queues/%2F/made?if-empty=true", "")).isEqualTo(204);
        assertThat(status("DELETE", "queues/%2F/made", "")).isEqualTo(404);
    }

    /// As 3.10.8 answered.
    @Test
    void an_exchange_is_transient_unless_it_says_so() throws Exception {
        assertThat(status("PUT", "exchanges/%2F/brief", "{}")).isEqualTo(201);
        JsonNode brief = ask("GET", "exchanges/%2F/brief", "").json();
        assertThat(brief.get("durable").asBoolean()).isFalse();
        assertThat(brief.get("type").asText()).isEqualTo("direct");
        assertThat(status("PUT", "exchanges/%2F/brief", "{\"durable\":false}")).isEqualTo(204);
        assertThat(status("DELETE", "exchanges/%2F/brief", "")).isEqualTo(204);
    }

    @Test
    void a_queue_that_cannot_be_is_refused() throws Exception {
        assertThat(reason("PUT", "queues/%2F/amq.mine", "{}")).isEqualTo("401 not_authorised: ACCESS_REFUSED - queue"
                + " name 'amq.mine' contains reserved prefix 'amq.*'");
        assertThat(status("PUT", "queues/none/q", "{}")).isEqualTo(404);
        assertThat(reason("PUT", "queues/%2F/q", "{\"durable\":\"perhaps\"}"))
                .isEqualTo("400 bad_request: durable should be true or false, not perhaps");
        assertThat(reason("PUT", "queues/%2F/q", "{\"node\":\"rabbit2@localhost\"}"))
                .isEqualTo("400 bad_request: a queue"
                        + " for node rabbit2@localhost has to be declared there: this is rabbit1@localhost");
        assertThat(status("PUT", "users/reader", "{\"password\":\"reader\",\"tags\":\"management\"}")).isEqualTo(201);
        assertThat(status("PUT", "permissions/%2F/reader",
                "{\"configure\":\"\",\"write\":\"\",\"read\":\".*\"}")).isEqualTo(201);
        assertThat(node.ask("reader", "PUT", "queues/%2F/q", "{}").json().path("reason").asText())
                .isEqualTo("ACCESS_REFUSED - access to queue 'q' in vhost '/' refused for user 'reader'");
        assertThat(status("GET", "queues/%2F/q", "")).isEqualTo(404);
    }

    /// The one channel of this number.
    private static JsonNode channel(int number) throws Exception {
        for (JsonNode each : ask("GET", "channels", "").json()) {
            if (each.get("number").asInt() == number) {
                return each;
            }
        }
        return MAPPER.missingNode();
    }

    private static void shows(int number, String expected) throws Exception {
        JsonNode channel = channel(number);
        MAPPER.readTree(expected).properties().forEach(
                each -> assertThat(channel.get(each.getKey())).as(each.getKey()).isEqualTo(each.getValue()));
    }

    @Test
    void a_channel_shows_its_limits_and_what_is_open() throws Exception {
        try (Connection connection = connect()) {
            Channel channel = connection.createChannel(41);
            String queue = channel.queueDeclare().getQueue();
            channel.basicQos(7);
            channel.confirmSelect();
            shows(41, """
                    {"prefetch_count":7,"global_prefetch_count":0,"messages_unacknowledged":0,"messages_unconfirmed":0,
                    "messages_uncommitted":0,"acks_uncommitted":0,"confirm":true,"transactional":false}""");
            Channel other = connection.createChannel(42);
            other.basicQos(9, true);
            other.txSelect();
            other.basicPublish("", queue, null, new byte[1]);
            other.basicPublish("", queue, null, new byte[1]);
            other.txCommit();
            GetResponse first = other.basicGet(queue, false);
            other.basicGet(queue, false);
            other.basicAck(first.getEnvelope().getDeliveryTag(), false);
            other.basicPublish("", queue, null, new byte[1]);
            other.basicQos(9, true); // answered after the others
            shows(42, """
                    {"prefetch_count":0,"global_prefetch_count":9,"messages_unacknowledged":1,"messages_unconfirmed":0,
                    "messages_uncommitted":1,"acks_uncommitted":1,"confirm":false,"transactional":true}""");
        }
    }

    @Test
    void a_consumer_shows_how_it_consumes_and_whether_it_is_active() throws Exception {
        try (Connection connection = connect()) {
            Channel channel = connection.createChannel();
            channel.queueDeclare("seen", false, true, false, Map.of());
            channel.queueDeclare("single", false, true, false, Map.of("x-single-active-consumer", true));
            channel.basicQos(5);
            channel.basicConsume("seen", true, "all", false, true, Map.of("x-priority", 3),
                    new DefaultConsumer(channel));
            channel.basicConsume("single", false, "first", new DefaultConsumer(channel));
            channel.basicConsume("single", false, "second", new DefaultConsumer(channel));
            JsonNode consumers = ask("GET", "consumers/%2F", "").json();
            assertThat(consumers).hasSize(3);
            assertThat(consumers.findValuesAsText("consumer_tag")).containsExactly("all", "first", "second");
            assertThat(consumers.findValuesAsText("exclusive")).containsExactly("true", "false", "false");
            assertThat(consumers.findValuesAsText("ack_required")).containsExactly("false", "true", "true");
            assertThat(consumers.findValuesAsText("prefetch_count")).containsExactly("5", "5", "5");
            assertThat(consumers.findValuesAsText("active")).containsExactly("true", "true", "false");
            assertThat(consumers.findValuesAsText("activity_status"))
                    .containsExactly("up", "single_active", "waiting");
            assertThat(consumers.get(0).get("arguments")).isEqualTo(MAPPER.readTree("{\"x-priority\":3}"));
            JsonNode seen = ask("GET", "queues/%2F/seen", "").json();
            assertThat(seen.get("consumer_details")).containsExactly(consumers.get(0));
            assertThat(seen.get("exclusive_consumer_tag").asText()).isEqualTo("all");
            assertThat(seen.get("single_active_consumer_tag").isNull()).isTrue();
            JsonNode single = ask("GET", "queues/%2F/single", "").json();
            assertThat(single.get("consumer_details")).hasSize(2);
            assertThat(single.get("exclusive_consumer_tag").isNull()).isTrue();
            assertThat(single.get("single_active_consumer_tag").asText()).isEqualTo("first");
            assertThat(ask("GET", "queues", "").json().findValuesAsText("consumer_details")).isEmpty();
            JsonNode of = ask("GET", "channels/" + consumers.get(0).at("/channel_details/name").asText()
                    .replace(" ", "%20").replace(">", "%3E"), "").json();
            assertThat(of.get("consumer_details")).hasSize(3);
            assertThat(of.get("user_who_performed_action").asText()).isEqualTo("guest");
        }
    }

    /// As 3.10.8 counts: bodies only.
    @Test
    void a_queue_shows_whose_it_is_and_the_bytes_of_what_is_ready() throws Exception {
        try (Connection connection = connect()) {
            Channel channel = connection.createChannel();
            String own = channel.queueDeclare().getQueue();
            channel.queueDeclare("bytes", true, false, true, Map.of());
            channel.confirmSelect();
            channel.basicPublish("", "bytes", MessageProperties.PERSISTENT_TEXT_PLAIN, new byte[5]);
            channel.basicPublish("", "bytes", null, new byte[3]);
            channel.waitForConfirmsOrDie(60_000);
            JsonNode bytes = ask("GET", "queues/%2F/bytes", "").json();
            assertThat(bytes.get("message_bytes_ready").asLong()).isEqualTo(8);
            assertThat(bytes.get("messages_persistent").asLong()).isEqualTo(1);
            assertThat(bytes.has("owner_pid_details")).isFalse();
            assertThat(ask("GET", "queues/%2F/" + own, "").json().get("owner_pid_details"))
                    .isEqualTo(channel(channel.getChannelNumber()).get("connection_details"));
            channel.queueDelete("bytes");
        }
    }

    @Test
    void a_user_shows_its_limits() throws Exception {
        assertThat(status("PUT", "users/bounded", "{\"password\":\"bounded\",\"tags\":\"\"}")).isEqualTo(201);
        assertThat(status("PUT", "user-limits/bounded/max-channels", "{\"value\":100}")).isEqualTo(204);
        String limits = "{\"max-channels\":100}";
        assertThat(ask("GET", "users/bounded", "").json().get("limits")).isEqualTo(MAPPER.readTree(limits));
        for (JsonNode each : ask("GET", "users", "").json()) {
            assertThat(each.get("limits")).isEqualTo(MAPPER.readTree(
                    each.get("name").asText().equals("bounded") ? limits : "{}"));
        }
        assertThat(status("DELETE", "users/bounded", "")).isEqualTo(204);
    }
}
