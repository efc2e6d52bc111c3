package mirrorlab.amqp.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where the four kinds of exchange send a message.
class ExchangeTypesTest extends Contract {

    private String bound(String exchange, String key, Map<String, Object> arguments) throws Exception {
        String queue = queue();
        channel.queueBind(queue, exchange, key, arguments);
        return queue;
    }

    private String bound(String exchange, String key) throws Exception {
        return bound(exchange, key, Map.of());
    }

    private List<Integer> counts(String... queues) throws Exception {
        List<Integer> counts = new ArrayList<>();
        for (String each : queues) {
            counts.add(ready(each));
        }
        return counts;
    }

    @Test
    void default_exchange_routes_to_the_queue_of_that_name() throws Exception {
        String queue = queue();
        String other = queue();
        put(queue, "m");
        assertThat(counts(queue, other)).containsExactly(1, 0);
    }

    @Test
    void direct_exchange_compares_whole_keys() throws Exception {
        String exchange = exchange("direct");
        String red = bound(exchange, "red");
        String alsoRed = bound(exchange, "red");
        String reddish = bound(exchange, "red.*");
        send(exchange, "red", new AMQP.BasicProperties(), "m");
        assertThat(counts(red, alsoRed, reddish)).containsExactly(1, 1, 0);
    }

    @Test
    void queue_that_is_bound_twice_gets_one_copy() throws Exception {
        String exchange = exchange("topic");
        String queue = bound(exchange, "#");
        channel.queueBind(queue, exchange, "a.*");
        send(exchange, "a.b", new AMQP.BasicProperties(), "m");
        assertThat(ready(queue)).isEqualTo(1);
    }

    @Test
    void fanout_exchange_ignores_the_key() throws Exception {
        String exchange = exchange("fanout");
        String first = bound(exchange, "");
        String second = bound(exchange, "x");
        send(exchange, "y", new AMQP.BasicProperties(), "m");
        assertThat(counts(first, second)).containsExactly(1, 1);
    }

    @ParameterizedTest
    @CsvSource({"a.b.c,a.b.c,1", "a.*.c,a.b.c,1", "a.*.c,a.c,0", "a.*.c,a.b.b.c,0", "#,a.b.c,1", "#,'',1", "a.#,a,1",
            "a.#,a.b.c,1", "a.#,ab,0", "#.c,a.b.c,1", "#.c,c,1", "a.#.c,a.c,1", "a.#.c,a.x.y.c,1", "*,a,1", "*,a.b,0",
            "*,'',0", "*.*,a.b,1", "#.#,a,1", "a.*.#,a,0", "a.*.#,a.b,1", "a..c,a..c,1", "a.*.c,a..c,1", "A,a,0",
            "'','',1", "*.#.b,a.b.b,1", "#.b.#,x.b,1"})
    void topic_exchange_matches_words(String pattern, String key, int copies) throws Exception {
        String exchange = exchange("topic");
        String queue = bound(exchange, pattern);
        send(exchange, key, new AMQP.BasicProperties(), "m");
        assertThat(ready(queue)).isEqualTo(copies);
    }

    @ParameterizedTest
    @CsvSource({"all,a=1 b=2,a=1 b=2,1", "all,a=1 b=2,a=1,0", "all,a=1 b=2,a=1 b=2 c=3,1", "any,a=1 b=2,a=1,1",
            "any,a=1 b=2,c=3,0", "any,a=1 b=2,a=2 b=2,1", "all,'',a=1,1", "any,'',a=1,0", "all,a=1 x-b=2,a=1,1",
            "all-with-x,a=1 x-b=2,a=1,0", "all-with-x,a=1 x-b=2,a=1 x-b=2,1", "any-with-x,a=1 x-b=2,x-b=2,1",
            "any,a=1 x-b=2,x-b=2,0", "'',a=1 b=2,a=1,0", "all,a=void,a=5,1", "all,a=void,b=5,0"})
    void headers_exchange_compares_headers(String match, String wanted, String given, int copies) throws Exception {
        String exchange = exchange("headers");
        Map<String, Object> arguments = table(wanted);
        if (!match.isEmpty()) {
            arguments.put("x-match", match);
        }
        String queue = bound(exchange, "ignored", arguments);
        send(exchange, "other", new AMQP.BasicProperties.Builder().headers(table(given)).build(), "m");
        assertThat(ready(queue)).isEqualTo(copies);
    }

    private static Map<String, Object> table(String pairs) {
        Map<String, Object> table = new LinkedHashMap<>();
        for (String each : pairs.isEmpty() ? new String[0] : pairs.split(" ")) {
            String value = each.substring(each.indexOf('=') + 1);
            table.put(each.substring(0, each.indexOf('=')), value.equals("void") ? null : Integer.valueOf(value));
        }
        return table;
    }

    @Test
    void headers_exchange_tells_text_from_number() throws Exception {
        String exchange = exchange("headers");
        String queue = bound(exchange, "", Map.of("a", "1"));
        send(exchange, "", new AMQP.BasicProperties.Builder().headers(Map.of("a", 1)).build(), "number");
        send(exchange, "", new AMQP.BasicProperties.Builder().headers(Map.of("a", "1")).build(), "text");
        send(exchange, "", new AMQP.BasicProperties(), "nothing");
        assertThat(drain(queue)).containsExactly("text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amq.direct", "amq.fanout", "amq.topic", "amq.headers", "amq.match", "amq.rabbitmq.trace"})
    void predeclared_exchanges_are_there(String name) throws Exception {
        channel.exchangeDeclarePassive(name);
    }

    @Test
    void predeclared_exchange_routes() throws Exception {
        String key = Broker.freshName("key");
        String queue = bound("amq.direct", key);
        send("amq.direct", key, new AMQP.BasicProperties(), "m");
        assertThat(ready(queue)).isEqualTo(1);
    }
}
