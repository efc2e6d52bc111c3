package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Queues with x-max-length and x-max-length-bytes, and what they do when they are full.
class LimitsTest extends Contract {

    @Test
    void oldest_messages_are_dropped() throws Exception {
        String queue = queue(Map.of("x-max-length", 3));
        put(queue, "m1", "m2", "m3", "m4", "m5");
        assertThat(drain(queue)).containsExactly("m3", "m4", "m5");
    }

    @Test
    void length_zero_keeps_nothing() throws Exception {
        String queue = queue(Map.of("x-max-length", 0));
        put(queue, "m1");
        assertThat(ready(queue)).isZero();
    }

    @Test
    void length_zero_delivers_to_a_waiting_consumer() throws Exception {
        String queue = queue(Map.of("x-max-length", 0));
        Deliveries consumer = Deliveries.automatic(this, channel, queue);
        put(queue, "m1");
        assertThat(consumer.nextText()).isEqualTo("m1");
    }

    @Test
    void held_messages_do_not_count() throws Exception {
        String queue = queue(Map.of("x-max-length", 2));
        put(queue, "m1", "m2");
        long held = channel.basicGet(queue, false).getEnvelope().getDeliveryTag();
        put(queue, "m3");
        assertThat(ready(queue)).isEqualTo(2);
        channel.basicReject(held, true);
        await("a drop", () -> ready(queue) == 2);
        assertThat(drain(queue)).containsExactly("m2", "m3");
    }

    @Test
    void bytes_of_bodies_are_counted() throws Exception {
        String queue = queue(Map.of("x-max-length-bytes", 10));
        put(queue, "aaaa", "bbbb", "cccc");
        assertThat(drain(queue)).containsExactly("bbbb", "cccc");
        put(queue, "much more than ten");
        assertThat(ready(queue)).isZero();
    }

    @Test
    void both_limits_hold() throws Exception {
        String queue = queue(Map.of("x-max-length", 2, "x-max-length-bytes", 5));
        put(queue, "a", "b", "c");
        assertThat(ready(queue)).isEqualTo(2);
        put(queue, "dddd");
        assertThat(drain(queue)).containsExactly("c", "dddd");
    }

    @Test
    void full_queue_may_reject_the_newest() throws Exception {
        String queue = queue(Map.of("x-max-length", 2, "x-overflow", "reject-publish"));
        put(queue, "m1", "m2", "m3");
        assertThat(drain(queue)).containsExactly("m1", "m2");
    }

    @Test
    void rejecting_queue_without_confirms_forgets() throws Exception {
        String queue = queue(Map.of("x-max-length", 1, "x-overflow", "reject-publish"));
        channel.basicPublish("", queue, null, bytes("m1"));
        channel.basicPublish("", queue, null, bytes("m2"));
        put(queue, "m3");
        assertThat(drain(queue)).containsExactly("m1");
        put(queue, "m4");
        assertThat(drain(queue)).containsExactly("m4");
    }

    @Test
    void rejecting_queue_counts_bytes() throws Exception {
        String queue = queue(Map.of("x-max-length-bytes", 6, "x-overflow", "reject-publish"));
        put(queue, "aaaa", "bbbb", "c");
        assertThat(drain(queue)).contains("aaaa");
    }

    @Test
    void dropped_messages_are_dead_lettered() throws Exception {
        String dead = queue();
        String queue = queue(
                Map.of("x-max-length", 1, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(queue, "m1", "m2", "m3");
        var first = take(dead);
        assertThat(text(first.getBody())).isEqualTo("m1");
        assertThat(first.getProps().getHeaders().get("x-first-death-reason")).hasToString("maxlen");
        assertThat(text(take(dead).getBody())).isEqualTo("m2");
        assertThat(drain(queue)).containsExactly("m3");
    }

    @Test
    void rejected_publishes_are_dead_lettered_when_asked() throws Exception {
        String dead = queue();
        String queue = queue(Map.of("x-max-length", 1, "x-overflow", "reject-publish-dlx", "x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", dead));
        put(queue, "m1", "m2");
        var refused = take(dead);
        assertThat(text(refused.getBody())).isEqualTo("m2");
        assertThat(refused.getProps().getHeaders().get("x-first-death-reason")).hasToString("maxlen");
        assertThat(drain(queue)).containsExactly("m1");
    }

    @Test
    void rejected_publishes_are_not_dead_lettered_otherwise() throws Exception {
        String dead = queue();
        String queue = queue(Map.of("x-max-length", 1, "x-overflow", "reject-publish", "x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", dead));
        put(queue, "m1", "m2");
        channel.basicReject(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), false);
        assertThat(text(take(dead).getBody())).isEqualTo("m1");
        assertThat(ready(dead)).isZero();
    }
}
