package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// basic.consume, basic.deliver, basic.cancel in both directions, and basic.get.
class ConsumeTest extends Contract {

    @Test
    void deliveries_have_tag_number_and_origin() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2");
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        Delivery first = consumer.next();
        Delivery second = consumer.next();
        assertThat(text(first.getBody()) + text(second.getBody())).isEqualTo("m1m2");
        assertThat(first.getEnvelope().getDeliveryTag()).isEqualTo(1);
        assertThat(second.getEnvelope().getDeliveryTag()).isEqualTo(2);
        assertThat(first.getEnvelope().getExchange()).isEmpty();
        assertThat(first.getEnvelope().getRoutingKey()).isEqualTo(queue);
        assertThat(first.getEnvelope().isRedeliver()).isFalse();
        assertThat(consumer.tag).startsWith("amq.ctag-");
    }

    @Test
    void automatic_acknowledgement_removes_at_once() throws Exception {
        String queue = queue();
        put(queue, "m");
        Deliveries.automatic(this, channel, queue).next();
        channel.abort();
        channel = broker.connection().createChannel();
        assertThat(ready(queue)).isZero();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    void consumers_of_a_queue_take_turns() throws Exception {
        String queue = queue();
        Deliveries first = Deliveries.automatic(this, anotherChannel(), queue);
        Deliveries second = Deliveries.automatic(this, otherChannel(), queue);
        put(queue, "m1", "m2", "m3", "m4");
        assertThat(first.next(2)).hasSize(2);
        assertThat(second.next(2)).hasSize(2);
    }

    @Test
    void same_tag_twice_ends_the_connection() throws Exception {
        String queue = queue();
        Channel own = connect().createChannel();
        own.basicConsume(queue, true, "mine", Deliveries.unused(this, own));
        assertThat(connectionError(own.getConnection(),
                () -> own.asyncRpc(new AMQP.Basic.Consume.Builder().queue(queue).consumerTag("mine").build())))
                .isEqualTo("530 NOT_ALLOWED - attempt to reuse consumer tag 'mine' (60,20)");
    }

    @Test
    void consume_from_a_missing_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.basicConsume("contract-none", Deliveries.unused(this, channel))))
                .isEqualTo("404 NOT_FOUND - no queue 'contract-none' in vhost '/' (60,20)");
    }

    @Test
    void exclusive_consumer_stands_alone() throws Exception {
        String queue = queue();
        Channel first = anotherChannel();
        first.basicConsume(queue, true, "", false, true, null, Deliveries.unused(this, first));
        assertThat(channelError(() -> channel.basicConsume(queue, Deliveries.unused(this, channel))))
                .isEqualTo("403 ACCESS_REFUSED - queue '" + queue + "' in vhost '/' in exclusive use (60,20)");
    }

    @Test
    void exclusive_consumer_does_not_join_others() throws Exception {
        String queue = queue();
        Deliveries.manual(this, anotherChannel(), queue);
        assertThat(channelError(
                () -> channel.basicConsume(queue, true, "", false, true, null, Deliveries.unused(this, channel))))
                .isEqualTo("403 ACCESS_REFUSED - queue '" + queue + "' in vhost '/' in exclusive use (60,20)");
    }

    @Test
    void exclusive_use_ends_with_the_consumer() throws Exception {
        String queue = queue();
        Channel first = anotherChannel();
        String tag = first.basicConsume(queue, true, "", false, true, null, Deliveries.unused(this, first));
        first.basicCancel(tag);
        Deliveries.manual(this, channel, queue);
    }

    @Test
    void no_local_is_ignored() throws Exception {
        String queue = queue();
        Deliveries consumer = Deliveries.unused(this, channel);
        channel.basicConsume(queue, true, "", true, false, null, consumer);
        channel.basicPublish("", queue, null, bytes("m"));
        assertThat(consumer.nextText()).isEqualTo("m");
    }

    @Test
    void consume_without_waiting_is_done_in_order() throws Exception {
        String queue = queue();
        channel.asyncRpc(new AMQP.Basic.Consume.Builder().queue(queue).consumerTag("quick").nowait(true).build());
        assertThat(consumers(queue)).isEqualTo(1);
        channel.asyncRpc(new AMQP.Basic.Cancel.Builder().consumerTag("quick").nowait(true).build());
        assertThat(consumers(queue)).isZero();
    }

    @Test
    void cancelled_consumer_keeps_what_it_has() throws Exception {
        String queue = queue();
        put(queue, "m1");
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        Delivery held = consumer.next();
        consumer.cancel();
        put(queue, "m2");
        assertThat(ready(queue)).isEqualTo(1);
        consumer.acknowledge(held);
        assertThat(drain(queue)).containsExactly("m2");
    }

    @Test
    void cancel_of_an_unknown_tag_is_answered() throws Exception {
        AMQP.Basic.CancelOk answer = (AMQP.Basic.CancelOk) channel
                .rpc(new AMQP.Basic.Cancel.Builder().consumerTag("nobody").build()).getMethod();
        assertThat(answer.getConsumerTag()).isEqualTo("nobody");
    }

    @Test
    void deleted_queue_cancels_its_consumer() throws Exception {
        String queue = queue();
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        otherChannel().queueDelete(queue);
        assertThat(await(consumer.cancelled)).isEqualTo(consumer.tag);
        channel.basicQos(1);
    }

    @Test
    void closed_channel_gives_everything_back() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2", "m3");
        Channel first = anotherChannel();
        Deliveries.manual(this, first, queue).next(3);
        first.close();
        awaitReady(queue, 3);
        var again = channel.basicGet(queue, true);
        assertThat(text(again.getBody())).isEqualTo("m1");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
    }

    static Stream<Arguments> wrongArguments() {
        return Stream.of(Arguments.of("x-priority", "high", "\"expected integer, got longstr\""),
                Arguments.of("x-priority", true, "\"expected integer, got bool\""),
                Arguments.of("x-cancel-on-ha-failover", "yes", "{unacceptable_type,longstr}"));
    }

    @ParameterizedTest
    @MethodSource("wrongArguments")
    void wrong_argument_is_refused(String argument, Object value, String complaint) throws Exception {
        String queue = queue();
        assertThat(channelError(
                () -> Deliveries.start(this, channel, queue, false, Map.of(argument, value))))
                .isEqualTo("406 PRECONDITION_FAILED - invalid arg '" + argument + "' for queue '" + queue
                        + "' in vhost '/': " + complaint + " (60,20)");
    }

    @Test
    void get_tells_how_many_are_left() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2", "m3");
        var got = channel.basicGet(queue, false);
        assertThat(got.getMessageCount()).isEqualTo(2);
        assertThat(got.getEnvelope().getDeliveryTag()).isEqualTo(1);
        assertThat(got.getEnvelope().isRedeliver()).isFalse();
        assertThat(channel.basicGet(queue, true).getEnvelope().getDeliveryTag()).isEqualTo(2);
    }

    @Test
    void get_from_an_empty_queue_is_empty() throws Exception {
        assertThat(channel.basicGet(queue(), true)).isNull();
    }

    @Test
    void get_from_a_missing_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.basicGet("contract-none", true)))
                .isEqualTo("404 NOT_FOUND - no queue 'contract-none' in vhost '/' (60,70)");
    }

    @Test
    void get_is_served_beside_an_exclusive_consumer() throws Exception {
        String queue = queue();
        Channel first = anotherChannel();
        first.basicConsume(queue, true, "", false, true, null, Deliveries.unused(this, first));
        channel.basicGet(queue, true);
    }

    @Test
    void get_is_not_limited_by_prefetch() throws Exception {
        String queue = queue();
        put(queue, "m1", "m2");
        channel.basicQos(1, true);
        assertThat(text(channel.basicGet(queue, false).getBody())).isEqualTo("m1");
        assertThat(text(channel.basicGet(queue, false).getBody())).isEqualTo("m2");
    }

    @Test
    void empty_name_without_a_declared_queue_is_not_found() throws Exception {
        assertThat(channelError(() -> channel.basicGet("", true)))
                .isEqualTo("404 NOT_FOUND - no previously declared queue (60,70)");
        Channel next = anotherChannel();
        assertThat(channelError(next, () -> next.basicConsume("", Deliveries.unused(this, next))))
                .isEqualTo("404 NOT_FOUND - no previously declared queue (60,20)");
    }

    @Test
    void long_queue_is_delivered_in_order() throws Exception {
        String queue = queue();
        CompletableFuture<Void> published = CompletableFuture.runAsync(() -> {
            try {
                put(queue, java.util.stream.IntStream.range(0, 2000).mapToObj(i -> "m" + i).toArray(String[]::new));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Deliveries consumer = Deliveries.automatic(this, channel, queue);
        for (int i = 0; i < 2000; i++) {
            assertThat(consumer.nextText()).isEqualTo("m" + i);
        }
        await(published);
    }
}
