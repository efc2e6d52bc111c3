package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Return;
import java.math.BigDecimal;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// basic.publish, basic.return and the properties of a message.
class PublishTest extends Contract {

    private static AMQP.BasicProperties.Builder with() {
        return new AMQP.BasicProperties.Builder();
    }

    @Test
    void message_keeps_every_property() throws Exception {
        String queue = queue();
        Map<String, Object> headers = Map.of("number", 7, "big", 1L << 40, "flag", true, "list", List.of(1, 2),
                "decimal", new BigDecimal("1.5"), "inner", Map.of("a", 1.5));
        AMQP.BasicProperties properties = new AMQP.BasicProperties("text/plain", "utf-8", headers, 2, 3,
                "correlation", "reply", "60000", "id", new Date(1_000_000_000_000L), "type", "guest", "app", "cluster");
        put(queue, properties, "hello");
        var got = channel.basicGet(queue, true);
        assertThat(got.getProps()).isEqualTo(properties);
        assertThat(text(got.getBody())).isEqualTo("hello");
        assertThat(got.getEnvelope().getExchange()).isEmpty();
        assertThat(got.getEnvelope().getRoutingKey()).isEqualTo(queue);
        assertThat(got.getEnvelope().isRedeliver()).isFalse();
    }

    @Test
    void publish_to_a_missing_exchange_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.basicPublish("contract-none", "k", null, bytes("m"))))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (60,40)");
    }

    @Test
    void immediate_ends_the_connection() throws Exception {
        var own = connect();
        assertThat(connectionError(own, () -> own.createChannel().basicPublish("", "k", false, true, null, bytes("m"))))
                .isEqualTo("540 NOT_IMPLEMENTED - immediate=true (60,40)");
    }

    @Test
    void unroutable_mandatory_message_returns() throws Exception {
        CompletableFuture<Return> returned = new CompletableFuture<>();
        channel.addReturnListener(returned::complete);
        channel.basicPublish("amq.direct", "contract-nowhere", true, with().messageId("id").build(), bytes("m"));
        Return heard = await(returned);
        assertThat(heard.getReplyCode()).isEqualTo(312);
        assertThat(heard.getReplyText()).isEqualTo("NO_ROUTE");
        assertThat(heard.getExchange()).isEqualTo("amq.direct");
        assertThat(heard.getRoutingKey()).isEqualTo("contract-nowhere");
        assertThat(heard.getProperties().getMessageId()).isEqualTo("id");
        assertThat(text(heard.getBody())).isEqualTo("m");
    }

    @Test
    void routed_mandatory_message_does_not_return() throws Exception {
        String queue = queue();
        CompletableFuture<String> first = new CompletableFuture<>();
        channel.addReturnListener(returned -> first.complete(text(returned.getBody())));
        channel.basicPublish("", queue, true, null, bytes("routed"));
        channel.basicPublish("", "contract-nowhere", true, null, bytes("unroutable"));
        assertThat(await(first)).isEqualTo("unroutable");
        awaitReady(queue, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"x|no_integer", "-1|{value_negative,-1}", "1.5|{leftover_string,\".5\"}",
            "''|no_integer", "99999999999999|{value_too_large,99999999999999}", "'5 '|{leftover_string,\" \"}"})
    void wrong_expiration_is_refused(String expiration, String complaint) throws Exception {
        assertThat(channelError(() -> channel.basicPublish("", "k", with().expiration(expiration).build(), bytes("m"))))
                .isEqualTo(
                        "406 PRECONDITION_FAILED - invalid expiration '" + expiration + "': " + complaint + " (60,40)");
    }

    @Test
    void foreign_user_id_is_refused() throws Exception {
        assertThat(channelError(() -> channel.basicPublish("", "k", with().userId("somebody").build(), bytes("m"))))
                .isEqualTo(
                        "406 PRECONDITION_FAILED - user_id property set to 'somebody' but authenticated user was 'guest'"
                                + " (60,40)");
    }

    @Test
    void copies_go_to_every_carbon_copy() throws Exception {
        String first = queue();
        String second = queue();
        String third = queue();
        put(first, with().headers(Map.of("CC", List.of(second, "contract-nowhere"), "BCC", List.of(third))).build(),
                "m");
        var got = channel.basicGet(first, true);
        assertThat(got.getProps().getHeaders()).containsOnlyKeys("CC");
        assertThat(got.getEnvelope().getRoutingKey()).isEqualTo(first);
        var copy = channel.basicGet(second, true);
        assertThat(copy.getProps().getHeaders()).containsOnlyKeys("CC");
        assertThat(copy.getEnvelope().getRoutingKey()).isEqualTo(first);
        var blind = channel.basicGet(third, true);
        assertThat(blind.getProps().getHeaders()).containsOnlyKeys("CC");
    }

    @ParameterizedTest
    @CsvSource({"CC", "BCC"})
    void carbon_copy_that_is_no_list_is_refused(String header) throws Exception {
        assertThat(channelError(
                () -> channel.basicPublish("", "k", with().headers(Map.of(header, "x")).build(), bytes("m"))))
                .isEqualTo("406 PRECONDITION_FAILED - invalid message: {unacceptable_type_in_header,\"" + header
                        + "\",longstr} (60,40)");
    }

    @Test
    void large_bodies_are_cut_and_joined() throws Exception {
        String queue = queue();
        byte[] body = new byte[1_000_001];
        new java.util.Random(1).nextBytes(body);
        channel.confirmSelect();
        channel.basicPublish("", queue, null, body);
        channel.basicPublish("", queue, null, new byte[0]);
        channel.waitForConfirmsOrDie(30_000);
        assertThat(channel.basicGet(queue, true).getBody()).isEqualTo(body);
        assertThat(channel.basicGet(queue, true).getBody()).isEmpty();
    }

    @Test
    void unknown_priority_and_mode_are_kept() throws Exception {
        String queue = queue();
        put(queue, with().deliveryMode(1).priority(200).build(), "m");
        var got = channel.basicGet(queue, true);
        assertThat(got.getProps().getDeliveryMode()).isEqualTo(1);
        assertThat(got.getProps().getPriority()).isEqualTo(200);
    }

    @Test
    void messages_of_one_channel_keep_their_order() throws Exception {
        String queue = queue();
        String[] bodies = new String[300];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = "m" + i;
        }
        put(queue, bodies);
        assertThat(drain(queue)).containsExactly(bodies);
    }

    @Test
    void error_text_is_cut_to_its_length() throws Exception {
        String name = "contract-" + "x".repeat(241);
        assertThat(channelError(() -> channel.basicPublish(name, "k", null, bytes("m"))))
                .isEqualTo("404 " + ("NOT_FOUND - no exchange '" + name + "' in vhost '/'").substring(0, 252)
                        + "... (60,40)");
    }
}
