package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.content.BasicProperties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What 3.10.8 writes, field by field.
class DeathHeadersTest {
    private Map<String, Object> headers = new LinkedHashMap<>();

    private Map<String, Object> die(String reason, String queue, @Nullable String expiration, @Nullable String newKey) {
        BasicProperties after = DeathHeaders.after(BasicProperties.NONE.withHeaders(headers).withExpiration(expiration),
                reason, queue, 1_700_000_000_999L, "", "key", newKey);
        headers = after.headers() == null ? Map.of() : after.headers();
        assertThat(after.expiration()).isNull();
        return headers;
    }

    private List<?> deaths() {
        return (List<?>) headers.get("x-death");
    }

    @Test
    void the_first_death_is_told_at_the_top_too() {
        headers.put("CC", List.of("more"));
        assertThat(die("expired", "a", "50", null)).containsEntry("x-first-death-reason", "expired")
                .containsEntry("x-first-death-queue", "a").containsEntry("x-first-death-exchange", "")
                .containsEntry("CC", List.of("more"));
        assertThat(deaths().toString()).isEqualTo("[{count=1, reason=expired, queue=a, time=2023-11-14T22:13:20Z, "
                + "exchange=, routing-keys=[key, more], original-expiration=50}]");
    }

    @Test
    void a_new_key_takes_the_place_of_all_others() {
        headers.put("CC", List.of("more"));
        assertThat(die("rejected", "a", null, "new")).doesNotContainKey("CC");
    }

    @Test
    void a_death_of_the_same_kind_is_counted_and_comes_first() {
        die("expired", "a", null, null);
        die("rejected", "a", null, null);
        die("expired", "b", null, null);
        die("expired", "a", null, null);
        assertThat(deaths().toString()).matches("\\[\\{count=2, .*queue=a, reason=expired.*"
                + "count=1, .*queue=b, reason=expired.*count=1, .*queue=a, reason=rejected.*");
        assertThat(headers).containsEntry("x-first-death-reason", "expired").containsEntry("x-first-death-queue", "a");
    }

    @Test
    void what_is_no_history_is_replaced() {
        headers.put("x-death", "nonsense");
        assertThat(die("maxlen", "a", null, null)).doesNotContainKey("x-first-death-reason");
        assertThat(deaths()).hasSize(1);
    }

    @Test
    void a_round_without_a_reject_is_a_cycle() {
        die("expired", "a", null, null);
        die("maxlen", "b", null, null);
        assertThat(DeathHeaders.isCycle(headers, "a")).isTrue();
        assertThat(DeathHeaders.isCycle(headers, "c")).isFalse();
        die("rejected", "c", null, null);
        assertThat(DeathHeaders.isCycle(headers, "a")).isFalse();
    }
}
