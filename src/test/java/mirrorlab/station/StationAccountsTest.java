package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.rabbitmq.client.AuthenticationFailureException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Virtual hosts, users, permissions, exchanges and bindings of a whole node, through its two doors.
class StationAccountsTest {
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

    private static OneNode.Answer ask(String user, String method, String path, String body) throws Exception {
        return node.ask(user, method, path, body);
    }

    private static int status(String method, String path, String body) throws Exception {
        return ask("guest", method, path, body).status();
    }

    private static Connection connect(String user, String password, String vhost) throws Exception {
        return node.connect(user, password, vhost);
    }

    @Test
    void a_user_comes_into_the_virtual_hosts_that_are_allowed() throws Exception {
        assertThat(status("PUT", "vhosts/shop", "")).isEqualTo(201);
        assertThat(status("PUT", "vhosts/shop", "")).isEqualTo(204);
        assertThat(status("PUT", "users/clerk", "{\"password\":\"clerk\",\"tags\":\"\"}")).isEqualTo(201);
        assertThatThrownBy(() -> connect("clerk", "wrong", "shop")).isInstanceOf(AuthenticationFailureException.class)
                .hasMessageContaining("ACCESS_REFUSED - Login was refused using authentication mechanism PLAIN. For"
                        + " details see the broker logfile.");
        assertThatThrownBy(() -> connect("clerk", "clerk", "shop")).hasRootCauseInstanceOf(
                ShutdownSignalException.class)
                .rootCause().hasMessageContaining("NOT_ALLOWED - access to vhost 'shop' refused for user 'clerk'");
        assertThatThrownBy(() -> connect("clerk", "clerk", "none")).rootCause()
                .hasMessageContaining("NOT_ALLOWED - vhost none not found");
        assertThat(status("PUT", "permissions/shop/clerk",
                "{\"configure\":\"^c\",\"write\":\".*\",\"read\":\"\"}")).isEqualTo(201);
        try (var connection = connect("clerk", "clerk", "shop")) {
            assertThat(connection.isOpen()).isTrue();
        }
        assertThat(ask("guest", "GET", "permissions/shop/clerk", "").json()).isEqualTo(MAPPER.readTree(
                "{\"user\":\"clerk\",\"vhost\":\"shop\",\"configure\":\"^c\",\"write\":\".*\",\"read\":\"\"}"));
        assertThat(ask("guest", "PUT", "permissions/shop/clerk",
                "{\"configure\":\"(\",\"write\":\"\",\"read\":\"\"}").body()).contains("regular expression '('");
        assertThat(ask("clerk", "GET", "overview", "").body()).contains("Not management user");
        assertThat(ask("nobody", "GET", "overview", "").status()).isEqualTo(401);
        assertThat(status("DELETE", "permissions/shop/clerk", "")).isEqualTo(204);
        assertThat(status("GET", "permissions/shop/clerk", "")).isEqualTo(404);
    }

    @Test
    void users_keep_a_salted_hash_and_tags() throws Exception {
        assertThat(status("PUT", "users/one", "{\"password\":\"same\",\"tags\":\"management, monitoring\"}"))
                .isEqualTo(201);
        assertThat(status("PUT", "users/two", "{\"password\":\"same\",\"tags\":[\"policymaker\"]}")).isEqualTo(201);
        var one = ask("guest", "GET", "users/one", "").json();
        var two = ask("guest", "GET", "users/two", "").json();
        assertThat(one.get("tags").toString()).isEqualTo("[\"management\",\"monitoring\"]");
        assertThat(one.get("hashing_algorithm").asText()).isEqualTo("rabbit_password_hashing_sha256");
        assertThat(one.get("password_hash")).isNotEqualTo(two.get("password_hash"));
        assertThat(status("PUT", "users/three",
                "{\"password_hash\":" + one.get("password_hash") + ",\"tags\":\"\"}")).isEqualTo(201);
        assertThatThrownBy(() -> connect("three", "other", "/")).isInstanceOf(AuthenticationFailureException.class);
        assertThatThrownBy(() -> connect("three", "same", "/")).rootCause().hasMessageContaining("refused for user");
        assertThat(status("PUT", "users/four", "{\"password\":\"x\"}")).isEqualTo(400);
        assertThat(status("GET", "users/four", "")).isEqualTo(404);
    }

    private static String reasonOfEnd(Connection connection) {
        var ended = new CompletableFuture<String>();
        connection.addShutdownListener(cause -> ended.complete(cause.getReason().toString()));
        return ended.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void what_is_deleted_closes_its_connections() throws Exception { // M-07
        status("PUT", "vhosts/old", "");
        status("PUT", "users/leaver", "{\"password\":\"leaver\",\"tags\":\"\"}");
        for (String vhost : List.of("old", "%2F")) {
            status("PUT", "permissions/" + vhost + "/leaver",
                    "{\"configure\":\".*\",\"write\":\".*\",\"read\":\".*\"}");
        }
        var inOld = connect("leaver", "leaver", "old");
        inOld.createChannel().queueDeclare("q", true, false, false, Map.of());
        assertThat(status("PUT", "exchanges/old/x", "{\"type\":\"fanout\"}")).isEqualTo(201);
        assertThat(status("PUT", "policies/old/p", "{\"pattern\":\"\",\"definition\":{\"max-length\":5}}"))
                .isEqualTo(201);
        assertThat(status("DELETE", "vhosts/old", "")).isEqualTo(204);
        assertThat(reasonOfEnd(inOld)).contains("reply-code=320")
                .contains("CONNECTION_FORCED - vhost 'old' is deleted");
        assertThat(status("GET", "queues/old/q", "")).isEqualTo(404);
        assertThat(status("GET", "exchanges/old", "")).isEqualTo(404);
        assertThat(ask("guest", "GET", "policies", "").body()).doesNotContain("\"old\"");
        var inRoot = connect("leaver", "leaver", "/");
        assertThat(status("DELETE", "users/leaver", "")).isEqualTo(204);
        assertThat(reasonOfEnd(inRoot)).contains("CONNECTION_FORCED - user 'leaver' is deleted");
        assertThat(status("DELETE", "users/leaver", "")).isEqualTo(404);
    }

    @Test
    void exchanges_and_bindings_are_made_listed_and_deleted() throws Exception {
        try (var connection = connect("guest", "guest", "/")) {
            connection.createChannel().queueDeclare("orders", true, false, false, Map.of());
        }
        assertThat(status("PUT", "exchanges/%2F/e1", "{\"type\":\"topic\",\"durable\":false}")).isEqualTo(201);
        assertThat(status("PUT", "exchanges/%2F/e1", "{\"type\":\"topic\",\"durable\":false}")).isEqualTo(204);
        assertThat(status("PUT", "exchanges/%2F/e1", "{\"type\":\"direct\"}")).isEqualTo(400);
        assertThat(status("PUT", "exchanges/%2F/e2", "{\"type\":\"strange\"}")).isEqualTo(400);
        assertThat(status("PUT", "exchanges/%2F/amq.mine", "{\"type\":\"direct\"}")).isEqualTo(400);
        assertThat(ask("guest", "GET", "exchanges/%2F/e1", "").json()).isEqualTo(MAPPER.readTree("""
                {"name":"e1","vhost":"/","type":"topic","durable":false,"auto_delete":false,"internal":false,
                "arguments":{}}"""));
        assertThat(status("POST", "bindings/%2F/e/e1/q/orders",
                "{\"routing_key\":\"a.*\",\"arguments\":{\"n\":1}}")).isEqualTo(201);
        assertThat(status("POST", "bindings/%2F/e/e1/q/orders", "{\"routing_key\":\"b/#\"}")).isEqualTo(201);
        assertThat(status("POST", "bindings/%2F/e/e1/e/amq.fanout", "{}")).isEqualTo(201);
        assertThat(status("POST", "bindings/%2F/e/e1/q/missing", "{}")).isEqualTo(404);
        assertThat(status("POST", "bindings/%2F/e/amq.default/q/orders", "{}")).isEqualTo(400);
        var between = ask("guest", "GET", "bindings/%2F/e/e1/q/orders", "").json();
        assertThat(between.findValuesAsText("routing_key")).containsExactly("a.*", "b/#");
        assertThat(ask("guest", "GET", "queues/%2F/orders/bindings", "").json().findValuesAsText("source"))
                .containsExactly("", "e1", "e1");
        assertThat(ask("guest", "GET", "exchanges/%2F/e1/bindings/source", "").json()).hasSize(3);
        assertThat(ask("guest", "GET", "exchanges/%2F/amq.fanout/bindings/destination", "").json()).hasSize(1);
        for (String key : between.findValuesAsText("properties_key")) {
            assertThat(status("DELETE", "bindings/%2F/e/e1/q/orders/" + key, "")).as(key).isEqualTo(204);
        }
        assertThat(status("DELETE", "bindings/%2F/e/e1/e/amq.fanout/~", "")).isEqualTo(204);
        assertThat(ask("guest", "GET", "bindings/%2F/e/e1/q/orders", "").body()).isEqualTo("[]");
        assertThat(status("DELETE", "exchanges/%2F/e1?if-unused=true", "")).isEqualTo(204);
        assertThat(status("DELETE", "exchanges/%2F/e1", "")).isEqualTo(404);
        assertThat(status("DELETE", "exchanges/%2F/amq.direct", "")).isEqualTo(400);
    }

    @Test
    void operator_policies_are_merged_into_the_effective_definition() throws Exception { // PO-05, PO-06
        try (var connection = connect("guest", "guest", "/")) {
            connection.createChannel().queueDeclare("merged", true, false, false, Map.of());
        }
        assertThat(status("PUT", "policies/%2F/user", """
                {"pattern":"^merged$","definition":{"max-length":100,"overflow":"reject-publish"}}""")).isEqualTo(201);
        assertThat(status("PUT", "operator-policies/%2F/op",
                "{\"pattern\":\"^merged$\",\"definition\":{\"max-length\":10}}")).isEqualTo(201);
        assertThat(ask("guest", "PUT", "operator-policies/%2F/bad",
                "{\"pattern\":\"\",\"definition\":{\"ha-mode\":\"all\"}}").json().get("reason").asText())
                .isEqualTo("Validation failed\n\n[{<<\"ha-mode\">>,<<\"all\">>}] are not recognised policy settings\n");
        var queue = ask("guest", "GET", "queues/%2F/merged", "").json();
        assertThat(queue.get("policy").asText()).isEqualTo("user");
        assertThat(queue.get("operator_policy").asText()).isEqualTo("op");
        assertThat(queue.get("effective_policy_definition"))
                .isEqualTo(MAPPER.readTree("{\"max-length\":10,\"overflow\":\"reject-publish\"}"));
        assertThat(ask("guest", "GET", "operator-policies", "").json()).hasSize(1);
        assertThat(status("DELETE", "operator-policies/%2F/op", "")).isEqualTo(204);
        assertThat(status("DELETE", "operator-policies/%2F/op", "")).isEqualTo(404);
        assertThat(ask("guest", "GET", "queues/%2F/merged", "").json().get("operator_policy").isNull()).isTrue();
    }

    @Test
    void limits_are_set_listed_and_cleared() throws Exception {
        assertThat(status("PUT", "users/limited", "{\"password\":\"limited\",\"tags\":\"management\"}")).isEqualTo(201);
        assertThat(status("PUT", "vhosts/limited", "{}")).isEqualTo(201);
        assertThat(status("PUT", "vhost-limits/limited/max-queues", "{\"value\":5}")).isEqualTo(204);
        assertThat(status("PUT", "vhost-limits/limited/max-connections", "{\"value\":-1}")).isEqualTo(204);
        assertThat(status("PUT", "user-limits/limited/max-channels", "{\"value\":7}")).isEqualTo(204);
        assertThat(ask("limited", "PUT", "vhost-limits/limited/max-queues", "{\"value\":6}").status()).isEqualTo(401);
        assertThat(ask("limited", "GET", "vhost-limits", "").json()).isEqualTo(MAPPER.readTree(
                "[{\"vhost\":\"limited\",\"value\":{\"max-connections\":-1,\"max-queues\":5}}]"));
        assertThat(ask("guest", "GET", "user-limits/limited", "").json())
                .isEqualTo(MAPPER.readTree("[{\"user\":\"limited\",\"value\":{\"max-channels\":7}}]"));
        assertThat(ask("guest", "GET", "users/limited", "").json().get("limits"))
                .isEqualTo(MAPPER.readTree("{\"max-channels\":7}"));
        assertThat(status("DELETE", "user-limits/limited/max-channels", "")).isEqualTo(204);
        assertThat(ask("guest", "GET", "users", "").json().findValues("limits")).allMatch(JsonNode::isEmpty);
        assertThat(ask("guest", "GET", "user-limits", "").json()).isEmpty();
        assertThat(status("GET", "user-limits/nobody", "")).isEqualTo(404);
        assertThat(status("PUT", "vhost-limits/none/max-queues", "{\"value\":5}")).isEqualTo(404);
        assertThat(status("DELETE", "vhosts/limited", "")).isEqualTo(204);
        assertThat(ask("guest", "GET", "vhost-limits", "").json()).isEmpty();
    }

    @Test
    void a_limit_that_is_none_is_refused() throws Exception {
        assertThat(ask("guest", "PUT", "vhost-limits/%2F/max-queues", "{\"value\":\"many\"}").body())
                .contains("max-queues should be a whole number, not many");
        assertThat(ask("guest", "PUT", "vhost-limits/%2F/max-queues", "{}").body()).contains("key_missing: value");
        assertThat(ask("guest", "PUT", "vhost-limits/%2F/max-foo", "{\"value\":1}").json().path("reason").asText())
                .isEqualTo("Validation failed\n\nUnrecognised terms [{<<\"max-foo\">>,1}] in limits\n");
    }
}
