package mirrorlab.ui.forms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyDraftTest {

    @Test
    void what_is_not_set_is_left_out() {
        assertThat(draft("all", "", Map.of("ha-sync-mode", "", "ha-promote-on-failure", "")).step().json()
                .path("definition").toString())
                .isEqualTo("{\"ha-mode\":\"all\"}");
    }

    @Test
    void nodes_get_their_full_names() {
        assertThat(draft("nodes", "rabbit1, rabbit2@localhost", Map.of()).step().json().path("definition")
                .path("ha-params")
                .toString()).isEqualTo("[\"rabbit1@localhost\",\"rabbit2@localhost\"]");
    }

    @Test
    void exactly_takes_a_number() {
        assertThat(
                draft("exactly", "2", Map.of("ha-sync-batch-size", "10")).step().json().path("definition").toString())
                .isEqualTo("{\"ha-mode\":\"exactly\",\"ha-params\":2,\"ha-sync-batch-size\":10}");
    }

    @Test
    void nonsense_goes_to_the_cluster_which_refuses_it_in_its_own_words() {
        assertThat(draft("exactly", "two", Map.of()).step().json().path("definition").path("ha-params").asText())
                .isEqualTo("two");
    }

    private static PolicyDraft draft(String mode, String params, Map<String, String> others) {
        return new PolicyDraft("ha", "^", "queues", "0", mode, params, others);
    }
}
