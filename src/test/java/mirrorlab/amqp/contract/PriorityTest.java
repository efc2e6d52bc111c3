package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Delivery;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// x-max-priority, x-priority of consumers, and x-single-active-consumer.
class PriorityTest extends Contract {

    private static AMQP.BasicProperties priority(int priority) {
        return new AMQP.BasicProperties.Builder().priority(priority).build();
    }

    @Test
    void higher_priority_comes_first() throws Exception {
        String queue = queue(Map.of("x-max-priority", 5));
        put(queue, priority(1), "low");
        put(queue, priority(5), "high");
        put(queue, "none");
        put(queue, priority(5), "high too");
        put(queue, priority(3), "middle");
        assertThat(drain(queue)).containsExactly("high", "high too", "middle", "low", "none");
    }

    @Test
    void priorities_above_the_highest_are_the_highest() throws Exception {
        String queue = queue(Map.of("x-max-priority", 2));
        put(queue, priority(2), "two");
        put(queue, priority(9), "nine");
        put(queue, priority(1), "one");
        assertThat(drain(queue)).containsExactly("two", "nine", "one");
    }

    @Test
    void priorities_mean_nothing_elsewhere() throws Exception {
        String queue = queue();
        put(queue, priority(1), "m1");
        put(queue, priority(5), "m2");
        assertThat(drain(queue)).containsExactly("m1", "m2");
    }

    @Test
    void returned_message_keeps_its_priority() throws Exception {
        String queue = queue(Map.of("x-max-priority", 5));
        put(queue, priority(5), "high");
        put(queue, priority(1), "low");
        channel.basicReject(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), true);
        awaitReady(queue, 2);
        assertThat(drain(queue)).containsExactly("high", "low");
    }

    @Test
    void full_priority_queue_drops_what_would_come_next() throws Exception {
        String queue = queue(Map.of("x-max-priority", 5, "x-max-length", 2));
        put(queue, priority(5), "high");
        put(queue, priority(1), "low");
        put(queue, priority(3), "middle");
        assertThat(drain(queue)).containsExactly("middle", "low");
    }

    @Test
    void preferred_consumer_gets_everything_while_it_has_room() throws Exception {
        String queue = queue();
        Channel ordinary = anotherChannel();
        Deliveries second = Deliveries.manual(this, ordinary, queue);
        channel.basicQos(2);
        Deliveries first = Deliveries.start(this, channel, queue, false, Map.of("x-priority", 10));
        put(queue, "m1", "m2", "m3");
        Delivery held = first.next();
        assertThat(first.nextText()).isEqualTo("m2");
        assertThat(second.nextText()).isEqualTo("m3");
        first.acknowledge(held);
        channel.basicQos(0);
        put(queue, "m4");
        assertThat(first.nextText()).isEqualTo("m4");
    }

    @Test
    void negative_priority_comes_after_none() throws Exception {
        String queue = queue();
        Deliveries last = Deliveries.start(this, anotherChannel(), queue, true, Map.of("x-priority", -1));
        channel.basicQos(1);
        Deliveries ordinary = Deliveries.manual(this, channel, queue);
        put(queue, "m1", "m2");
        assertThat(ordinary.nextText()).isEqualTo("m1");
        assertThat(last.nextText()).isEqualTo("m2");
    }

    @Test
    void single_active_consumer_gets_everything() throws Exception {
        String queue = queue(Map.of("x-single-active-consumer", true));
        Deliveries active = Deliveries.automatic(this, anotherChannel(), queue);
        Deliveries waiting = Deliveries.automatic(this, otherChannel(), queue);
        put(queue, "m1", "m2", "m3");
        assertThat(active.next(3)).containsExactly("m1", "m2", "m3");
        assertThat(waiting.waiting()).isZero();
        assertThat(consumers(queue)).isEqualTo(2);
    }

    @Test
    void next_consumer_becomes_active_when_the_first_ends() throws Exception {
        String queue = queue(Map.of("x-single-active-consumer", true));
        Channel leaving = anotherChannel();
        Deliveries active = Deliveries.manual(this, leaving, queue);
        Deliveries waiting = Deliveries.automatic(this, otherChannel(), queue);
        put(queue, "m1");
        active.next();
        leaving.close();
        Delivery again = waiting.next();
        assertThat(text(again.getBody())).isEqualTo("m1");
        assertThat(again.getEnvelope().isRedeliver()).isTrue();
    }

    @Test
    void cancelled_active_consumer_hands_over() throws Exception {
        String queue = queue(Map.of("x-single-active-consumer", true));
        Deliveries active = Deliveries.automatic(this, channel, queue);
        Deliveries waiting = Deliveries.automatic(this, otherChannel(), queue);
        active.cancel();
        put(queue, "m1");
        assertThat(waiting.nextText()).isEqualTo("m1");
    }

    @Test
    void exclusive_consumer_is_refused_with_a_single_active_one() throws Exception {
        String queue = queue(Map.of("x-single-active-consumer", true));
        assertThat(channelError(
                () -> channel.basicConsume(queue, true, "", false, true, null, Deliveries.unused(this, channel))))
                .isEqualTo("403 ACCESS_REFUSED - queue '" + queue + "' in vhost '/' in exclusive use (60,20)");
    }

    @Test
    void get_is_served_beside_a_single_active_consumer() throws Exception {
        String queue = queue(Map.of("x-single-active-consumer", true));
        Deliveries.manual(this, anotherChannel(), queue);
        assertThat(channel.basicGet(queue, true)).isNull();
    }
}
