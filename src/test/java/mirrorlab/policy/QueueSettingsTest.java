package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import mirrorlab.vocabulary.Unsigned;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// PO-05 and PO-06.
class QueueSettingsTest {

    private static Policy policy(Map<String, Object> definition) {
        return new Policy("/", "p", "", "all", 0, definition);
    }

    @ParameterizedTest
    @CsvSource({"5, , , 5", ", 5, , 5", ", , 5, 5", "5, 6, 7, 5", "7, 6, 5, 5", "6, 5, 7, 5", ", , , "})
    void of_a_limit_the_smallest_number_counts(@Nullable Integer argument, @Nullable Integer user,
            @Nullable Integer operator, @Nullable Long expected) {
        for (String key : new String[]{"message-ttl", "expires", "max-length", "max-length-bytes"}) {
            QueueSettings settings = QueueSettings.of(argument == null ? Map.of() : Map.of("x-" + key, argument),
                    EffectiveDefinition.of(user == null ? null : policy(Map.of(key, user)),
                            operator == null ? null : policy(Map.of(key, operator))));
            Long actual = switch (key) {
                case "message-ttl" -> settings.messageTtl();
                case "expires" -> settings.expires();
                case "max-length" -> settings.maxLength();
                default -> settings.maxLengthBytes();
            };
            assertThat(actual).as(key).isEqualTo(expected);
        }
    }

    @Test
    void of_everything_else_the_argument_counts_before_the_policy() {
        Map<String, Object> policy = Map.of("dead-letter-exchange", "p", "dead-letter-routing-key", "p", "overflow",
                "reject-publish", "queue-mode", "lazy");
        QueueSettings both = QueueSettings.of(Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", "a",
                "x-overflow", "reject-publish-dlx", "x-queue-mode", "default"), policy);
        assertThat(both.deadLetterExchange()).isEmpty();
        assertThat(both.deadLetterRoutingKey()).isEqualTo("a");
        assertThat(both.overflow()).isEqualTo(Overflow.REJECT_PUBLISH_DLX);
        assertThat(both.lazy()).isFalse();
        QueueSettings only = QueueSettings.of(Map.of(), policy);
        assertThat(only.deadLetterExchange()).isEqualTo("p");
        assertThat(only.deadLetterRoutingKey()).isEqualTo("p");
        assertThat(only.overflow()).isEqualTo(Overflow.REJECT_PUBLISH);
        assertThat(only.lazy()).isTrue();
    }

    @Test
    void priorities_and_single_active_consumer_are_arguments_only() {
        QueueSettings settings = QueueSettings.of(
                Map.of("x-max-priority", new Unsigned(8, 200), "x-single-active-consumer", true), null);
        assertThat(settings.maxPriority()).isEqualTo(200);
        assertThat(settings.singleActive()).isTrue();
        assertThat(QueueSettings.NONE.maxPriority()).isZero();
        assertThat(QueueSettings.NONE.singleActive()).isFalse();
        assertThat(QueueSettings.NONE.overflow()).isEqualTo(Overflow.DROP_HEAD);
        assertThat(QueueSettings.NONE.messageTtl()).isNull();
        assertThat(QueueSettings.NONE.deadLetterExchange()).isNull();
    }

    @Test
    void user_and_operator_policy_become_one_definition_in_order_of_keys() {
        Policy user = policy(Map.of("max-length", 100, "ha-mode", "all"));
        Policy operator = policy(Map.of("max-length", 10, "expires", 5));
        assertThat(EffectiveDefinition.of(user, operator)).containsExactly(Map.entry("expires", 5),
                Map.entry("ha-mode", "all"), Map.entry("max-length", 10));
        assertThat(EffectiveDefinition.of(user, null)).isEqualTo(user.definition());
        assertThat(EffectiveDefinition.of(null, operator)).isEqualTo(operator.definition());
        assertThat(EffectiveDefinition.of(null, null)).isNull();
    }

    @Test
    void an_operator_policy_may_only_say_limits() { // PO-06
        for (String key : EffectiveDefinition.LIMITS) {
            assertThat(PolicyValidation.checkOperator("", "all", Map.of(key, 5))).as(key).isNull();
        }
        assertThat(PolicyValidation.checkOperator("", "all", Map.of("ha-mode", "all")))
                .isEqualTo("[{<<\"ha-mode\">>,<<\"all\">>}] are not recognised policy settings");
        assertThat(PolicyValidation.checkOperator("", "all", Map.of("dead-letter-exchange", "x", "expires", 5)))
                .isEqualTo("[{<<\"dead-letter-exchange\">>,<<\"x\">>}] are not recognised policy settings");
        assertThat(PolicyValidation.checkOperator("", "all", Map.of("expires", 0)))
                .isEqualTo("0 is not a valid queue expiry");
        assertThat(PolicyValidation.checkOperator("", "all", Map.of())).isEqualTo("no policy provided");
        assertThat(PolicyValidation.checkOperator("", "everything", Map.of("expires", 5)))
                .isEqualTo("apply-to 'everything' unrecognised; should be 'queues', 'exchanges' or 'all'");
    }
}
