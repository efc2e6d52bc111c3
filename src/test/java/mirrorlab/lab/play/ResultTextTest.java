package mirrorlab.lab.play;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mirrorlab.lab.Texts;
import mirrorlab.lab.ledger.Fate;
import mirrorlab.lab.ledger.Word;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepKinds;
import org.junit.jupiter.api.Test;

class ResultTextTest {
    private static final Pattern FAULT = Pattern
            .compile("(?:StepFault\\s*\\.(?:notPossible|unknown)|\\.unknown|NotPossible\\.of)\\(\\s*\"([a-z.-]+)\"");

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(text);
    }

    private static List<String> said(String step, String result) throws IOException {
        Step asked = new Step(json(step));
        return List.of(Texts.english().say(ResultText.of(asked, json(result))),
                Texts.chinese().say(ResultText.of(asked, json(result))));
    }

    @Test
    void a_result_is_said_in_both_languages() throws IOException {
        assertThat(said("{\"do\": \"publish\"}",
                "{\"outcome\": \"ok\", \"published\": 40, \"confirmed\": 40, \"nacked\": 0}"))
                .containsExactly("published 40, confirmed 40", "已发布 40 条，已向发布者确认 40 条");
        assertThat(said("{\"do\": \"kill\"}", "{\"outcome\": \"ok\"}")).containsExactly("done", "完成");
    }

    @Test
    void what_was_expected_and_found_is_said_in_both_languages() throws IOException {
        assertThat(said("{\"do\": \"get\", \"expect\": {\"bodies\": [\"m1\"]}}", "{\"outcome\": \"ok\"}"))
                .containsExactly("not as expected: bodies: expected [\"m1\"], was nothing",
                        "与预期不符：消息体：预期 [\"m1\"]，实际 无");
        assertThat(said("{\"do\": \"expect\"}",
                """
                        {"outcome": "error", "differences": [{"field": "messages", "expected": 3, "found": 4},
                         {"field": "fates.safe", "expected": 3, "found": 0}], "error": {"kind": "expectation", "text": "…"}}"""))
                .containsExactly("not as expected: messages: expected 3, was 4; safe: expected 3, was 0",
                        "与预期不符：消息：预期 3，实际 4；安全：预期 3，实际 0");
    }

    @Test
    void a_fault_of_the_lab_is_said_in_both_languages_and_the_brokers_words_stay() throws IOException {
        String fault = StepFault.notPossible("node.down", "rabbit1").error().toString();
        assertThat(said("{\"do\": \"kill\"}", "{\"outcome\": \"error\", \"error\": " + fault + "}"))
                .containsExactly("the node rabbit1 is down", "节点 rabbit1 未运行");
        assertThat(said("{\"do\": \"get\"}",
                """
                        {"outcome": "error", "error": {"kind": "channel_closed", "reply_code": 404, "text": "NOT_FOUND - no queue"}}
                        """))
                .containsExactly("refused: 404 NOT_FOUND - no queue", "被拒绝：404 NOT_FOUND - no queue");
    }

    @Test
    void every_fault_and_every_expected_field_has_its_words() throws IOException {
        Set<String> known = Texts.english().bundle().keySet();
        for (Path file : sources()) {
            FAULT.matcher(Files.readString(file)).results()
                    .forEach(found -> assertThat(known).as("said in %s", file).contains("fault." + found.group(1)));
        }
        assertThat(StepKinds.of("expect")).isNotNull();
        StepKinds.of("expect").fields().stream().map(each -> each.name())
                .filter(each -> !Set.of("queue", "vhost").contains(each))
                .forEach(each -> assertThat(known).contains("field." + each));
        for (Fate fate : Fate.values()) {
            assertThat(said("{\"do\": \"expect\"}", """
                    {"differences": [{"field": "fates.%s", "expected": 1, "found": 0}]}"""
                    .formatted(fate.name().toLowerCase(Locale.ROOT))).getLast()).matches(".*：.*\\p{IsHan}+：预期 1，实际 0");
        }
        for (Word word : Word.values()) {
            assertThat(known).contains("word." + word);
        }
    }

    private static Set<Path> sources() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("src/main/java/mirrorlab/lab"))) {
            return all.filter(each -> each.toString().endsWith(".java")).collect(Collectors.toSet());
        }
    }
}
