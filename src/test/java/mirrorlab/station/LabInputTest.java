package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mirrorlab.vocabulary.HoldPoint;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever is wrong with a request of the lab is told in one short sentence, and nothing happens: every request, every field.
class LabInputTest {
    private static final String LONG = "n".repeat(100_000);
    @TempDir
    static Path folder;

    private static OneNode node;

    @BeforeAll
    static void start() throws Exception {
        node = OneNode.startWithAbsentPeer(folder);
        try (Connection connection = node.connect("guest", "guest", "/")) {
            connection.createChannel().queueDeclare("orders", false, false, false, Map.of());
        }
    }

    @AfterAll
    static void kill() {
        node.close();
    }

    /// @param sound
    ///            a body that would be taken
    private record Form(String method, String path, String sound, List<Field> fields) {
        String place() {
            return method + " /api/lab/" + path;
        }

        @Override
        public String toString() {
            return place();
        }
    }

    /// @param sound
    ///            JSON that would be taken
    /// @param wrong
    ///            JSON that would not
    private record Field(String name, boolean needed, String sound, List<String> wrong) {}

    private static Field text(String name, boolean needed, String sound) {
        return new Field(name, needed, "\"" + sound + "\"",
                List.of("5", "true", "null", "[]", "{}", "\"" + LONG + "\"", "\"" + "é".repeat(200) + "\""));
    }

    private static Field of(String name, boolean needed, String sound, String... wrong) {
        return new Field(name, needed, sound, List.of(wrong));
    }

    private static Form form(String method, String path, Field... fields) {
        StringBuilder sound = new StringBuilder();
        for (Field each : fields) {
            sound.append(sound.isEmpty() ? "" : ",").append("\"" + each.name + "\":" + each.sound);
        }
        return new Form(method, path, "{" + sound + "}", List.of(fields));
    }

    private static Field point(boolean needed) {
        return of("point", needed, "\"before promotion\"", "\"before lunch\"", "5", "null", "\"" + LONG + "\"");
    }

    private static Stream<Form> forms() {
        Field vhost = text("vhost", true, "/");
        Field queue = text("queue", true, "orders");
        Field peer = of("peer", true, "\"rabbit2\"", "5", "null", "\"\"", "\"@\"", "\"rabbit9\"", "\"rabbit1\"",
                "\"" + LONG + "\"");
        Field otherVhost = text("vhost", false, "/");
        Field otherQueue = text("queue", false, "orders");
        return Stream.of(
                form("GET", "journal", of("after", false, "0", "-5", "1.5", "\"x\"", "null", "1e3", "true"),
                        of("follow", false, "false", "\"no\"", "1", "null")),
                form("GET", "activity"),
                form("GET", "forecast", of("death", true, "\"kill\"", "\"nap\"", "5", "null", "\"" + LONG + "\""),
                        of("node", true, "\"rabbit1\"", "\"\"", "\",\"", "\"rabbit1,\"", "\"rabbit9\"",
                                "\"rabbit1,rabbit1@localhost\"", "5", "\"" + LONG + "\"", "\"rabbit1,rabbit9\"")),
                form("POST", "policy-preview", vhost, text("name", true, "ha"),
                        of("pattern", true, "\"\"", "5", "null", "\"(\"", "\"" + LONG + "\""),
                        of("definition", true, "{\"ha-mode\":\"all\"}", "5", "null", "{}", "\"" + LONG + "\"",
                                "{\"ha-mode\":\"" + LONG + "\"}", "{\"" + LONG + "\":1}"),
                        of("priority", false, "1", "\"high\"", "1.5", "\"" + LONG + "\""),
                        of("apply-to", false, "\"all\"", "\"nothing\"", "5", "\"" + LONG + "\"")),
                form("POST", "stop"), form("POST", "sync", vhost, queue), form("DELETE", "sync", vhost, queue),
                form("POST", "rebalance"), form("POST", "collect"),
                form("PUT", "watermark",
                        of("value", true, "0.4", "-0.1", "1.1", "\"x\"", "null", "true", "NaN", "1e999")),
                form("POST", "hold",
                        of("kind", true, "\"DirectCopy\"", "\"Direct\"", "5", "null", "\"" + LONG + "\""),
                        of("from", false, "\"rabbit1\"", "5", "null", "\"@\"", "\"rabbit9\"", "\"" + LONG + "\""),
                        of("pass", false, "3", "-1", "1.5", "\"x\"", "null", "9999999999", "99999999999999999999")),
                form("DELETE", "hold"), form("POST", "holdpoint", point(true), otherVhost, otherQueue),
                form("DELETE", "holdpoint", point(false), otherVhost, otherQueue),
                form("POST", "goon", point(false), otherVhost, otherQueue),
                form("PUT", "pace",
                        of("millis", true, "0", "-1", "60001", "1.5", "\"x\"", "null", "99999999999999999999")),
                form("POST", "link", peer, of("delay_ms", false, "0", "-5", "1.5", "\"x\"", "null", "999999999"),
                        of("loss", false, "0", "2", "-1", "\"x\"", "null", "NaN")),
                form("POST", "cut", peer, of("incoming", false, "true", "\"x\"", "1", "null", "\"true\""),
                        of("outgoing", false, "true", "\"x\"", "0", "null")),
                form("POST", "heal", peer));
    }

    private static void refused(Form form, String query, String body) throws Exception {
        OneNode.Answer answer = node.askAsLab(form.method, form.path + query, body);
        String asked = form.place() + query + " "
                + (body.length() > 200 ? body.substring(0, 200) + " and more" : body);
        assertThat(answer.status()).as(asked + ": " + answer.body()).isIn(400, 404);
        assertThat(answer.json().path("error").asText()).as(asked).isNotEmpty();
        String reason = answer.json().path("reason").asText();
        assertThat(reason).as(asked).isNotBlank().doesNotContain("Exception").hasSizeLessThan(2_000);
    }

    private static void refusedSaying(Form form, String query, String body, String... words) throws Exception {
        refused(form, query, body);
        assertThat(node.askAsLab(form.method, form.path + query, body).json().path("reason").asText())
                .contains(form.place()).contains(words);
    }

    /// The sound body with one field's value replaced; without it when the value is empty.
    private static String with(Form form, String name, String value) {
        StringBuilder body = new StringBuilder();
        for (Field each : form.fields) {
            String now = each.name.equals(name) ? value : each.sound;
            body.append(now.isEmpty() ? "" : (body.isEmpty() ? "" : ",") + "\"" + each.name + "\":" + now);
        }
        return "{" + body + "}";
    }

    @ParameterizedTest
    @MethodSource("forms")
    void each_field_is_of_its_type_there_and_known(Form form) throws Exception {
        for (Field field : form.fields) {
            for (String wrong : field.wrong) {
                refused(form, "", with(form, field.name, wrong));
            }
            if (field.needed) {
                refused(form, "", with(form, field.name, ""));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void what_nobody_asked_for_is_refused(Form form) throws Exception {
        refusedSaying(form, "", form.sound.substring(0, form.sound.length() - 1) + (form.fields.isEmpty() ? "" : ",")
                + "\"stranger\":1}", "stranger");
        refusedSaying(form, "?stranger=1", "", "stranger");
        refusedSaying(form, "?" + "s".repeat(3_000), "", "…");
        refusedSaying(form, "?a=1&a=2", "", "once");
        refusedSaying(form, "", "{\"a\":1,\"a\":2}", "JSON object", "Duplicate");
        for (Field field : form.fields) {
            refusedSaying(form, "?" + field.name + "=1&" + field.name + "=1", "", field.name, "once");
            refusedSaying(form, "?" + field.name + "=1", form.sound, field.name, "once");
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_body_is_one_object(Form form) throws Exception {
        for (String body : List.of("x", "[1]", "5", "\"text\"", "null", "{", "{}{}", "[".repeat(100_000), "\0")) {
            refusedSaying(form, "", body, "JSON object");
        }
        OneNode.Answer answer = node.askAsLab(form.method, form.path, " ".repeat((1 << 20) + 1));
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().path("reason").asText()).contains("1048576 bytes");
    }

    @ParameterizedTest
    @MethodSource("forms")
    void another_method_is_told_the_right_one(Form form) throws Exception {
        OneNode.Answer answer = node.askAsLab("PATCH", form.path, "");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.json().path("reason").asText()).startsWith("PATCH /api/lab/" + form.path)
                .contains(form.method);
        assertThat(node.askAsLab(form.method, form.path + "/more", "").status()).isEqualTo(404);
    }

    private static String reason(String method, String path, String body) throws Exception {
        OneNode.Answer answer = node.askAsLab(method, path, body);
        return answer.status() + " " + answer.json().path("reason").asText();
    }

    @Test
    void the_sentence_says_what_where_and_what_was_expected() throws Exception {
        assertThat(reason("GET", "journal?after=-5", ""))
                .isEqualTo("400 after of GET /api/lab/journal should be a whole number from 0, not '-5'");
        assertThat(reason("GET", "forecast?death=kill&node=rabbit1,", "")).isEqualTo(
                "400 node of GET /api/lab/forecast should be the name of a node, rabbit1 or rabbit1@localhost,"
                        + " not 'rabbit1,'");
        assertThat(reason("GET", "forecast?death=kill&node=rabbit9", "")).isEqualTo(
                "404 node of GET /api/lab/forecast should be one of rabbit1@localhost, rabbit2@localhost, not 'rabbit9'");
        assertThat(reason("PUT", "pace", "{}"))
                .isEqualTo("400 millis of PUT /api/lab/pace should be a whole number from 0 to 60000, and is missing");
        assertThat(reason("POST", "heal", "{\"peer\":\"rabbit9\",\"pear\":1}"))
                .isEqualTo("400 POST /api/lab/heal takes peer, not 'pear'");
    }

    @Test
    void a_hold_point_is_for_queues_that_there_are() throws Exception {
        String point = "\"point\":\"" + HoldPoint.BEFORE_PROMOTION.word() + "\"";
        String none = "404 queue 'none' in vhost '/' does not exist";
        for (String each : List.of("POST holdpoint", "DELETE holdpoint", "POST goon")) {
            String method = each.substring(0, each.indexOf(' '));
            String path = each.substring(each.indexOf(' ') + 1);
            assertThat(reason(method, path, "{" + point + ",\"queue\":\"none\"}")).isEqualTo(none);
            assertThat(reason(method, path, "{" + point + ",\"queue\":\"orders\",\"vhost\":\"none\"}"))
                    .isEqualTo("404 Virtual host 'none' does not exist");
            assertThat(reason(method, path, "{" + point + ",\"vhost\":\"/\"}")).contains("queue");
        }
        try (Connection connection = node.connect("guest", "guest", "/")) {
            connection.createChannel().queueDeclare("brief", false, false, false, Map.of());
            assertThat(node.askAsLab("POST", "holdpoint", "{" + point + ",\"queue\":\"brief\"}").status())
                    .isEqualTo(204);
            connection.createChannel().queueDelete("brief");
            assertThat(node.askAsLab("DELETE", "holdpoint", "{" + point + ",\"queue\":\"brief\"}").status())
                    .isEqualTo(204);
            assertThat(node.askAsLab("DELETE", "holdpoint", "{" + point + ",\"queue\":\"brief\"}").status())
                    .isEqualTo(404);
        }
    }
}
