package mirrorlab.ui.words;

import static org.assertj.core.api.Assertions.assertThat;

import mirrorlab.lab.Texts;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepKind;
import mirrorlab.lab.scenario.StepKinds;
import org.junit.jupiter.api.Test;

class StepWordsTest {

    @Test
    void every_step_that_is_played_is_said_in_both_languages() {
        for (StepKind kind : StepKinds.all().stream().filter(StepKind::played).toList()) {
            Step step = Step.of(kind.name()).with("queue", "orders").with("node", "rabbit1");
            assertThat(new StepWords(Texts.chinese()).say(step, "")).as(kind.name()).matches(".*\\p{IsHan}.*");
            assertThat(new StepWords(Texts.english()).say(step, "")).as(kind.name()).isNotEqualTo(kind.name())
                    .doesNotMatch(".*\\p{IsHan}.*");
        }
    }

    @Test
    void an_expectation_is_said_without_the_files_signs() {
        String json = "{\"do\": \"expect\", \"queue\": \"orders\", \"mirrors\": null, \"synchronised\": [\"rabbit2@localhost\","
                + " \"rabbit3@localhost\"], \"lost\": [], \"fates\": {\"unreachable\": 9, \"acknowledged\": 1}}";
        assertThat(new StepWords(Texts.english()).say(json, "")).isEqualTo("expect orders: mirrors none;"
                + " synchronised rabbit2, rabbit3; lost none; fates unreachable 9, acknowledged 1");
        assertThat(new StepWords(Texts.chinese()).say(json, ""))
                .isEqualTo("预期 orders：镜像 无；已同步的镜像 rabbit2，rabbit3；丢失 无；归宿 暂不可达 9，已由消费者确认 1");
    }

    @Test
    void a_recorded_step_is_said_in_the_windows_language() {
        var begins = mirrorlab.lab.ledger.Sentence.of("event.step-started", 1, "kill rabbit1",
                "{\"do\": \"kill\", \"node\": \"rabbit1\"}");
        assertThat(new StepWords(Texts.english()).say(begins)).isEqualTo("step 1: kill rabbit1");
        assertThat(new StepWords(Texts.chinese()).say(begins)).isEqualTo("第 1 步：杀死 rabbit1");
    }

    @Test
    void a_comment_without_translation_stays_as_it_is() {
        Step step = Step.of("kill").with("comment", "watch");
        assertThat(new StepWords(Texts.chinese()).comment(step)).isEqualTo("watch");
        assertThat(new StepWords(Texts.chinese()).comment(step.with("comment_zh", "注意看"))).isEqualTo("注意看");
        assertThat(new StepWords(Texts.english()).comment(step.with("comment_zh", "注意看"))).isEqualTo("watch");
    }
}
