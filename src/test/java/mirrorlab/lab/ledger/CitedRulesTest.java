package mirrorlab.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every rule and trap that the lab can show is held by a test that names it, and people can read it in both languages.
class CitedRulesTest {
    private static final Path TABLE = Path.of("src/test/resources/rules-to-cite.txt");
    private static final Path TESTS = Path.of("src/test/java");
    /// Played by a test; their first lines say what they show.
    private static final List<Path> PLAYED = List.of(Path.of("src/test/resources/conversations"),
            Path.of("src/test/resources/causes"));
    /// They speak about numbers.
    private static final List<String> NO_WITNESSES = List.of("RulesTest.java", "CitedRulesTest.java");

    /// Number to the reason why no test cites it, empty for those that are to be cited.
    private static Map<String, String> table() throws IOException {
        Map<String, String> table = new TreeMap<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (!line.startsWith("#")) {
                String[] parts = line.split(" +", 2);
                table.put(parts[0], parts.length > 1 ? parts[1] : "");
            }
        }
        return table;
    }

    private static TreeSet<String> cited() throws IOException {
        TreeSet<String> cited = new TreeSet<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            files.filter(each -> each.toString().endsWith("Test.java")
                    && !NO_WITNESSES.contains(each.getFileName().toString()))
                    .forEach(each -> numbers(text(each), cited));
        }
        for (Path folder : PLAYED) {
            try (Stream<Path> files = Files.list(folder)) {
                files.forEach(each -> text(each).lines().filter(line -> line.startsWith("#"))
                        .forEach(line -> numbers(line, cited)));
            }
        }
        return cited;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void numbers(String text, TreeSet<String> to) {
        Rules.NUMBER.matcher(text).results().forEach(each -> to.add(each.group()));
    }

    @Test
    void every_number_is_cited_by_a_test_or_exempt_with_a_reason() throws IOException {
        TreeSet<String> cited = cited();
        Map<String, String> table = table();
        assertThat(table).as("P-01 to P-32, S-01 to S-26, F-01 to F-38, PO-01 to PO-25, T-01 to T-56").hasSize(177);
        assertThat(table.entrySet().stream().filter(each -> each.getValue().isEmpty()).map(Map.Entry::getKey))
                .as("numbers that a test cites").isSubsetOf(cited);
        assertThat(table.entrySet().stream().filter(each -> !each.getValue().isEmpty()).map(Map.Entry::getKey))
                .as("exemptions that are not needed").doesNotContainAnyElementsOf(cited);
    }

    @Test
    void every_cited_number_has_its_sentence_in_both_languages_and_names_a_test() throws IOException {
        table().forEach((number, exemption) -> {
            if (exemption.isEmpty()) {
                assertThat(Rules.find(number)).as(number).hasValueSatisfying(rule -> {
                    assertThat(rule.sentence(Locale.ENGLISH)).isNotBlank();
                    assertThat(rule.sentence(Locale.SIMPLIFIED_CHINESE)).containsPattern("\\p{IsHan}");
                    assertThat(rule.tests()).as("tests of " + number).isNotEmpty();
                });
            }
        });
    }
}
