package mirrorlab.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What shipped scenarios say to people they say in English and in 简体中文.
class ScenarioLanguagesTest {
    private static final String CHINESE = "(?s).*\\p{IsHan}.*";

    @Test
    void every_shipped_scenario_has_its_title_and_comments_in_both_languages() throws Exception {
        List<Path> files = files();
        assertThat(files).hasSizeGreaterThanOrEqualTo(6);
        for (Path file : files) {
            Scenario scenario = ScenarioFile.read(file);
            assertThat(scenario.title()).as("%s", file).isNotBlank().doesNotMatch(CHINESE);
            assertThat(scenario.titleZh()).as("%s", file).matches(CHINESE);
            for (Step step : scenario.steps()) {
                assertThat(step.json().has("comment_zh")).as("%s: %s", file, step.json())
                        .isEqualTo(step.json().has("comment"));
                if (step.json().has("comment")) {
                    assertThat(step.json().path("comment").asText()).as("%s", file).doesNotMatch(CHINESE);
                    assertThat(step.json().path("comment_zh").asText()).as("%s", file).matches(CHINESE);
                }
            }
        }
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("lab-configs/scenarios"))) {
            return all.filter(each -> each.toString().endsWith(".json")).sorted().toList();
        }
    }
}
