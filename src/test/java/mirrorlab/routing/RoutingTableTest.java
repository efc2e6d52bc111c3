package mirrorlab.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
    private final Set<QueueName> down = new LinkedHashSet<>();
    private final RoutingTable table = new RoutingTable(queue -> !down.contains(queue));

    private static ExchangeName x(String name) {
        return new ExchangeName("/", name);
    }

    private void declare(String name, String type, @Nullable String alternate) {
        table.declare(new Exchange(x(name), type, true, false, false, Map.of()),
                alternate == null ? null : x(alternate));
    }

    private static Binding toQueue(String source, String queue, String key) {
        return new Binding(x(source), true, queue, key, Map.of());
    }

    private static Binding toExchange(String source, String exchange, String key) {
        return new Binding(x(source), false, exchange, key, Map.of());
    }

    private List<String> route(String exchange, String... keys) {
        return table.route(x(exchange), List.of(keys), () -> {
            throw new AssertionError("nobody looks at headers here");
        }).queues().stream().map(QueueName::name).toList();
    }

    @Test
    void the_default_exchange_routes_to_the_queue_of_that_name() { // M-02
        down.add(QueueName.of("gone"));
        assertThat(route("", "orders")).containsExactly("orders");
        assertThat(route("", "gone")).isEmpty();
    }

    @Test
    void direct_takes_equal_keys_and_fanout_every_key() {
        declare("d", "direct", null);
        declare("f", "fanout", null);
        table.bind(toQueue("d", "a", "one"));
        table.bind(toQueue("d", "b", "two"));
        table.bind(toQueue("f", "a", "one"));
        table.bind(toQueue("f", "b", ""));
        assertThat(route("d", "one")).containsExactly("a");
        assertThat(route("d", "three")).isEmpty();
        assertThat(route("d", "two", "one")).containsExactly("a", "b");
        assertThat(route("f", "whatever")).containsExactly("a", "b");
        table.unbind(toQueue("d", "a", "one"));
        assertThat(route("d", "one")).isEmpty();
    }

    @Test
    void a_queue_bound_twice_gets_a_message_once() {
        declare("d", "direct", null);
        table.bind(toQueue("d", "q", "k"));
        table.bind(new Binding(x("d"), true, "q", "k", Map.of("other", "arguments")));
        assertThat(route("d", "k")).containsExactly("q");
        table.unbind(toQueue("d", "q", "k"));
        assertThat(route("d", "k")).containsExactly("q");
    }

    @Test
    void exchanges_bound_in_a_circle_are_visited_once() {
        declare("a", "fanout", null);
        declare("b", "fanout", null);
        declare("c", "direct", null);
        table.bind(toExchange("a", "b", ""));
        table.bind(toExchange("b", "a", ""));
        table.bind(toExchange("b", "c", ""));
        table.bind(toExchange("b", "b", ""));
        table.bind(toQueue("c", "q", "k"));
        table.bind(toQueue("a", "q", ""));
        assertThat(route("a", "k")).containsExactly("q");
        assertThat(route("c", "other")).isEmpty();
    }

    @Test
    void the_alternate_exchange_is_asked_when_nothing_matches() {
        declare("d", "direct", "else");
        declare("else", "fanout", null);
        table.bind(toQueue("d", "known", "k"));
        table.bind(toQueue("else", "others", ""));
        assertThat(route("d", "k")).containsExactly("known");
        assertThat(route("d", "x")).containsExactly("others");
        assertThat(route("d", "x", "k")).containsExactly("known");
        down.add(QueueName.of("known"));
        assertThat(route("d", "k")).containsExactly("others");
        table.alternate(x("d"), x("missing"));
        assertThat(route("d", "x")).isEmpty();
        table.alternate(x("d"), x("d"));
        assertThat(route("d", "x")).isEmpty();
    }

    @Test
    void nothing_is_routed_through_what_is_not_there() {
        declare("f", "fanout", null);
        table.bind(toQueue("f", "q", ""));
        table.bind(toQueue("missing", "q", ""));
        table.delete(x("f"));
        assertThat(route("f", "k")).isEmpty();
        assertThat(route("missing", "k")).isEmpty();
    }

    /// Word by word, as one would define it.
    private static boolean matches(List<String> pattern, List<String> key) {
        if (pattern.isEmpty()) {
            return key.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        return switch (pattern.getFirst()) {
            case "#" -> IntStream.rangeClosed(0, key.size())
                    .anyMatch(skipped -> matches(rest, key.subList(skipped, key.size())));
            case "*" -> !key.isEmpty() && matches(rest, key.subList(1, key.size()));
            case String word -> !key.isEmpty() && key.getFirst().equals(word)
                    && matches(rest, key.subList(1, key.size()));
        };
    }

    private static String words(SplittableRandom chance, String... from) {
        List<String> words = new ArrayList<>();
        for (int i = chance.nextInt(6); i > 0; i--) {
            words.add(from[chance.nextInt(from.length)]);
        }
        return String.join(".", words);
    }

    @Test
    void topic_patterns_match_as_they_are_defined_while_bindings_come_and_go() {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom chance = new SplittableRandom(seed);
            declare("t", "topic", null);
            Set<Binding> bound = new LinkedHashSet<>();
            for (int step = 0; step < 60; step++) {
                Binding binding = toQueue("t", "q" + chance.nextInt(5), words(chance, "a", "b", "*", "#", ""));
                if (chance.nextInt(3) > 0) {
                    bound.add(binding);
                    table.bind(binding);
                } else {
                    List<Binding> all = new ArrayList<>(bound);
                    Binding gone = all.isEmpty() ? binding : all.get(chance.nextInt(all.size()));
                    bound.remove(gone);
                    table.unbind(gone);
                }
                String key = words(chance, "a", "b", "c", "", "#", "*");
                assertThat(route("t", key)).as("seed %s, key '%s', bindings %s", seed, key, bound)
                        .isEqualTo(bound.stream()
                                .filter(each -> matches(TopicMatcher.words(each.routingKey()),
                                        TopicMatcher.words(key)))
                                .map(Binding::destination).distinct().sorted().toList());
            }
        }
    }

    @Test
    void a_pattern_of_many_hashes_costs_no_more_than_its_length() {
        declare("t", "topic", null);
        table.bind(toQueue("t", "q", "#.".repeat(100) + "end"));
        assertThat(route("t", "w.".repeat(127) + "x")).isEmpty();
        assertThat(route("t", "w.".repeat(120) + "end")).containsExactly("q");
    }
}
