package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.QueueName;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// PO-01, PO-02, PO-03.
class PolicyMatchingTest {

    @ParameterizedTest
    @CsvSource({"test,p-anch", "test.1,p-anch", "atest,p-all", "amidb,p-un", "theend,p-end", "endthe,p-all",
            "TEST,p-all", "x,p-all"})
    void finds_the_recorded_winner(String queue, String policy) {
        List<Policy> policies = List.of(policy("p-anch", "^test", 3), policy("p-un", "mid", 2),
                policy("p-end", "end$", 1),
                policy("p-all", "^", 0));
        assertThat(winner(policies, queue)).isEqualTo(policy);
    }

    @Test
    void an_empty_pattern_matches_everything() {
        assertThat(winner(List.of(policy("all", "", 9), policy("dots", ".*", 8)), "x")).isEqualTo("all");
    }

    @Test
    void the_first_name_wins_a_tie_whatever_the_order_of_making() {
        assertThat(winner(List.of(policy("zzz", "^ha", 0), policy("aaa", "^ha", 0), policy("mmm", "^ha", 0)), "ha.q"))
                .isEqualTo("aaa");
        assertThat(winner(List.of(policy("low", "^ha", -5), policy("high", "^ha", 10)), "ha.q")).isEqualTo("high");
    }

    @Test
    void stays_within_its_vhost_and_leaves_policies_for_exchanges_alone() {
        Policy elsewhere = new Policy("other", "p", "", "all", 9, Map.of("ha-mode", "all"));
        Policy exchanges = new Policy("/", "p", "", "exchanges", 9, Map.of("ha-mode", "all"));
        assertThat(PolicyMatching.winner(List.of(elsewhere, exchanges), QueueName.of("q"))).isEmpty();
        assertThat(PolicyMatching.winner(List.of(elsewhere), new QueueName("other", "q"))).contains(elsewhere);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max-age", "stream-max-segment-size-bytes", "queue-leader-locator", "initial-cluster-size",
            "delivery-limit", "dead-letter-strategy"})
    void one_key_that_classic_queues_do_not_know_switches_the_whole_policy_off(String key) {
        Policy odd = new Policy("/", "odd", "", "all", 9, Map.of("ha-mode", "all", key, 1));
        assertThat(winner(List.of(odd, policy("plain", "", 0)), "q")).isEqualTo("plain");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ^[[:alpha:]]+$    | orders  | true
            ^[[:^digit:]]+$   | orders1 | false
            ^[]a]+$           | a]      | true
            ^[^]a]+$          | a]      | false
            ^[a[]+$           | a[      | true
            ^[[:]+$           | [:      | true
            ^[[:a]b:]$        | :b:]    | true
            ^[a&&b]+$         | a&b     | true
            ^a{x}$            | a{x}    | true
            ^a{2}$            | aa      | true
            ^\\Q[\\E$         | [       | true
            ^\\q\\.$          | q.      | true
            ^(?i)ORD          | orders  | true
            """)
    void reads_patterns_as_perl_does(String pattern, String queue, boolean matches) {
        assertThat(PolicyMatching.winner(List.of(policy("p", pattern, 0)), QueueName.of(queue)).isPresent())
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            a**    | nothing to repeat                          | 2
            x)     | unmatched parentheses                      | 1
            []     | missing terminating ] for character class  | 2
            [z-a]  | range out of order in character class      | 3
            a{3,2} | numbers out of order in {} quantifier      | 6
            a\\    | \\ at end of pattern                       | 2
            """)
    void says_what_is_wrong_with_a_pattern_as_perl_does(String pattern, String reason, int index) {
        assertThat(NamePattern.of(pattern)).isEqualTo(new NamePattern.Faulty(reason, index));
    }

    @ParameterizedTest
    @ValueSource(strings = {"^(a+)+$", "^(a|a)*$", "(.*)*(.*)*(.*)*x", "(a*)*b"})
    void a_catastrophic_pattern_ends_and_matches_nothing(String pattern) {
        String name = "a".repeat(200) + "!";
        Assertions.assertTimeout(Duration.ofMinutes(1), () -> assertThat(
                PolicyMatching.winner(List.of(policy("p", pattern, 0)), QueueName.of(name))).isEmpty());
    }

    @Test
    void every_short_expression_is_read() {
        String characters = "[]:^\\{}(?<a&-Q";
        List<String> texts = List.of("");
        for (int length = 1; length <= 4; length++) {
            texts = texts.stream().flatMap(text -> characters.chars().mapToObj(each -> text + (char) each)).toList();
            assertThat(texts).allSatisfy(each -> {
                if (NamePattern.of(each) instanceof NamePattern.Sound sound) {
                    sound.isIn("a:[a]");
                }
            });
        }
    }

    private static Policy policy(String name, String pattern, int priority) {
        return new Policy("/", name, pattern, "queues", priority, Map.of("max-length", 10));
    }

    private static String winner(List<Policy> policies, String queue) {
        return PolicyMatching.winner(policies, QueueName.of(queue)).orElseThrow().name();
    }
}
