package mirrorlab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HaSettingsTest {

    @Test
    void a_definition_without_mode_does_not_mirror() {
        assertThat(HaSettings.of(Map.of("max-length", 5))).isEmpty();
    }

    @Test
    void what_is_left_out_has_the_brokers_default() { // F-04, F-08, S-11, S-22
        assertThat(HaSettings.of(Map.of("ha-mode", "all")))
                .contains(new HaSettings(new HaMode.All(), SyncMode.MANUAL, 4096,
                        new Promotion(false, true), new Promotion(true, true)));
    }

    @Test
    void reads_every_key() {
        assertThat(HaSettings.of(Map.of("ha-mode", "exactly", "ha-params", 2L, "ha-sync-mode", "automatic",
                "ha-sync-batch-size", 50, "ha-promote-on-shutdown", "always", "ha-promote-on-failure", "when-synced")))
                .contains(new HaSettings(new HaMode.Exactly(2), SyncMode.AUTOMATIC, 50, new Promotion(true, false),
                        new Promotion(false, false)));
        assertThat(new Promotion(true, false).text()).isEqualTo("always");
        assertThat(new Promotion(false, true).text()).isEqualTo("when-synced");
    }

    @ParameterizedTest
    @CsvSource({"1,4096", "2,2", "99999999999,2147483647"})
    void a_batch_of_one_means_the_default(long given, int size) { // S-11
        assertThat(HaSettings.of(Map.of("ha-mode", "all", "ha-sync-batch-size", given)).orElseThrow().batchSize())
                .isEqualTo(size);
    }

    @Test
    void names_that_no_node_can_have_are_left_out() { // PO-17, PO-23
        Map<String, Object> definition = Map.of("ha-mode", "nodes", "ha-params",
                List.of("b@localhost", "no-at-sign", "", "a@localhost", "b@localhost"));
        assertThat(HaSettings.of(definition).orElseThrow().mode())
                .isEqualTo(new HaMode.Nodes(List.of(NodeName.of("b"), NodeName.of("a"))));
    }

    @Test
    void a_definition_that_would_be_refused_is_an_error() {
        assertThatThrownBy(() -> HaSettings.of(Map.of("ha-mode", "exactly")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ha-mode=\"exactly\" takes an integer, none given");
    }
}
