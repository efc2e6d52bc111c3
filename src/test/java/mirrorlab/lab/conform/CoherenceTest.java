package mirrorlab.lab.conform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoherenceTest {
    private static Coherence of(String report) throws JsonProcessingException {
        return Coherence.of(new ObjectMapper().readTree(report.replace('\'', '"')));
    }

    @Test
    void a_forecast_that_did_not_come_is_a_fault_at_its_step() throws Exception {
        Coherence coherence = of("{'forecasts': [{'i': 4, 'unchanged': 2, 'queues': [{'doubts': []}, {'doubts': "
                + "['in-flight']}], 'differs': []}, {'i': 7, 'unchanged': 0, 'queues': [], 'differs': ['other']}]}");
        assertThat(coherence.forecasts()).isEqualTo(4);
        assertThat(coherence.open()).isEqualTo(1);
        assertThat(coherence.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.step()).isEqualTo(7);
            assertThat(fault.path()).isEqualTo("/forecasts/1/differs/0");
            assertThat(fault.got().asText()).isEqualTo("other");
        });
    }

    @Test
    void fates_and_words_add_up_to_what_was_published() throws Exception {
        String closed = "{'ledger': [{'published': 3, 'fates': {'safe': {'count': 1}, 'lost': {'count': 2}}, "
                + "'words': {'confirmed': {'count': 3}}}]}";
        assertThat(of(closed).faults()).isEmpty();
        assertThat(of(closed.replace("'count': 2", "'count': 1")).faults()).extracting(Difference::path)
                .containsExactly("/ledger/0/fates");
    }

    @Test
    void a_report_without_forecasts_and_ledger_has_no_faults() throws Exception {
        assertThat(of("{}")).isEqualTo(new Coherence(List.of(), 0, 0));
    }
}
