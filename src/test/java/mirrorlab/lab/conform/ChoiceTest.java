package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /// `exactly` 2 on three nodes (PO-10).
    private static JsonNode view(String mode, String master, String mirrors, String synchronised) throws Exception {
        return MAPPER.readTree(("{'scenario': 's', 'steps': [{'i': 1, 'step': {'do': 'observe'}, 'result': {'view': {"
                + "'running_nodes': ['a', 'b', 'c'], 'disc_nodes': ['a', 'b', 'c'], 'queues': [{'name': 'q', 'node': '"
                + master + "', 'effective_policy_definition': {'ha-mode': '" + mode + "'}, 'slave_nodes': " + mirrors
                + ", 'synchronised_slave_nodes': " + synchronised + ", 'recoverable_slaves': " + mirrors + "}]}}}]}")
                .replace('\'', '"'));
    }

    @Test
    void another_mirror_under_exactly_is_as_good() throws Exception {
        JsonNode recorded = view("exactly", "a", "['b']", "['b']");
        JsonNode played = view("exactly", "a", "['c']", "['c']");
        assertThat(Comparison.of(recorded, played)).isEmpty();
        assertThat(Choice.isAnother(recorded, played)).isTrue();
        assertThat(Choice.isAnother(recorded, recorded)).isFalse();
    }

    @Test
    void what_could_not_have_been_chosen_is_different() throws Exception {
        JsonNode recorded = view("exactly", "a", "['b']", "['b']");
        for (JsonNode each : new JsonNode[]{view("exactly", "a", "['d']", "['d']"),
                view("exactly", "a", "['a']", "['a']"),
                view("exactly", "a", "['c']", "['b']"), view("exactly", "a", "['c']", "[]"),
                view("exactly", "a", "['b', 'c']", "['b']"), view("exactly", "b", "['c']", "['c']")}) {
            assertThat(Comparison.of(recorded, each)).as("%s", each).isNotEmpty();
        }
    }

    @Test
    void under_all_nothing_is_chosen() throws Exception {
        assertThat(Comparison.of(view("all", "a", "['b']", "['b']"), view("all", "a", "['c']", "['c']"))).hasSize(3);
    }
}
