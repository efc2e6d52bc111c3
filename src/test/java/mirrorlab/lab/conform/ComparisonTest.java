package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static JsonNode report(String step, String result, String more) throws Exception {
        return MAPPER
                .readTree("{\"scenario\": \"s\", \"steps\": [{\"i\": 1, \"step\": " + step + ", \"result\": " + result
                        + ", \"ms\": " + System.nanoTime() + "}]" + more + "}");
    }

    private static List<String> differences(String kind, String recorded, String played) throws Exception {
        String step = "{\"do\": \"" + kind + "\"}";
        return Comparison
                .of(report(step, recorded, ", \"seconds\": 1, \"rabbitmq_version\": \"3.10.8\", \"runs\": 2"),
                        report(step, played, ", \"seconds\": 9"))
                .stream().map(Difference::toString).toList();
    }

    @Test
    void times_versions_and_what_is_volatile_do_not_count() throws Exception {
        assertThat(differences("stop_publisher", "{\"outcome\": \"ok\", \"volatile\": {\"published\": 3800}}",
                "{\"outcome\": \"ok\", \"volatile\": {\"published\": 2}}")).isEmpty();
    }

    @Test
    void everything_else_counts_with_its_place() throws Exception {
        assertThat(differences("get", "{\"outcome\": \"ok\", \"bodies\": [\"m1\", \"m2\"]}",
                "{\"outcome\": \"ok\", \"bodies\": [\"m1\", \"m3\"]}"))
                .containsExactly("/steps/0/result/bodies/1: recorded \"m2\", played \"m3\"");
        assertThat(differences("get", "{\"outcome\": \"ok\", \"got\": 1}", "{\"outcome\": \"ok\"}"))
                .containsExactly("/steps/0/result/got: recorded 1, played nothing");
        assertThat(differences("get", "{\"outcome\": \"ok\"}", "{\"outcome\": \"ok\", \"got\": 1}")).hasSize(1);
    }

    @Test
    void null_and_an_empty_list_are_different() throws Exception {
        assertThat(differences("observe", "{\"view\": {\"queues\": [{\"slave_nodes\": null}]}}",
                "{\"view\": {\"queues\": [{\"slave_nodes\": []}]}}")).hasSize(1);
    }

    @Test
    void output_counts_only_of_rabbitmqctl_steps() throws Exception {
        assertThat(differences("set_policy", "{\"stdout\": \"a\"}", "{\"stdout\": \"b\"}")).isEmpty();
        assertThat(differences("rabbitmqctl", "{\"stdout\": \"a\"}", "{\"stdout\": \"b\"}")).hasSize(1);
    }

    @Test
    void timeouts_compare_by_kind() throws Exception {
        assertThat(differences("get", "{\"error\": {\"kind\": \"timeout\", \"text\": \"no answer within 20s\"}}",
                "{\"error\": {\"kind\": \"timeout\", \"text\": \"no answer within 2s\"}}")).isEmpty();
        assertThat(differences("get", "{\"error\": {\"kind\": \"timeout\"}}",
                "{\"error\": {\"kind\": \"connection_lost\"}}"))
                .hasSize(1);
    }

    @Test
    void of_rabbitmqctls_errors_the_sentence_and_the_exit_code_count() throws Exception {
        String recorded = "{\"error\": {\"kind\": \"cli\", \"exit_code\": 69, \"text\": \"Error:\\nValidation failed\\n\\n"
                + "ha-mode=\\\"nodes\\\" takes a list, none given\\nSetting policy \\\"bad\\\" ...\"}}";
        String played = "{\"error\": {\"kind\": \"cli\", \"exit_code\": 69, \"text\": \"Error:\\nValidation failed\\n"
                + "ha-mode=\\\"nodes\\\"  takes a list, none given\\nSetting policy \\\"bad\\\" ...\"}}";
        assertThat(differences("set_policy", recorded, played)).isEmpty();
        assertThat(differences("set_policy", recorded, played.replace("none", "2"))).hasSize(1);
        assertThat(differences("set_policy", recorded, played.replace("69", "64"))).hasSize(1);
    }

    @Test
    void of_erlang_terms_only_the_exit_code_counts() throws Exception {
        String recorded = "{\"error\": {\"kind\": \"cli\", \"exit_code\": 69, \"text\": \"Error:\\n{{:badmap, []}, [x]}\"}}";
        String played = "{\"error\": {\"kind\": \"cli\", \"exit_code\": 69, \"text\": \"Error:\\n{:badmap, [ ]}\"}}";
        assertThat(differences("set_policy", recorded, played)).isEmpty();
    }

    @Test
    void what_came_out_differently_must_be_one_of_the_recorded_results() throws Exception {
        String step = "{\"do\": \"observe\"}";
        String free = ", \"nondeterministic\": [\"/steps/0/result/view/node\"], \"alternatives\": [{\"step\": 1, "
                + "\"result\": {\"view\": {\"node\": \"b\", \"messages\": 1}}}]";
        JsonNode recorded = report(step, "{\"view\": {\"node\": \"a\", \"messages\": 1}}", free);
        assertThat(Comparison.of(recorded, report(step, "{\"view\": {\"node\": \"b\", \"messages\": 1}}", "")))
                .isEmpty();
        assertThat(Comparison.of(recorded, report(step, "{\"view\": {\"node\": \"c\", \"messages\": 1}}", "")))
                .hasSize(1);
        assertThat(Comparison.of(recorded, report(step, "{\"view\": {\"node\": \"b\", \"messages\": 2}}", "")))
                .hasSize(1);
    }

    @Test
    void ledger_and_causes_count_when_both_have_them() throws Exception {
        String step = "{\"do\": \"observe\"}";
        assertThat(Comparison.of(report(step, "{}", ""), report(step, "{}", ", \"ledger\": [1]"))).isEmpty();
        assertThat(Comparison.of(report(step, "{}", ", \"ledger\": [2]"), report(step, "{}", ", \"ledger\": [1]")))
                .hasSize(1);
    }
}
