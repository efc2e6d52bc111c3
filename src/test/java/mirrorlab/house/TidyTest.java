package mirrorlab.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// How files look. What is not a test, drifts.
class TidyTest {
    private static final int LINES_MAX = 400;
    private static final int COLUMNS_MAX = 130;

    /// Files that may be longer, how long, and why they are one piece. The longest is the next to be split.
    private static final Map<String, Integer> LONG_FILES = new TreeMap<>(Map.of(//
            "src/test/java/mirrorlab/http/HttpDoorTest.java", 530)); // one door, one cluster behind it

    private static final List<SourceFile> FILES = SourceFile.all();

    @Test
    void nobody_sleeps() {
        // a measurement may wait for time itself: an idle cluster is one that was left alone
        assertThat(found(file -> file.isJava() && !file.path().contains("/lab/bench/"),
                "\\bThread\\s*\\.\\s*sleep\\b|\\bTimeUnit\\.\\w+\\.sleep\\b"))
                .as("await the event: a latch, a future or a condition with a deadline").isEmpty();
    }

    @Test
    void nothing_is_left_to_do() {
        assertThat(found(file -> !isThis(file), "\\b(TODO|FIXME|XXX|HACK)\\b")).as("do it, or file it").isEmpty();
    }

    @Test
    void no_test_is_switched_off() {
        assertThat(found(file -> file.isJava() && !isThis(file), "@(Disabled|Ignore)\\b")).as("mend it or delete it")
                .isEmpty();
    }

    @Test
    void nothing_is_swallowed() {
        assertThat(found(SourceFile::isJava, "catch \\([^)]*\\) \\{\\s*}"))
                .as("handle it, or say why there is nothing to do")
                .isEmpty();
    }

    @Test
    void names_say_what_a_thing_is() {
        assertThat(found(SourceFile::isJava,
                "(?m)^\\s*(?:[a-z@-]+ )*(?:class|record|interface|enum) (\\w*(Manager|Helper|Util|Utils|Impl|Handler|Data|Info)|I[A-Z][a-z]\\w*)\\b"))
                .as("suffixes that say nothing").isEmpty();
    }

    @Test
    void test_methods_are_sentences() {
        Pattern test = Pattern.compile("@(?:Test|ParameterizedTest|RepeatedTest)\\b[\\s\\S]*?\\bvoid\\s+(\\w+)\\s*\\(");
        assertThat(FILES.stream().filter(file -> file.isJava() && !file.isProgram()).flatMap(
                file -> test.matcher(file.text()).results().map(each -> each.group(1)).filter(
                        name -> !name.matches("[a-z0-9]+(_[a-zA-Z0-9]+)+")).map(name -> file.path() + ": " + name)))
                .as("in snake_case").isEmpty();
    }

    @Test
    void every_package_explains_itself() {
        assertThat(FILES.stream().filter(SourceFile::isProgram).map(SourceFile::folder).distinct()
                .filter(folder -> FILES.stream().noneMatch(file -> file.path().equals(folder + "package-info.java")
                        && file.text().startsWith("///") && file.text().contains("@NullMarked"))))
                .as("packages without a package-info.java that says something and is @NullMarked").isEmpty();
    }

    @Test
    void files_are_short() {
        assertThat(FILES.stream().filter(SourceFile::isJava)
                .filter(file -> file.lines().size() > LONG_FILES.getOrDefault(file.path(), LINES_MAX))
                .map(file -> file.path() + " has " + file.lines().size() + " lines"))
                .as("files with more than %d lines, or more than their exception allows", LINES_MAX).isEmpty();
    }

    @Test
    void exceptions_for_long_files_are_still_needed() {
        Map<String, Integer> lengths = FILES.stream().filter(file -> LONG_FILES.containsKey(file.path()))
                .collect(Collectors.toMap(SourceFile::path, file -> file.lines().size()));
        assertThat(LONG_FILES.keySet()).as("each is there and longer than %d lines", LINES_MAX)
                .allSatisfy(path -> assertThat(lengths.getOrDefault(path, 0)).as(path).isGreaterThan(LINES_MAX));
    }

    @Test
    void lines_fit_the_screen() {
        assertThat(FILES.stream().filter(SourceFile::isProgram).flatMap(file -> file.lines().stream()
                .filter(line -> line.length() > COLUMNS_MAX && !isUnbreakable(line))
                .map(line -> file.path() + ": " + line.strip())))
                .as("the formatter breaks code at 120 columns; comments and strings end before %d", COLUMNS_MAX)
                .isEmpty();
    }

    @Test
    void files_speak_of_no_machine() {
        assertThat(found(file -> !isThis(file), "(?<![\\w.*])/(home|root|Users|work)/|\\.m2/|/\\.library"))
                .as("paths of one machine")
                .isEmpty();
    }

    @Test
    void links_lead_to_known_places() {
        assertThat(found(file -> !isThis(file), "https?://[\\w.-]*").map(each -> each.replaceFirst(".*https?://", ""))
                .distinct())
                .as("hosts").isSubsetOf("127.0.0.1", "localhost", "javafx.com", "maven.apache.org", "www.w3.org",
                        "json-schema.org", "www.rabbitmq.com", "rabbitmq.com", "github.com", "");
    }

    @Test
    void every_link_of_the_readme_leads_somewhere() {
        assertThat(
                inReadme("]\\(([^)#:]+)[^)]*\\)").map(each -> each.group(1)).filter(link -> !SourceFile.exists(link)))
                .as("links in README.md").isEmpty();
    }

    @Test
    void every_path_in_the_readme_exists() {
        assertThat(inReadme("`((?:src|fxml|lab-configs|\\.ci)(?:/[\\w.-]+)*/?)`").map(each -> each.group(1))
                .filter(path -> !SourceFile.exists(path))).as("paths in README.md").isEmpty();
    }

    @Test
    void the_readme_names_every_room() {
        String plan = inReadme("(?s)## The floor plan\\n(.*?)\\n## ").map(each -> each.group(1)).findFirst().orElse("");
        assertThat(FloorPlan.rooms()).allSatisfy(room -> assertThat(plan).containsPattern("\\b" + room + "\\b"));
    }

    @Test
    void the_readme_is_one_sitting() {
        assertThat(readme().lines()).hasSizeLessThanOrEqualTo(150);
    }

    @Test
    void the_check_script_runs_the_command_of_the_readme() {
        String command = inReadme("(?s)## Test it\\n.*?```\\w*\\n(.*?)\\n```").map(each -> each.group(1)).findFirst()
                .orElse("");
        assertThat(command).startsWith("mvn ");
        assertThat(file(".ci/run").lines()).contains(command);
    }

    private static boolean isThis(SourceFile file) {
        return file.path().endsWith("/house/TidyTest.java");
    }

    /// A line that ends in a long text, or an import.
    private static boolean isUnbreakable(String line) {
        return line.contains("\"") || line.startsWith("import ");
    }

    private static Stream<String> found(Predicate<SourceFile> where, String what) {
        Pattern pattern = Pattern.compile(what);
        return FILES.stream().filter(where).flatMap(file -> file.places(pattern));
    }

    private static Stream<MatchResult> inReadme(String what) {
        return Pattern.compile(what).matcher(readme().text()).results();
    }

    private static SourceFile readme() {
        return file("README.md");
    }

    private static SourceFile file(String path) {
        return FILES.stream().filter(file -> file.path().equals(path)).findFirst()
                .orElseThrow(() -> new AssertionError("no " + path));
    }
}
