package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// x-message-ttl, expiration of single messages, and x-expires.
class ExpiryTest extends Contract {

    private static AMQP.BasicProperties expiring(int millis) {
        return new AMQP.BasicProperties.Builder().expiration(String.valueOf(millis)).build();
    }

    @Test
    void messages_of_a_queue_expire() throws Exception {
        String queue = queue(Map.of("x-message-ttl", 20));
        put(queue, "m1", "m2");
        awaitReady(queue, 0);
        assertThat(channel.basicGet(queue, true)).isNull();
    }

    @Test
    void single_message_expires() throws Exception {
        String queue = queue();
        put(queue, expiring(20), "m1");
        awaitReady(queue, 0);
    }

    @Test
    void shorter_of_both_times_counts() throws Exception {
        String queue = queue(Map.of("x-message-ttl", 3_600_000));
        put(queue, expiring(20), "m1");
        awaitReady(queue, 0);
        String other = queue(Map.of("x-message-ttl", 20));
        put(other, expiring(3_600_000), "m2");
        awaitReady(other, 0);
    }

    @Test
    void message_expires_at_the_head_only() throws Exception {
        String queue = queue();
        String dead = queue();
        put(queue, "forever");
        put(queue, expiring(1), "short");
        String clock = queue(
                Map.of("x-message-ttl", 50, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        take(dead);
        assertThat(ready(queue)).isEqualTo(2);
        assertThat(text(channel.basicGet(queue, true).getBody())).isEqualTo("forever");
        awaitReady(queue, 0);
        assertThat(channel.basicGet(queue, true)).isNull();
    }

    @Test
    void time_zero_expires_what_nobody_waits_for() throws Exception {
        String queue = queue(Map.of("x-message-ttl", 0));
        put(queue, "m1");
        assertThat(ready(queue)).isZero();
        Deliveries consumer = Deliveries.automatic(this, channel, queue);
        put(queue, "m2");
        assertThat(consumer.nextText()).isEqualTo("m2");
    }

    @Test
    void held_message_expires_when_it_returns() throws Exception {
        String queue = queue(Map.of("x-message-ttl", 20));
        Deliveries waiting = Deliveries.manual(this, channel, queue);
        put(queue, "m1");
        var held = waiting.next(); // who waits gets it before it expires
        waiting.cancel();
        String dead = queue();
        String clock = queue(
                Map.of("x-message-ttl", 60, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        take(dead);
        channel.basicReject(held.getEnvelope().getDeliveryTag(), true);
        awaitReady(queue, 0);
    }

    @Test
    void expired_messages_are_dead_lettered() throws Exception {
        String dead = queue();
        String queue = queue(
                Map.of("x-message-ttl", 20, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(queue, "m1");
        var expired = take(dead);
        assertThat(text(expired.getBody())).isEqualTo("m1");
        assertThat(expired.getProps().getHeaders().get("x-first-death-reason")).hasToString("expired");
    }

    @Test
    void expiration_is_taken_out_of_a_dead_letter() throws Exception {
        String dead = queue();
        String queue = queue(Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(queue, expiring(20), "m1");
        var expired = take(dead);
        assertThat(expired.getProps().getExpiration()).isNull();
        assertThat(expired.getProps().getHeaders().get("x-death").toString()).contains("original-expiration=20");
    }

    @Test
    void expiration_stays_readable() throws Exception {
        String queue = queue();
        put(queue, expiring(3_600_000), "m1");
        assertThat(channel.basicGet(queue, true).getProps().getExpiration()).isEqualTo("3600000");
    }

    private boolean isGone(String queue) throws Exception {
        Channel asking = broker.connection().createChannel();
        try {
            asking.queueDeclarePassive(queue);
            return false;
        } catch (IOException e) {
            return true;
        } finally {
            asking.abort();
        }
    }

    @Test
    void unused_queue_expires() throws Exception {
        String queue = queue(Map.of("x-expires", 30));
        put(queue, "m1");
        String dead = queue();
        String clock = queue(
                Map.of("x-message-ttl", 150, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        take(dead);
        await("end of the queue", () -> isGone(queue));
    }

    @Test
    void queue_with_a_consumer_does_not_expire() throws Exception {
        String queue = queueName();
        channel.queueDeclareNoWait(queue, false, false, false, Map.of("x-expires", 600)); // the consumer is right behind it
        Deliveries consumer = Deliveries.manual(this, channel, queue);
        String dead = queue();
        String clock = queue(
                Map.of("x-message-ttl", 900, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        take(dead);
        assertThat(isGone(queue)).isFalse();
        consumer.cancel();
        put(clock, "and passed again");
        take(dead);
        await("end of the queue", () -> isGone(queue));
    }

    @Test
    void expired_queue_dead_letters_nothing() throws Exception {
        String dead = queue();
        String queue = queue(Map.of("x-expires", 50, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(queue, "m1");
        String clock = queue(
                Map.of("x-message-ttl", 150, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        assertThat(text(take(dead).getBody())).isEqualTo("time has passed");
        await("end of the queue", () -> isGone(queue));
        assertThat(ready(dead)).isZero();
    }
}
