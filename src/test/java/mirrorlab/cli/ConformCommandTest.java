package mirrorlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformCommandTest {
    private static final Path RECORDINGS = Path.of("src/test/resources/conformance");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int conform(String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "conform";
        arguments[1] = folder.toString();
        arguments[2] = "--embedded";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Commands.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private void recording(String name) throws Exception {
        for (String each : new String[]{"scenarios", "golden"}) {
            Files.createDirectories(folder.resolve(each));
            Files.copy(RECORDINGS.resolve(each).resolve(name + ".json"), folder.resolve(each).resolve(name + ".json"));
        }
    }

    private void recordedOtherwise(String name, String object, String field, String value) throws Exception {
        Path golden = folder.resolve("golden").resolve(name + ".json");
        ObjectNode json = (ObjectNode) MAPPER.readTree(golden.toFile());
        ((ObjectNode) json.at(object)).put(field, value);
        MAPPER.writeValue(golden.toFile(), json);
    }

    @Test
    void what_agrees_and_what_is_not_yet_run_is_told_and_the_reports_are_kept() throws Exception {
        recording("policy-exactly-1");
        recording("partition-ignore-two-nodes");
        Path reports = folder.resolve("reports");
        assertThat(conform("--out", reports.toString())).isZero();
        assertThat(out.toString()).containsPattern("policy-exactly-1 +agrees  \\d+\\.\\d s")
                .containsPattern("partition-ignore-two-nodes +not yet run: step \\d+, partition")
                .contains("2 scenarios: 1 agree, 0 differ, 1 not yet run");
        assertThat(MAPPER.readTree(reports.resolve("policy-exactly-1.json").toFile()).path("scenario").asText())
                .isEqualTo("policy-exactly-1");
        assertThat(reports.resolve("partition-ignore-two-nodes.json")).doesNotExist();
    }

    @Test
    void a_difference_is_told_with_its_step_its_path_and_its_rules() throws Exception {
        recording("policy-exactly-1");
        recordedOtherwise("policy-exactly-1", "/steps/2/result/view/queues/0", "state", "down");
        assertThat(conform("--filter", "exactly")).isEqualTo(1);
        assertThat(out.toString()).containsPattern("policy-exactly-1 +differs in 1 place")
                .contains("step 3  /steps/2/result/view/queues/0/state")
                .contains("expected \"down\"", "got      \"running\"", "1 scenarios: 0 agree, 1 differ");
    }

    @Test
    void what_differs_beside_others_is_played_again_alone() throws Exception {
        recording("policy-exactly-1");
        recording("policy-clear-unknown");
        recordedOtherwise("policy-exactly-1", "/steps/2/result/view/queues/0", "state", "down");
        assertThat(conform("--clusters", "2")).isEqualTo(1);
        assertThat(out.toString())
                .containsPattern("policy-exactly-1 +differs in 1 place  \\d+\\.\\d s, played [23] times")
                .containsPattern("policy-clear-unknown +agrees  \\d+\\.\\d s\\R");
    }

    @Test
    void what_differs_on_principle_is_told_with_its_reason_and_is_no_failure() throws Exception {
        recording("policy-exactly-1");
        recordedOtherwise("policy-exactly-1", "/steps/2/result/view/queues/0", "state", "down");
        Files.writeString(folder.resolve("differs.json"), "{\"policy-exactly-1\": \"the real broker races\"}");
        assertThat(conform()).isZero();
        assertThat(out.toString())
                .containsPattern("policy-exactly-1 +differs in 1 place.*on principle: the real broker races")
                .containsPattern("1 scenarios: 0 agree, 0 differ, 1 differ on principle, 0 not yet run; in \\d+ s");
        Files.writeString(folder.resolve("differs.json"), "{\"policy-exactly-1\": 7}");
        assertThat(conform()).isEqualTo(2);
        assertThat(err.toString()).contains(folder.resolve("differs.json")
                + " gives no reason for policy-exactly-1, expected a sentence");
    }

    @Test
    void a_folder_that_is_none_of_recordings_is_refused() throws Exception {
        assertThat(conform()).isEqualTo(2);
        recording("policy-exactly-1");
        assertThat(conform("--filter", "nothing-like-it")).isEqualTo(2);
        Files.delete(folder.resolve("golden/policy-exactly-1.json"));
        assertThat(conform()).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly(
                "mirrorlab: " + folder
                        + " is no folder of recordings: expected the folders scenarios and golden in it",
                "mirrorlab: no scenario in " + folder.resolve("scenarios")
                        + " has a name in which nothing-like-it is found",
                "mirrorlab: there is no recording " + folder.resolve("golden/policy-exactly-1.json") + " for "
                        + folder.resolve("scenarios/policy-exactly-1.json"));
        assertThat(out.toString()).isEmpty();
    }
}
