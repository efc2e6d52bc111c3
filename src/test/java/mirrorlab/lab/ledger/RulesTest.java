package mirrorlab.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RulesTest {
    private static final Path RULES = Path.of("src/main/resources/rules");

    private static TreeSet<String> cited(Path root) throws IOException {
        TreeSet<String> cited = new TreeSet<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Rules.NUMBER.matcher(Files.readString(file)).results().forEach(each -> cited.add(each.group()));
            }
        }
        return cited;
    }

    @Test
    void every_rule_that_the_code_cites_has_a_file() throws IOException {
        TreeSet<String> cited = cited(Path.of("src/main/java"));
        assertThat(cited).contains("F-02", "F-04", "F-13");
        assertThat(cited).allSatisfy(number -> assertThat(Rules.find(number)).as(number).isPresent());
    }

    @Test
    void every_file_is_a_rule_in_both_languages() throws IOException {
        try (Stream<Path> files = Files.list(RULES)) {
            assertThat(files.toList()).isNotEmpty().allSatisfy(file -> {
                String number = file.getFileName().toString().replace(".json", "");
                Rule rule = Rules.find(number).orElseThrow();
                assertThat(rule.number()).isEqualTo(number);
                assertThat(rule.sentence(Locale.ENGLISH)).endsWith(".");
                assertThat(rule.sentence(Locale.SIMPLIFIED_CHINESE)).endsWith("。");
            });
        }
    }

    @Test
    void the_tests_that_a_rule_names_exist() throws IOException {
        try (Stream<Path> files = Files.list(RULES)) {
            for (Path file : files.toList()) {
                Rule rule = Rules.find(file.getFileName().toString().replace(".json", "")).orElseThrow();
                assertThat(rule.tests()).as(rule.number()).allSatisfy(test -> assertThat(
                        Path.of("src/test/java/mirrorlab", test.replace('.', '/') + ".java")).exists());
            }
        }
    }

    @Test
    void a_number_without_rule_is_not_found() {
        assertThat(Rules.find("F-99")).isEmpty();
        assertThat(Rules.find("../../F-01")).isEmpty();
    }
}
