package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Delivery;
import org.junit.jupiter.api.Test;

/// How many deliveries may be outstanding: per consumer, per channel, and none.
class QosTest extends Contract {

    @Test
    void prefetch_limits_each_consumer() throws Exception {
        String queue = queue();
        channel.basicQos(2);
        Deliveries first = Deliveries.manual(this, channel, queue);
        Deliveries second = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2", "m3", "m4", "m5", "m6");
        Delivery held = first.next();
        first.next();
        second.next(2);
        assertThat(ready(queue)).isEqualTo(2);
        first.acknowledge(held);
        assertThat(first.nextText()).isEqualTo("m5");
        assertThat(ready(queue)).isEqualTo(1);
    }

    @Test
    void prefetch_counts_from_the_next_consumer_on() throws Exception {
        String queue = queue();
        Deliveries unlimited = Deliveries.manual(this, channel, queue);
        channel.basicQos(1);
        put(queue, "m1", "m2", "m3");
        assertThat(unlimited.next(3)).hasSize(3);
    }

    @Test
    void global_prefetch_limits_the_channel() throws Exception {
        String queue = queue();
        String other = queue();
        channel.basicQos(3, true);
        Deliveries first = Deliveries.manual(this, channel, queue);
        Deliveries second = Deliveries.manual(this, channel, other);
        put(queue, "m1", "m2");
        Delivery held = first.next();
        first.next();
        put(other, "n1", "n2");
        second.next();
        await("one that waits", () -> ready(other) == 1);
        first.acknowledge(held);
        assertThat(second.nextText()).isEqualTo("n2");
    }

    @Test
    void global_prefetch_counts_for_consumers_that_are_there() throws Exception {
        String queue = queue();
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        channel.basicQos(1, true);
        put(queue, "m1", "m2");
        Delivery held = consumer.next();
        await("one that waits", () -> ready(queue) == 1);
        channel.basicQos(0, true);
        assertThat(consumer.nextText()).isEqualTo("m2");
        consumer.acknowledge(held);
    }

    @Test
    void acknowledgement_in_a_transaction_makes_room_at_the_commit() throws Exception {
        String queue = queue();
        channel.txSelect();
        channel.basicQos(1, true);
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2", "m3");
        consumer.acknowledge(consumer.next());
        channel.txRollback();
        awaitReady(queue, 2);
        channel.basicAck(1, false);
        awaitReady(queue, 2);
        channel.txCommit();
        assertThat(consumer.nextText()).isEqualTo("m2");
    }

    @Test
    void both_limits_hold_together() throws Exception {
        String queue = queue();
        channel.basicQos(2, false);
        channel.basicQos(3, true);
        Deliveries first = Deliveries.manual(this, channel, queue);
        Deliveries second = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2", "m3", "m4", "m5");
        await("two that wait", () -> ready(queue) == 2);
        await("three deliveries", () -> first.waiting() + second.waiting() == 3);
    }

    @Test
    void automatic_acknowledgement_knows_no_limit() throws Exception {
        String queue = queue();
        channel.basicQos(1);
        Deliveries consumer = Deliveries.automatic(this, channel, queue);
        put(queue, "m1", "m2", "m3");
        assertThat(consumer.next(3)).containsExactly("m1", "m2", "m3");
    }

    @Test
    void limit_in_bytes_ends_the_connection() throws Exception {
        var own = connect();
        var ownChannel = own.createChannel();
        assertThat(connectionError(own, () -> ownChannel.basicQos(5, 1, false)))
                .isEqualTo("540 NOT_IMPLEMENTED - prefetch_size!=0 (5) (60,10)");
    }

    @Test
    void settled_messages_make_room_in_runs() throws Exception {
        String queue = queue();
        channel.basicQos(2);
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2", "m3", "m4");
        consumer.next();
        Delivery second = consumer.next();
        channel.basicAck(second.getEnvelope().getDeliveryTag(), true);
        Delivery third = consumer.next();
        consumer.next();
        channel.basicNack(third.getEnvelope().getDeliveryTag(), false, false);
        assertThat(ready(queue)).isZero();
    }

    @Test
    void rejected_message_comes_again_to_a_consumer_with_room() throws Exception {
        String queue = queue();
        channel.basicQos(1);
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2");
        Delivery first = consumer.next();
        channel.basicReject(first.getEnvelope().getDeliveryTag(), true);
        Delivery again = consumer.next();
        assertThat(text(again.getBody())).isEqualTo("m1");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
    }
}
