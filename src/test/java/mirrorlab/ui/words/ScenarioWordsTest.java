package mirrorlab.ui.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import org.junit.jupiter.api.Test;

class ScenarioWordsTest {
    private final ScenarioWords words = new ScenarioWords(Texts.english());

    private static ScenarioPlayer.Status status(String name, String title, int steps, int next) {
        return new ScenarioPlayer.Status(name, title, "", List.copyOf(Collections.nCopies(steps,
                Step.of("heal"))), List.of(), next, false, List.of());
    }

    @Test
    void a_scenario_without_a_title_is_called_by_its_name() {
        assertThat(words.title(status("two-masters", "Two masters", 1, 0))).isEqualTo("Two masters");
        assertThat(words.title(status("two-masters", "", 1, 0))).isEqualTo("two-masters");
        assertThat(words.title(status("", "", 0, 0))).isEqualTo("No scenario is loaded");
    }

    @Test
    void the_next_step_is_counted_from_one() {
        assertThat(words.edited(status("x", "", 3, 0))).isEqualTo("The scenario goes on with step 1 of 3.");
        assertThat(words.edited(status("x", "", 3, 3))).contains("no step left").contains("3");
    }
}
