package mirrorlab.ui.panels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StepLinesTest {

    @Test
    void an_expectation_inside_a_step_that_fails_is_a_cross_in_both_languages() {
        Step step = Step.of("get").with("queue", "orders").with("expect", Map.of("bodies", List.of("m1")));
        ObjectNode found = JsonNodeFactory.instance.objectNode().put("outcome", "ok");
        found.putArray("bodies").add("m2");
        List<@Nullable StepResult> results = new ArrayList<>();
        results.add(new StepResult(false, found, "not as expected: bodies: expected [\"m1\"], was [\"m2\"]"));
        ScenarioPlayer.Status status = new ScenarioPlayer.Status("s", "t", "题", List.of(step), List.of("get"), 1, false,
                results);
        StepLine english = new StepLines(Texts.english()).of(status).getFirst();
        assertThat(english.mark()).isEqualTo(StepLine.Mark.FAILED);
        assertThat(english.result()).isEqualTo("not as expected: bodies: expected [\"m1\"], was [\"m2\"]");
        StepLine chinese = new StepLines(Texts.chinese()).of(status).getFirst();
        assertThat(chinese.mark()).isEqualTo(StepLine.Mark.FAILED);
        assertThat(chinese.result()).isEqualTo("与预期不符：消息体：预期 [\"m1\"]，实际 [\"m2\"]");
    }
}
