package mirrorlab.amqp;

import static mirrorlab.amqp.RawClient.HEADER;
import static mirrorlab.amqp.RawClient.bytes;
import static mirrorlab.amqp.RawClient.frame;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.openConnection;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.startOk;
import static mirrorlab.amqp.RawClient.tuneOk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.stream.Stream;
import mirrorlab.broker.Input;
import mirrorlab.content.FieldTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What RabbitMQ 3.10.8 answered to the same bytes, apart from its delay of 3 s before it closes.
class HandshakeTest {
    private QueueNode node;

    @BeforeEach
    void start() throws Exception {
        node = new QueueNode(QueueNode.settings().withTimes(60, Duration.ofMinutes(1), Duration.ofMinutes(1)));
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"AMQP\0\1\0\0", "GET / HT", "AMQP\3\1\0\0", "AMQP\1\1\u0008\0"})
    void wrong_protocol_header_is_answered_by_the_right_one(String header) throws Exception {
        try (var client = new RawClient(node.port)) {
            client.send(header.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(client.next()).isEqualTo("header 77,81,80,0,0,9,1");
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AMQP\0\0\u0009\1", "AMQP\1\1\0\u0009"})
    void right_protocol_header_is_answered_by_start(String header) throws Exception {
        try (var client = new RawClient(node.port)) {
            client.send(header.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(client.next()).isEqualTo("10.10 on 0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"guest:x", "bob:guest", ":"})
    void wrong_login_is_told_to_clients_that_can_hear_it(String login) throws Exception {
        var parts = login.split(":", -1);
        try (var client = RawClient.greeted(node.port)) {
            client.send(startOk(parts[0], parts[1], true));
            assertThat(client.next())
                    .isEqualTo("10.50 on 0: 403 ACCESS_REFUSED - Login was refused using authentication"
                            + " mechanism PLAIN. For details see the broker logfile. (0,0)");
            client.send(method(0, 10, 51));
            assertThat(client.next()).isEqualTo("closed");
        }
        try (var client = RawClient.greeted(node.port)) {
            client.send(startOk(parts[0], parts[1], false));
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    static Stream<Arguments> closedWithoutAWord() {
        return Stream.of(Arguments.of("unknown mechanism", startOk("FOO", bytes(0, 'a', 0, 'b'), true)),
                Arguments.of("response is not PLAIN's", startOk("PLAIN", bytes('x', 0, 'y'), true)),
                Arguments.of("open too early", openConnection("/")),
                Arguments.of("tune-ok too early", tuneOk(2047, 131_072, 0)),
                Arguments.of("wrong end marker", frame(1, 0, bytes(0, 10, 0, 11), 0)),
                Arguments.of("start-ok of garbage", method(0, 10, 11, bytes(255, 255))),
                Arguments.of("channel too early", method(1, 20, 10, shortstr(""))),
                Arguments.of("frame too large", // only how it begins: nobody waits for the rest
                        Arrays.copyOf(frame(1, 0, new byte[200_000], 0xCE), 64)),
                Arguments.of("table longer than its frame", method(0, 10, 11, bytes(127, 255, 255, 255, 1, 'a'))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("closedWithoutAWord")
    void who_has_no_name_is_told_nothing(String what, byte[] bytes) throws Exception {
        try (var client = RawClient.greeted(node.port)) {
            client.send(bytes);
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    static Stream<Arguments> wrongTuning() {
        return Stream.of(Arguments.of("channel_max 0", tuneOk(0, 131_072, 0)),
                Arguments.of("channel_max too high", tuneOk(2048, 131_072, 0)),
                Arguments.of("frame_max 0", tuneOk(2047, 0, 0)),
                Arguments.of("frame_max too high", tuneOk(2047, 131_073, 0)),
                Arguments.of("frame_max too low", tuneOk(2047, 4095, 0)),
                Arguments.of("open before tune-ok", openConnection("/")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongTuning")
    void wrong_tuning_closes(String what, byte[] bytes) throws Exception {
        try (var client = RawClient.tuning(node.port)) {
            client.send(bytes);
            assertThat(client.next()).isEqualTo("closed");
        }
    }

    @Test
    void unknown_virtual_host_is_not_allowed() throws Exception {
        try (var client = RawClient.tuning(node.port)) {
            client.send(tuneOk(2047, 131_072, 0), openConnection("nope"));
            assertThat(client.next()).isEqualTo("10.50 on 0: 530 NOT_ALLOWED - vhost nope not found (10,40)");
        }
    }

    @Test
    void channel_before_open_is_unexpected() throws Exception {
        try (var client = RawClient.tuning(node.port)) {
            client.send(tuneOk(2047, 131_072, 0), method(1, 20, 10, shortstr("")));
            assertThat(client.next())
                    .isEqualTo("10.50 on 0: 505 UNEXPECTED_FRAME - type 1, all octets = <<0,20,0,10,0>> (0,0)");
        }
    }

    @Test
    void heartbeats_are_welcome_at_any_time() throws Exception {
        try (var client = new RawClient(node.port)) {
            client.send(HEADER).skip();
            client.send(frame(8, 0, new byte[0], 0xCE), startOk("guest", "guest", true)).skip();
            client.send(frame(8, 0, new byte[0], 0xCE), tuneOk(10, 4096, 0), frame(8, 0, new byte[0], 0xCE),
                    openConnection("/"));
            assertThat(client.next()).isEqualTo("10.41 on 0");
        }
        var opened = node.awaitInput(Input.ConnectionOpened.class, _ -> true);
        assertThat(opened.user()).isEqualTo("guest");
        assertThat(opened.vhost()).isEqualTo("/");
        assertThat(opened.name()).isEqualTo(opened.peer() + " -> 127.0.0.1:" + node.port);
        assertThat(opened.cancelNotify()).isFalse();
    }

    @Test
    void silence_in_the_handshake_ends_it() throws Exception {
        node.close();
        node = new QueueNode(QueueNode.settings().withTimes(60, Duration.ofSeconds(2), Duration.ofMinutes(1)));
        try (var quiet = new RawClient(node.port); var halfway = RawClient.tuning(node.port)) {
            assertThat(quiet.next()).isEqualTo("closed");
            assertThat(halfway.next()).isEqualTo("closed");
        }
        node.awaitNoConnections();
        assertThat(node.connectionInputs).isEmpty();
    }

    @Test
    void more_channels_than_agreed_are_not_allowed() throws Exception {
        try (var client = RawClient.tuning(node.port)) {
            client.send(tuneOk(2, 4096, 0), openConnection("/")).skip();
            client.send(method(7, 20, 10, shortstr("")), method(9000, 20, 10, shortstr(""))).skip().skip();
            client.send(method(1, 20, 10, shortstr("")));
            assertThat(client.next())
                    .isEqualTo("10.50 on 0: 530 NOT_ALLOWED - number of channels opened (2) has reached "
                            + "the negotiated channel_max (2) (0,0)");
        }
    }

    @Test
    void frames_are_cut_to_the_agreed_size() throws Exception {
        try (var client = RawClient.tuning(node.port)) {
            client.send(tuneOk(2, 4096, 0), openConnection("/"), method(1, 20, 10, shortstr(""))).skip().skip();
            client.send(RawClient.publish("nowhere", 1), RawClient.contentHeader(5000),
                    RawClient.body("a".repeat(4088)),
                    RawClient.body("b".repeat(912)));
            assertThat(client.next()).isEqualTo("60.50 on 1");
            assertThat(client.next()).startsWith("header 1");
            assertThat(client.next()).isEqualTo("body 1 " + "a".repeat(4088));
            assertThat(client.next()).isEqualTo("body 1 " + "b".repeat(912));
            client.send(frame(3, 1, new byte[4097], 0xCE));
            assertThat(client.next())
                    .isEqualTo(
                            "10.50 on 0: 501 FRAME_ERROR - type 3, all octets = <<>>: {frame_too_large,4097,4088} (0,0)");
        }
    }

    @Test
    void amqplain_is_a_table_with_login_and_password() throws Exception {
        try (var client = RawClient.greeted(node.port)) {
            client.send(startOk("AMQPLAIN", amqplain("guest", "guest"), true));
            assertThat(client.next()).startsWith("10.30 on 0");
        }
        try (var client = RawClient.greeted(node.port)) {
            client.send(startOk("AMQPLAIN", amqplain("guest", "wrong"), true));
            assertThat(client.next()).isEqualTo("10.50 on 0: 403 ACCESS_REFUSED - Login was refused using "
                    + "authentication mechanism AMQPLAIN. For details see the broker logfile. (0,0)");
        }
    }

    private static byte[] amqplain(String user, String password) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("LOGIN", user);
        fields.put("PASSWORD", password);
        var table = FieldTable.encode(fields).array();
        return Arrays.copyOfRange(table, 4, table.length);
    }

    @Test
    void a_user_without_permissions_may_not_open_a_virtual_host() throws Exception {
        try (var client = RawClient.greeted(node.port)) {
            client.send(startOk("stranger", "stranger", true)).skip();
            client.send(tuneOk(2047, 131_072, 0), openConnection("/"));
            assertThat(client.next()).isEqualTo(
                    "10.50 on 0: 530 NOT_ALLOWED - access to vhost '/' refused for user 'stranger' (10,40)");
        }
    }

    @Test
    void a_login_that_is_none_is_refused_without_its_password() {
        assertThatThrownBy(() -> Login.of("PLAIN", "\0guest\0guest\0".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Login.of("AMQPLAIN", "secret".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageNotContaining("secret");
        assertThatThrownBy(() -> Login.of("AMQPLAIN", new byte[0])).hasMessageContaining("missing LOGIN or PASSWORD");
        assertThat(Login.of("PLAIN", "\0u\0secret".getBytes(StandardCharsets.UTF_8)).toString())
                .isEqualTo("PLAIN login of 'u'");
    }
}
