package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Declaring and deleting exchanges.
class ExchangeTest extends Contract {

    @ParameterizedTest
    @ValueSource(strings = {"direct", "fanout", "topic", "headers"})
    void exchange_can_be_declared_twice_alike(String type) throws Exception {
        String name = exchangeName();
        Map<String, Object> arguments = Map.of("alternate-exchange", "amq.fanout", "own", 5);
        channel.exchangeDeclare(name, type, true, true, false, arguments);
        channel.exchangeDeclare(name, type, true, true, false, arguments);
        otherChannel().exchangeDeclarePassive(name);
    }

    @Test
    void unknown_arguments_need_not_be_alike() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "direct", false, false, Map.of("own", 5));
        channel.exchangeDeclare(name, "direct", false, false, Map.of("own", 6));
    }

    @Test
    void declare_without_waiting_is_done_in_order() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclareNoWait(name, "fanout", false, false, false, Map.of());
        channel.exchangeDeclarePassive(name);
        channel.exchangeDeleteNoWait(name, false);
        assertThat(channelError(() -> channel.exchangeDeclarePassive(name)))
                .isEqualTo("404 NOT_FOUND - no exchange '" + name + "' in vhost '/' (40,10)");
    }

    @Test
    void passive_declare_of_a_missing_one_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.exchangeDeclarePassive("contract-none")))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (40,10)");
    }

    @Test
    void other_type_is_refused() throws Exception {
        String name = exchange("direct");
        assertThat(channelError(() -> channel.exchangeDeclare(name, "fanout", false, false, Map.of())))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'type' for exchange '" + name
                        + "' in vhost '/': received 'fanout' but current is 'direct' (40,10)");
    }

    @Test
    void other_durability_is_refused() throws Exception {
        String name = exchange("direct");
        assertThat(channelError(() -> channel.exchangeDeclare(name, "direct", true, false, Map.of())))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'durable' for exchange '" + name
                        + "' in vhost '/': received 'true' but current is 'false' (40,10)");
    }

    @Test
    void other_auto_delete_is_refused() throws Exception {
        String name = exchange("direct");
        assertThat(channelError(() -> channel.exchangeDeclare(name, "direct", false, true, Map.of())))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'auto_delete' for exchange '" + name
                        + "' in vhost '/': received 'true' but current is 'false' (40,10)");
    }

    @Test
    void other_internal_is_refused() throws Exception {
        String name = exchange("direct");
        assertThat(channelError(() -> channel.exchangeDeclare(name, "direct", false, false, true, Map.of())))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'internal' for exchange '" + name
                        + "' in vhost '/': received 'true' but current is 'false' (40,10)");
    }

    @Test
    void other_alternate_exchange_is_refused() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "direct", false, false, Map.of("alternate-exchange", "amq.fanout"));
        assertThat(channelError(() -> channel.exchangeDeclare(name, "direct", false, false, Map.of())))
                .isEqualTo("406 PRECONDITION_FAILED - inequivalent arg 'alternate-exchange' for exchange '" + name
                        + "' in vhost '/': received none but current is the value 'amq.fanout' of type 'longstr' (40,10)");
    }

    @Test
    void alternate_exchange_of_another_type_of_value_is_refused() throws Exception {
        String name = exchangeName();
        assertThat(channelError(() -> channel.exchangeDeclare(name, "direct", false, false,
                Map.of("alternate-exchange", 5))))
                .isEqualTo(
                        "406 PRECONDITION_FAILED - invalid type 'signedint' for arg 'alternate-exchange' in exchange '"
                                + name + "' in vhost '/' (40,10)");
    }

    @Test
    void unknown_type_ends_the_connection() throws Exception {
        var own = connect();
        assertThat(connectionError(own, () -> own.createChannel().exchangeDeclare("contract-x", "no-such-type")))
                .isEqualTo("503 COMMAND_INVALID - unknown exchange type 'no-such-type' (40,10)");
    }

    @Test
    void reserved_name_is_refused() throws Exception {
        assertThat(channelError(() -> channel.exchangeDeclare("amq.contract", "direct")))
                .isEqualTo(
                        "403 ACCESS_REFUSED - exchange name 'amq.contract' contains reserved prefix 'amq.*' (40,10)");
    }

    @Test
    void default_exchange_cannot_be_declared() throws Exception {
        assertThat(channelError(() -> channel.exchangeDeclare("", "direct", true)))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,10)");
    }

    @Test
    void default_exchange_cannot_be_asked_for() throws Exception {
        assertThat(channelError(() -> channel.exchangeDeclarePassive("")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,10)");
    }

    @Test
    void default_exchange_cannot_be_deleted() throws Exception {
        assertThat(channelError(() -> channel.exchangeDelete("")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,20)");
    }

    @Test
    void system_exchange_cannot_be_deleted() throws Exception {
        assertThat(channelError(() -> channel.exchangeDelete("amq.direct")))
                .isEqualTo("403 ACCESS_REFUSED - deletion of system exchange 'amq.direct' in vhost '/' not allowed"
                        + " (40,20)");
    }

    @Test
    void deletion_of_a_missing_one_is_answered() throws Exception {
        channel.exchangeDelete("contract-none");
        channel.exchangeDelete("contract-none", true);
    }

    @Test
    void exchange_in_use_is_not_deleted_if_unused() throws Exception {
        String name = exchange("fanout");
        channel.queueBind(queue(), name, "");
        assertThat(channelError(() -> channel.exchangeDelete(name, true)))
                .isEqualTo("406 PRECONDITION_FAILED - exchange '" + name + "' in vhost '/' in use (40,20)");
    }

    @Test
    void exchange_without_bindings_is_deleted_if_unused() throws Exception {
        String name = exchange("fanout");
        channel.exchangeDelete(name, true);
        assertThat(channelError(() -> channel.exchangeDeclarePassive(name))).startsWith("404");
    }

    @Test
    void deleted_exchange_takes_its_bindings_along() throws Exception {
        String name = exchange("fanout");
        String queue = queue();
        channel.queueBind(queue, name, "");
        channel.exchangeDelete(name);
        channel.exchangeDeclare(name, "fanout", false, false, Map.of());
        send(name, "", new AMQP.BasicProperties(), "m");
        assertThat(ready(queue)).isZero();
    }

    @Test
    void auto_delete_exchange_goes_with_its_last_binding() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "fanout", false, true, Map.of());
        String queue = queue();
        channel.queueBind(queue, name, "");
        channel.exchangeDeclarePassive(name);
        channel.queueUnbind(queue, name, "");
        assertThat(channelError(() -> channel.exchangeDeclarePassive(name))).startsWith("404");
    }

    @Test
    void auto_delete_exchange_goes_with_its_last_queue() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "fanout", false, true, Map.of());
        String queue = queue();
        channel.queueBind(queue, name, "");
        channel.queueDelete(queue);
        assertThat(channelError(() -> channel.exchangeDeclarePassive(name))).startsWith("404");
    }

    @Test
    void internal_exchange_takes_no_publish() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "fanout", false, false, true, Map.of());
        assertThat(channelError(() -> channel.basicPublish(name, "", null, bytes("m"))))
                .isEqualTo("403 ACCESS_REFUSED - cannot publish to internal exchange '" + name
                        + "' in vhost '/' (60,40)");
    }

    @Test
    void internal_exchange_takes_what_another_one_sends() throws Exception {
        String inner = exchangeName();
        channel.exchangeDeclare(inner, "fanout", false, false, true, Map.of());
        String outer = exchange("fanout");
        String queue = queue();
        channel.queueBind(queue, inner, "");
        channel.exchangeBind(inner, outer, "");
        send(outer, "", new AMQP.BasicProperties(), "m");
        assertThat(ready(queue)).isEqualTo(1);
    }

    @Test
    void alternate_exchange_gets_what_is_not_routed() throws Exception {
        String alternate = exchange("fanout");
        String name = exchangeName();
        channel.exchangeDeclare(name, "direct", false, false, Map.of("alternate-exchange", alternate));
        String known = queue();
        String rest = queue();
        channel.queueBind(known, name, "known");
        channel.queueBind(rest, alternate, "");
        send(name, "known", new AMQP.BasicProperties(), "m1");
        send(name, "unknown", new AMQP.BasicProperties(), "m2");
        assertThat(drain(known)).containsExactly("m1");
        var message = channel.basicGet(rest, true);
        assertThat(text(message.getBody())).isEqualTo("m2");
        assertThat(message.getEnvelope().getExchange()).isEqualTo(name);
    }

    @Test
    void alternate_exchanges_form_chains_and_circles() throws Exception {
        String first = exchangeName();
        String second = exchangeName();
        String third = exchangeName();
        channel.exchangeDeclare(first, "direct", false, false, Map.of("alternate-exchange", second));
        channel.exchangeDeclare(second, "direct", false, false, Map.of("alternate-exchange", third));
        channel.exchangeDeclare(third, "direct", false, false, Map.of("alternate-exchange", first));
        String queue = queue();
        channel.queueBind(queue, third, "k");
        send(first, "k", new AMQP.BasicProperties(), "m1");
        send(first, "nowhere", new AMQP.BasicProperties(), "m2");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void missing_alternate_exchange_is_as_none() throws Exception {
        String name = exchangeName();
        channel.exchangeDeclare(name, "direct", false, false, Map.of("alternate-exchange", "contract-none"));
        send(name, "k", new AMQP.BasicProperties(), "m");
        channel.exchangeDeclarePassive(name);
    }
}
