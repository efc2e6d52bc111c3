package mirrorlab.amqp;

import static mirrorlab.amqp.RawClient.body;
import static mirrorlab.amqp.RawClient.bytes;
import static mirrorlab.amqp.RawClient.contentHeader;
import static mirrorlab.amqp.RawClient.declare;
import static mirrorlab.amqp.RawClient.doubleWord;
import static mirrorlab.amqp.RawClient.frame;
import static mirrorlab.amqp.RawClient.join;
import static mirrorlab.amqp.RawClient.longstr;
import static mirrorlab.amqp.RawClient.method;
import static mirrorlab.amqp.RawClient.openConnection;
import static mirrorlab.amqp.RawClient.publish;
import static mirrorlab.amqp.RawClient.shortstr;
import static mirrorlab.amqp.RawClient.word;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import mirrorlab.broker.Input;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A client's mistakes on an open connection with channel 1, and RabbitMQ 3.10.8's answers to the same bytes.
class FrameErrorsTest {
    private static QueueNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new QueueNode(QueueNode.settings());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static final String METHOD_EXPECTED = "505 UNEXPECTED_FRAME - expected method frame, got non method frame instead";
    private static final String HEADER_EXPECTED = "505 UNEXPECTED_FRAME - expected content header for class 60, got non "
            + "content header frame instead (60,40)";
    private static final String BODY_EXPECTED = "505 UNEXPECTED_FRAME - expected content body, got non content body frame "
            + "instead (60,40)";

    static Stream<Arguments> mistakes() {
        var get = method(1, 60, 70, word(0), shortstr("q"), bytes(0));
        return Stream.of(
                mistake("wrong end marker", frame(1, 1, bytes(0, 20, 0, 10, 0), 0),
                        "501 FRAME_ERROR - type 1, all octets = <<0,20,0,10,0>>: {invalid_frame_end_marker,0} (0,0)"),
                mistake("unknown type", frame(9, 1, bytes('a', 'b', 'c'), 0xCE),
                        "501 FRAME_ERROR - type 9, all octets = <<\"abc\">>: unknown_frame (0,0)"),
                mistake("heartbeat on a channel", frame(8, 1, bytes(), 0xCE),
                        "505 UNEXPECTED_FRAME - type 8, all octets = <<>> (0,0)"),
                mistake("heartbeat with words", frame(8, 0, bytes('a', 'b', 'c'), 0xCE),
                        "501 FRAME_ERROR - type 8, all octets = <<\"abc\">>: unknown_frame (0,0)"),
                mistake("too large", frame(1, 1, new byte[131_073], 0xCE),
                        "501 FRAME_ERROR - type 1, all octets = <<>>: {frame_too_large,131073,131064} (0,0)"),
                mistake("half a method", frame(1, 1, bytes(0, 60), 0xCE),
                        "501 FRAME_ERROR - type 1, all octets = <<0,60>>: unknown_frame (0,0)"),
                mistake("no method", frame(1, 1, bytes(), 0xCE),
                        "501 FRAME_ERROR - type 1, all octets = <<>>: unknown_frame (0,0)"),
                mistake("arguments cut off", method(1, 50, 10, bytes(0, 0, 5, 'a', 'b')),
                        "501 FRAME_ERROR - cannot decode <<0,0,5,97,98>> (50,10)"),
                mistake("arguments too long", method(1, 60, 80, new byte[10]),
                        "501 FRAME_ERROR - cannot decode <<0,0,0,0,0,0,0,0,0,0>> (60,80)"),
                mistake("bad UTF-8", method(1, 50, 10, bytes(0, 0, 2, 255, 254, 0), longstr(bytes())),
                        "501 FRAME_ERROR - Malformed UTF-8 in shortstr (0,0)"),
                mistake("second channel.open", method(1, 20, 10, shortstr("")),
                        "504 CHANNEL_ERROR - second 'channel.open' seen (20,10)"),
                mistake("no channel.open", method(5, 60, 70, word(0), shortstr("q"), bytes(0)),
                        "504 CHANNEL_ERROR - expected 'channel.open' (60,70)"),
                mistake("close without open", method(5, 20, 40, word(200), shortstr(""), doubleWord(0)),
                        "504 CHANNEL_ERROR - expected 'channel.open' (20,40)"),
                mistake("close-ok without open", method(5, 20, 41),
                        "504 CHANNEL_ERROR - expected 'channel.open' (20,41)"),
                mistake("close-ok without close", method(1, 20, 41),
                        "503 COMMAND_INVALID - unimplemented method (20,41)"),
                mistake("a server's method", method(1, 50, 11, shortstr("q"), doubleWord(0), doubleWord(0)),
                        "503 COMMAND_INVALID - unimplemented method (50,11)"),
                mistake("unknown class", method(1, 99, 10), "503 COMMAND_INVALID - unimplemented method (99,10)"),
                mistake("connection method on a channel", method(1, 10, 40, shortstr("/"), shortstr(""), bytes(0)),
                        "503 COMMAND_INVALID - unimplemented method (10,40)"),
                mistake("channel method on channel 0", method(0, 20, 10, shortstr("")),
                        "504 CHANNEL_ERROR - unexpected method in connection state running (20,10)"),
                mistake("open twice", openConnection("/"),
                        "504 CHANNEL_ERROR - unexpected method in connection state running (10,40)"),
                mistake("header without method", contentHeader(3), METHOD_EXPECTED + " (0,0)"),
                mistake("body without method", body("abc"), METHOD_EXPECTED + " (0,0)"),
                mistake("header on no channel", frame(2, 5, new byte[14], 0xCE), METHOD_EXPECTED + " (0,0)"),
                mistake("method for header", join(publish("q", 0), get), HEADER_EXPECTED),
                mistake("body for header", join(publish("q", 0), body("abc")), HEADER_EXPECTED),
                mistake("method for body", join(publish("q", 0), contentHeader(3), get), BODY_EXPECTED),
                mistake("header for body", join(publish("q", 0), contentHeader(3), contentHeader(3)), BODY_EXPECTED),
                mistake("header of another class", join(publish("q", 0), contentHeader(50, 0, 3, bytes(0, 0))),
                        "505 UNEXPECTED_FRAME - expected content header for class 60, got one for class 50 instead (60,40)"),
                mistake("body after an empty one", join(publish("q", 0), contentHeader(0), body("abc")),
                        METHOD_EXPECTED + " (0,0)"),
                mistake("half a header", join(publish("q", 0), frame(2, 1, bytes(0, 60, 0, 0), 0xCE)),
                        "501 FRAME_ERROR - type 2, all octets = <<0,60,0,0>>: unknown_frame (0,0)"),
                mistake("body too long", join(publish("q", 0), contentHeader(3), body("abcde")),
                        "501 FRAME_ERROR - content body is longer than the 3 bytes that its header announced (60,40)"),
                mistake("properties cut off", join(publish("q", 0), contentHeader(60, 0, 0, bytes(255, 252))),
                        "502 SYNTAX_ERROR - content properties cannot be decoded: ends too early (60,40)"),
                mistake("properties too long", join(publish("q", 0), contentHeader(60, 0, 0, bytes(0, 0, 1))),
                        "502 SYNTAX_ERROR - content properties cannot be decoded: goes on after its end (60,40)"),
                mistake("unknown property", join(publish("q", 0), contentHeader(60, 0, 0, bytes(0, 1, 0, 0))),
                        "502 SYNTAX_ERROR - content properties cannot be decoded: unknown flags (60,40)"),
                mistake("unknown field type", declare("q", bytes(1, 'a', 'Z')),
                        "501 FRAME_ERROR - cannot decode <<0,0,1,113,0,0,0,0,3,1,97,90>> (50,10)"),
                mistake("length beyond the frame", declare("q", bytes(1, 'a', 'S', 127, 255, 255, 255)),
                        "501 FRAME_ERROR - cannot decode <<0,0,1,113,0,0,0,0,7,1,97,83,127,255,255,255>> (50,10)"),
                mistake("immediate", publish("q", 2), "540 NOT_IMPLEMENTED - immediate=true (60,40)"),
                mistake("prefetch size", method(1, 60, 10, doubleWord(5), word(1), bytes(0)),
                        "540 NOT_IMPLEMENTED - prefetch_size!=0 (5) (60,10)"),
                mistake("flow off", method(1, 20, 20, bytes(0)), "540 NOT_IMPLEMENTED - active=false (20,20)"),
                mistake("recover without requeue", method(1, 60, 110, bytes(0)),
                        "540 NOT_IMPLEMENTED - requeue=false (60,110)"),
                mistake("not served", method(1, 20, 21, bytes(1)), "540 NOT_IMPLEMENTED - channel.flow-ok (20,21)"));
    }

    private static Arguments mistake(String what, byte[] bytes, String answer) {
        return Arguments.of(what, bytes, answer);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mistakes")
    void a_mistake_costs_the_connection(String what, byte[] bytes, String answer) throws Exception {
        try (var client = RawClient.withChannel(node.port)) {
            client.send(bytes);
            assertThat(client.next()).isEqualTo("10.50 on 0: " + answer);
            if (!what.equals("too large")) { // after that one nothing can be read
                client.send(method(1, 20, 10, shortstr("")), method(0, 10, 51));
                assertThat(client.next()).isEqualTo("closed");
            }
        }
        var reason = answer.substring(4, answer.lastIndexOf(" ("));
        node.awaitInput(Input.ConnectionClosed.class, closed -> closed.reason().equals(reason));
    }

    @Test
    void a_table_that_nests_too_deep_is_refused() throws Exception {
        var table = bytes();
        for (var depth = 0; depth < 5000; depth++) {
            table = join(bytes(1, 'a', 'F'), longstr(table));
        }
        try (var client = RawClient.withChannel(node.port)) {
            client.send(declare("q", table));
            assertThat(client.next()).startsWith("10.50 on 0: 501 FRAME_ERROR - cannot decode <<0,0,1,113,")
                    .endsWith("... (50,10)").hasSize("10.50 on 0: 501 ".length() + 255 + " (50,10)".length());
        }
    }

    @Test
    void the_reply_to_a_close_that_crosses_ours_is_close_ok() throws Exception {
        try (var client = RawClient.withChannel(node.port)) {
            client.send(body("x"), method(0, 10, 50, word(200), shortstr("bye"), doubleWord(0)));
            assertThat(client.next()).startsWith("10.50 on 0: 505");
            assertThat(client.next()).isEqualTo("10.51 on 0");
        }
    }

    @Test
    void old_words_are_answered() throws Exception {
        try (var client = RawClient.withChannel(node.port)) {
            client.send(method(1, 20, 20, bytes(1)), method(1, 30, 10, shortstr("/data"), bytes(31)));
            assertThat(client.next()).isEqualTo("20.21 on 1");
            assertThat(client.next()).isEqualTo("30.11 on 1");
        }
    }

    @Test
    void a_failed_channel_swallows_until_close_ok_and_can_be_opened_again() throws Exception {
        try (var client = RawClient.withChannel(node.port)) {
            client.send(method(1, 60, 80, doubleWord(0), doubleWord(7), bytes(0)));
            assertThat(client.next()).isEqualTo("20.40 on 1: 406 PRECONDITION_FAILED - unknown delivery tag 7 (60,80)");
            client.send(declare("swallowed", bytes()), publish("x", 0), contentHeader(3), body("abc"),
                    method(1, 20, 40, word(200), shortstr(""), doubleWord(0)), method(1, 20, 41),
                    method(1, 20, 10, shortstr("")), method(1, 60, 70, word(0), shortstr("swallowed"), bytes(0)));
            assertThat(client.next()).isEqualTo("20.41 on 1");
            assertThat(client.next()).isEqualTo("20.11 on 1");
            assertThat(client.next())
                    .isEqualTo("20.40 on 1: 404 NOT_FOUND - no queue 'swallowed' in vhost '/' (60,80)");
        }
    }
}
