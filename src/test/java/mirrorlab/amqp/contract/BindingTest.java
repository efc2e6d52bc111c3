package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Bindings to queues and between exchanges.
class BindingTest extends Contract {
    private static final AMQP.BasicProperties PLAIN = new AMQP.BasicProperties();

    @Test
    void queue_is_bound_once_and_unbound_once() throws Exception {
        String exchange = exchange("direct");
        String queue = queue();
        channel.queueBind(queue, exchange, "k");
        channel.queueBind(queue, exchange, "k");
        send(exchange, "k", PLAIN, "m1");
        channel.queueUnbind(queue, exchange, "k");
        send(exchange, "k", PLAIN, "m2");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void bindings_with_other_arguments_are_others() throws Exception {
        String exchange = exchange("direct");
        String queue = queue();
        channel.queueBind(queue, exchange, "k", Map.of("a", 1));
        channel.queueBind(queue, exchange, "k", Map.of("a", 2));
        channel.queueUnbind(queue, exchange, "k", Map.of("a", 1));
        send(exchange, "k", PLAIN, "m1");
        channel.queueUnbind(queue, exchange, "k", Map.of("a", 2));
        send(exchange, "k", PLAIN, "m2");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void bind_without_waiting_is_done_in_order() throws Exception {
        String exchange = exchange("direct");
        String queue = queue();
        channel.queueBindNoWait(queue, exchange, "k", Map.of());
        channel.queueDeclarePassive(queue);
        send(exchange, "k", PLAIN, "m");
        assertThat(ready(queue)).isEqualTo(1);
    }

    @Test
    void empty_names_mean_the_last_declared_queue() throws Exception {
        String exchange = exchange("direct");
        String queue = queueName();
        channel.queueDeclare(queue, false, false, false, null);
        channel.queueBind("", exchange, "");
        send(exchange, queue, PLAIN, "by its name");
        channel.queueUnbind("", exchange, "");
        send(exchange, queue, PLAIN, "no more");
        assertThat(drain(queue)).containsExactly("by its name");
    }

    @Test
    void empty_key_with_a_named_queue_stays_empty() throws Exception {
        String exchange = exchange("direct");
        String queue = queue();
        channel.queueBind(queue, exchange, "");
        send(exchange, "", PLAIN, "empty");
        send(exchange, queue, PLAIN, "name");
        assertThat(drain(queue)).containsExactly("empty");
    }

    @Test
    void bind_to_a_missing_exchange_is_not_found() throws Exception {
        String queue = queue();
        assertThat(channelError(() -> channel.queueBind(queue, "contract-none", "")))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (50,20)");
    }

    @Test
    void bind_of_a_missing_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.queueBind("contract-none", "amq.direct", "")))
                .isEqualTo("404 NOT_FOUND - no queue 'contract-none' in vhost '/' (50,20)");
    }

    @Test
    void bind_of_neither_names_the_queue() throws Exception {
        assertThat(channelError(() -> channel.queueBind("contract-none", "contract-nowhere", "")))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-nowhere' in vhost '/' (50,20)");
    }

    @Test
    void bind_to_the_default_exchange_is_refused() throws Exception {
        String queue = queue();
        assertThat(channelError(() -> channel.queueBind(queue, "", "k")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (50,20)");
    }

    @Test
    void unbind_from_the_default_exchange_is_refused() throws Exception {
        String queue = queue();
        assertThat(channelError(() -> channel.queueUnbind(queue, "", "k")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (50,50)");
    }

    @Test
    void empty_queue_name_without_a_declared_one_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.queueBind("", "amq.direct", "k")))
                .isEqualTo("404 NOT_FOUND - no previously declared queue (50,20)");
    }

    @Test
    void unbind_of_what_is_not_bound_is_answered() throws Exception {
        String queue = queue();
        channel.queueUnbind(queue, "amq.direct", "contract-none");
        channel.queueUnbind(queue, "contract-none", "k");
        channel.queueUnbind("contract-none", "amq.direct", "k");
    }

    @Test
    void exchange_routes_to_exchange() throws Exception {
        String source = exchange("topic");
        String destination = exchange("fanout");
        String queue = queue();
        channel.exchangeBind(destination, source, "a.*");
        channel.queueBind(queue, destination, "");
        send(source, "a.b", PLAIN, "m1");
        send(source, "b.b", PLAIN, "m2");
        channel.exchangeUnbind(destination, source, "a.*");
        send(source, "a.b", PLAIN, "m3");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void circle_of_exchanges_ends() throws Exception {
        String first = exchange("fanout");
        String second = exchange("fanout");
        String queue = queue();
        channel.exchangeBind(first, second, "");
        channel.exchangeBind(second, first, "");
        channel.exchangeBind(first, first, "");
        channel.queueBind(queue, first, "");
        channel.queueBind(queue, second, "");
        send(first, "", PLAIN, "m");
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    void exchange_bind_without_waiting_is_done_in_order() throws Exception {
        String source = exchange("fanout");
        String destination = exchange("fanout");
        String queue = queue();
        channel.queueBind(queue, destination, "");
        channel.exchangeBindNoWait(destination, source, "", Map.of());
        channel.exchangeDeclarePassive(source);
        send(source, "", PLAIN, "m1");
        channel.exchangeUnbindNoWait(destination, source, "", Map.of());
        channel.exchangeDeclarePassive(source);
        send(source, "", PLAIN, "m2");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void exchange_bind_of_a_missing_one_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.exchangeBind("contract-none", "amq.direct", "")))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (40,30)");
        channel = broker.connection().createChannel();
        assertThat(channelError(() -> channel.exchangeBind("amq.direct", "contract-none", "")))
                .isEqualTo("404 NOT_FOUND - no exchange 'contract-none' in vhost '/' (40,30)");
    }

    @Test
    void exchange_bind_of_the_default_exchange_is_refused() throws Exception {
        assertThat(channelError(() -> channel.exchangeBind("", "amq.direct", "")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,30)");
        channel = broker.connection().createChannel();
        assertThat(channelError(() -> channel.exchangeBind("amq.direct", "", "")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,30)");
    }

    @Test
    void exchange_unbind_of_what_is_not_bound_is_answered() throws Exception {
        channel.exchangeUnbind("amq.direct", "amq.fanout", "contract-none");
        channel.exchangeUnbind("contract-none", "amq.fanout", "k");
    }

    @Test
    void exchange_unbind_from_the_default_exchange_is_refused() throws Exception {
        assertThat(channelError(() -> channel.exchangeUnbind("amq.direct", "", "")))
                .isEqualTo("403 ACCESS_REFUSED - operation not permitted on the default exchange (40,40)");
    }

    @Test
    void headers_binding_with_an_unknown_match_is_refused() throws Exception {
        String queue = queue();
        assertThat(channelError(() -> channel.queueBind(queue, "amq.headers", "", Map.of("x-match", "some"))))
                .isEqualTo(
                        "406 PRECONDITION_FAILED - Invalid x-match field value <<\"some\">>; expected all, any, all-with-x,"
                                + " or any-with-x (50,20)");
    }

    @Test
    void headers_binding_with_a_match_of_another_type_is_refused() throws Exception {
        String queue = queue();
        assertThat(channelError(() -> channel.queueBind(queue, "amq.headers", "", Map.of("x-match", 1))))
                .isEqualTo("406 PRECONDITION_FAILED - Invalid x-match field type signedint (value 1); expected longstr"
                        + " (50,20)");
    }

    @Test
    void deleted_queue_takes_its_bindings_along() throws Exception {
        String exchange = exchange("fanout");
        String queue = queue();
        channel.queueBind(queue, exchange, "");
        channel.queueDelete(queue);
        channel.queueDeclare(queue, false, false, false, null);
        send(exchange, "", PLAIN, "m");
        assertThat(ready(queue)).isZero();
    }
}
