package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where dead letters go and what they tell of their deaths.
class DeadLetterTest extends Contract {
    private static final AMQP.BasicProperties PLAIN = new AMQP.BasicProperties();

    private String dying(String dead) throws Exception {
        return queue(Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
    }

    private void reject(String queue) throws Exception {
        channel.basicReject(take(queue, false), false);
    }

    private long take(String queue, boolean automatic) throws Exception {
        GetResponse[] got = new GetResponse[1];
        await("a message in " + queue, () -> {
            got[0] = channel.basicGet(queue, automatic);
            return got[0] != null;
        });
        return got[0].getEnvelope().getDeliveryTag();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> deaths(GetResponse message) {
        return (List<Map<String, Object>>) message.getProps().getHeaders().get("x-death");
    }

    private static Map<String, String> texts(Map<String, Object> table) {
        Map<String, String> texts = new HashMap<>();
        table.forEach((key, value) -> texts.put(key, String.valueOf(value)));
        texts.remove("time");
        return texts;
    }

    @Test
    void rejected_message_is_dead_lettered() throws Exception {
        String dead = queue();
        String queue = dying(dead);
        put(queue, new AMQP.BasicProperties.Builder().headers(Map.of("own", 1)).messageId("id").deliveryMode(2).build(),
                "m");
        reject(queue);
        GetResponse letter = take(dead);
        assertThat(text(letter.getBody())).isEqualTo("m");
        assertThat(letter.getEnvelope().getExchange()).isEmpty();
        assertThat(letter.getEnvelope().getRoutingKey()).isEqualTo(dead);
        assertThat(letter.getProps().getMessageId()).isEqualTo("id");
        assertThat(letter.getProps().getDeliveryMode()).isEqualTo(2);
        Map<String, Object> headers = new HashMap<>(letter.getProps().getHeaders());
        assertThat(deaths(letter)).hasSize(1);
        assertThat(deaths(letter).getFirst().get("time")).isInstanceOf(java.util.Date.class);
        assertThat(texts(deaths(letter).getFirst()))
                .isEqualTo(Map.of("reason", "rejected", "count", "1", "exchange", "",
                        "queue", queue, "routing-keys", "[" + queue + "]"));
        assertThat(deaths(letter).getFirst().get("count")).isEqualTo(1L);
        headers.remove("x-death");
        assertThat(texts(headers))
                .isEqualTo(Map.of("own", "1", "x-first-death-exchange", "", "x-first-death-queue", queue,
                        "x-first-death-reason", "rejected"));
    }

    @Test
    void nack_without_requeue_is_a_rejection() throws Exception {
        String dead = queue();
        String queue = dying(dead);
        put(queue, "m1", "m2");
        channel.basicGet(queue, false);
        channel.basicNack(channel.basicGet(queue, false).getEnvelope().getDeliveryTag(), true, false);
        assertThat(text(take(dead).getBody())).isEqualTo("m1");
        assertThat(text(take(dead).getBody())).isEqualTo("m2");
    }

    @Test
    void key_stays_when_no_other_is_given() throws Exception {
        String exchange = exchange("direct");
        String dead = queue();
        channel.queueBind(dead, exchange, "color");
        String source = exchange("fanout");
        String queue = queue(Map.of("x-dead-letter-exchange", exchange));
        channel.queueBind(queue, source, "");
        send(source, "color", PLAIN, "m");
        reject(queue);
        GetResponse letter = take(dead);
        assertThat(letter.getEnvelope().getRoutingKey()).isEqualTo("color");
        assertThat(texts(deaths(letter).getFirst())).containsEntry("exchange", source)
                .containsEntry("routing-keys", "[color]");
    }

    @Test
    void carbon_copies_die_with_all_their_keys() throws Exception {
        String exchange = exchange("fanout");
        String dead = queue();
        channel.queueBind(dead, exchange, "");
        String queue = queue(Map.of("x-dead-letter-exchange", exchange));
        put(queue, new AMQP.BasicProperties.Builder().headers(Map.of("CC", List.of("copy"))).build(), "m");
        reject(queue);
        GetResponse letter = take(dead);
        assertThat(texts(deaths(letter).getFirst())).containsEntry("routing-keys", "[" + queue + ", copy]");
        assertThat(letter.getProps().getHeaders().get("CC").toString()).isEqualTo("[copy]");
    }

    @Test
    void carbon_copies_go_when_the_key_is_replaced() throws Exception {
        String dead = queue();
        String queue = dying(dead);
        put(queue, new AMQP.BasicProperties.Builder().headers(Map.of("CC", List.of("copy"))).build(), "m");
        reject(queue);
        assertThat(take(dead).getProps().getHeaders()).doesNotContainKey("CC");
    }

    /// As 3.10.8 does it: through every death, until one replaces the keys.
    @Test
    void blind_carbon_copies_die_to_their_keys_and_are_not_told() throws Exception {
        String exchange = exchange("direct");
        String blind = queue();
        String copied = queue();
        String middle = queue(Map.of("x-dead-letter-exchange", exchange));
        channel.queueBind(blind, exchange, "blind");
        channel.queueBind(copied, exchange, "copy");
        String first = exchange("direct");
        channel.queueBind(middle, first, "blind");
        String queue = queue(Map.of("x-dead-letter-exchange", first));
        AMQP.BasicProperties keys = new AMQP.BasicProperties.Builder()
                .headers(Map.of("CC", List.of("copy"), "BCC", List.of("blind"))).expiration("3600000").build();
        put(queue, keys, "m");
        reject(queue);
        reject(middle);
        GetResponse letter = take(blind);
        assertThat(text(letter.getBody())).isEqualTo("m");
        assertThat(letter.getEnvelope().getRoutingKey()).isEqualTo(queue);
        assertThat(letter.getProps().getHeaders()).doesNotContainKey("BCC");
        assertThat(deaths(letter)).hasSize(2).allSatisfy(
                each -> assertThat(each.get("routing-keys")).hasToString("[" + queue + ", copy]"));
        assertThat(take(copied).getProps().getHeaders()).doesNotContainKey("BCC");
    }

    @Test
    void blind_carbon_copies_go_when_the_key_is_replaced() throws Exception {
        String exchange = exchange("direct");
        String dead = queue();
        String blind = queue();
        channel.queueBind(dead, exchange, dead);
        channel.queueBind(blind, exchange, "blind");
        String queue = queue(Map.of("x-dead-letter-exchange", exchange, "x-dead-letter-routing-key", dead));
        put(queue, new AMQP.BasicProperties.Builder().headers(Map.of("BCC", List.of("blind"))).build(), "m");
        reject(queue);
        take(dead);
        assertThat(ready(blind)).isZero();
    }

    @Test
    void second_death_comes_first_and_the_first_is_remembered() throws Exception {
        String last = queue();
        String middle = dying(last);
        String first = dying(middle);
        put(first, "m");
        reject(first);
        reject(middle);
        GetResponse letter = take(last);
        assertThat(deaths(letter)).extracting(each -> each.get("queue").toString()).containsExactly(middle, first);
        assertThat(letter.getProps().getHeaders().get("x-first-death-queue")).hasToString(first);
    }

    @Test
    void same_death_again_is_counted() throws Exception {
        String queue = queueName();
        channel.queueDeclare(queue, false, false, false,
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", queue));
        put(queue, "m");
        reject(queue);
        reject(queue);
        GetResponse letter = take(queue);
        assertThat(deaths(letter)).hasSize(1);
        assertThat(deaths(letter).getFirst().get("count")).isEqualTo(2L);
        assertThat(letter.getEnvelope().isRedeliver()).isFalse();
    }

    @Test
    void circle_without_a_rejection_ends() throws Exception {
        String queue = queueName();
        channel.queueDeclare(queue, false, false, false, Map.of("x-dead-letter-exchange", "",
                "x-dead-letter-routing-key", queue, "x-message-ttl", 20));
        put(queue, "m");
        awaitReady(queue, 0);
        String dead = queue();
        String clock = queue(
                Map.of("x-message-ttl", 60, "x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
        put(clock, "time has passed");
        take(dead);
        assertThat(ready(queue)).isZero();
    }

    @Test
    void circle_of_two_without_a_rejection_ends() throws Exception {
        String second = queueName();
        String first = queue(
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", second, "x-message-ttl", 20));
        channel.queueDeclare(second, false, false, false,
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", first, "x-message-ttl", 20));
        put(first, "m");
        await("nothing left", () -> ready(first) == 0 && ready(second) == 0);
    }

    @Test
    void missing_exchange_loses_the_letter() throws Exception {
        String queue = queue(Map.of("x-dead-letter-exchange", "contract-none"));
        put(queue, "m");
        reject(queue);
        awaitReady(queue, 0);
    }

    @Test
    void purged_and_acknowledged_messages_do_not_die() throws Exception {
        String dead = queue();
        String queue = dying(dead);
        put(queue, "m1", "m2");
        take(queue);
        channel.queuePurge(queue);
        put(queue, "m3");
        reject(queue);
        assertThat(text(take(dead).getBody())).isEqualTo("m3");
        assertThat(ready(dead)).isZero();
    }

    @Test
    void dead_letters_keep_their_order() throws Exception {
        String dead = queue();
        String queue = dying(dead);
        put(queue, "m1", "m2", "m3", "m4", "m5");
        for (int i = 0; i < 5; i++) {
            channel.basicGet(queue, false);
        }
        channel.basicNack(0, true, false);
        awaitReady(dead, 5);
        assertThat(drain(dead)).containsExactly("m1", "m2", "m3", "m4", "m5");
    }

    @Test
    void dead_letter_is_routed_to_every_queue() throws Exception {
        String exchange = exchange("fanout");
        String first = queue();
        String second = queue();
        channel.queueBind(first, exchange, "");
        channel.queueBind(second, exchange, "");
        String queue = queue(Map.of("x-dead-letter-exchange", exchange));
        put(queue, "m");
        reject(queue);
        assertThat(text(take(first).getBody())).isEqualTo("m");
        assertThat(text(take(second).getBody())).isEqualTo("m");
    }
}
