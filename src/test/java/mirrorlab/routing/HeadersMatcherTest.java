package mirrorlab.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeadersMatcherTest {

    private static Map<String, Object> table(@Nullable Object... keysAndValues) {
        Map<String, Object> table = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            put(table, String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        }
        return table;
    }

    @SuppressWarnings("NullAway") // AMQP's void
    private static void put(Map<String, Object> table, String key, @Nullable Object value) {
        table.put(key, value);
    }

    private static boolean matches(Map<String, Object> pattern, Object... headers) {
        return HeadersMatcher.matches(pattern, table(headers));
    }

    @Test
    void all_of_them_have_to_match_unless_any_is_said() {
        Map<String, Object> all = table("x-match", "all", "a", 1, "b", "two");
        assertThat(matches(all, "a", 1, "b", "two", "c", 3)).isTrue();
        assertThat(matches(all, "a", 1)).isFalse();
        assertThat(matches(table("a", 1, "b", "two"), "a", 1)).as("all is the default").isFalse();
        Map<String, Object> any = table("x-match", "any", "a", 1, "b", "two");
        assertThat(matches(any, "b", "two")).isTrue();
        assertThat(matches(any, "b", "three")).isFalse();
    }

    @Test
    void a_pattern_without_anything_matches_all_or_nothing() {
        assertThat(matches(table("x-match", "all"))).isTrue();
        assertThat(matches(table())).isTrue();
        assertThat(matches(table("x-match", "any"), "a", 1)).isFalse();
    }

    @Test
    void arguments_with_x_count_only_when_that_is_said() {
        assertThat(matches(table("x-match", "all", "x-a", 1, "b", 2), "b", 2)).isTrue();
        assertThat(matches(table("x-match", "any", "x-a", 1, "b", 2), "x-a", 1)).isFalse();
        assertThat(matches(table("x-match", "all-with-x", "x-a", 1, "b", 2), "b", 2)).isFalse();
        assertThat(matches(table("x-match", "all-with-x", "x-a", 1, "b", 2), "b", 2, "x-a", 1)).isTrue();
        assertThat(matches(table("x-match", "any-with-x", "x-a", 1, "b", 2), "x-a", 1)).isTrue();
        assertThat(matches(table("x-match", "any-with-x"), "x-match", "any-with-x")).isFalse();
    }

    @Test
    void an_argument_without_a_value_asks_only_for_the_header() {
        assertThat(matches(table("a", null), "a", "whatever")).isTrue();
        assertThat(matches(table("a", null), "b", 1)).isFalse();
    }

    @Test
    void values_are_compared_and_not_their_types() {
        assertThat(matches(table("a", 1), "a", 1L)).isTrue();
        assertThat(matches(table("a", 1), "a", 1.0)).isTrue();
        assertThat(matches(table("a", (byte) 7), "a", new Unsigned(16, 7))).isTrue();
        assertThat(matches(table("a", "text"), "a", Bytes.of("text"))).isTrue();
        assertThat(matches(table("a", 1), "a", "1")).isFalse();
        assertThat(matches(table("a", true), "a", "true")).isFalse();
        assertThat(matches(table("a", List.of(1)), "a", List.of(1))).isTrue();
        assertThat(matches(table("a", List.of(1)), "a", List.of(1L))).isFalse();
    }

    @Test
    void headers_are_decoded_once_and_only_for_an_exchange_that_has_bindings() {
        RoutingTable routes = new RoutingTable(queue -> true);
        ExchangeName name = new ExchangeName("/", "h");
        ExchangeName next = new ExchangeName("/", "h2");
        routes.declare(new Exchange(name, "headers", true, false, false, Map.of()), null);
        routes.declare(new Exchange(next, "headers", true, false, false, Map.of()), null);
        int[] decoded = {0};
        assertThat(routes.route(name, "", () -> table("decoded", ++decoded[0])).queues()).isEmpty();
        assertThat(decoded[0]).isZero();
        routes.bind(new Binding(name, false, "h2", "", Map.of()));
        routes.bind(new Binding(next, true, "q", "", table("decoded", 1)));
        assertThat(routes.route(name, "", () -> table("decoded", ++decoded[0])).queues())
                .containsExactly(QueueName.of("q"));
        assertThat(decoded[0]).isEqualTo(1);
    }
}
