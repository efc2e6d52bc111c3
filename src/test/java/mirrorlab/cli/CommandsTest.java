package mirrorlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mirrorlab.lab.ReplayedLab;
import mirrorlab.lab.conform.Comparison;
import mirrorlab.vocabulary.NodeName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int execute(String... arguments) {
        return Commands.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("file.json"), text);
    }

    @Test
    void a_broken_scenario_is_said_with_its_place_and_nothing_starts() throws Exception {
        Path file = file("{\"name\": \"x\",\n \"steps\": [{\"do\": \"fly\"}]}");
        assertThat(execute("run", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("mirrorlab: " + file + ", line 2, column 19: found \"fly\", expected a kind of step: ")
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_broken_cluster_file_is_said_with_its_place() throws Exception {
        Path file = file("{\"nodes\": [{\"name\": \"a\", \"port\": 5}]}");
        assertThat(execute("up", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "mirrorlab: " + file + ", line 1, column 26: found an unknown field \"port\", expected one of")
                .hasLineCount(1);
    }

    @Test
    void a_history_is_simulated_from_its_seed() {
        assertThat(execute("simulate", "--from", "7", "--seeds", "1")).isEqualTo(0);
        assertThat(execute("simulate", "--seeds", "0")).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("mirrorlab: --seeds is 0, expected 1 to 10000000\n");
    }

    @Test
    void a_history_is_told_and_written_as_a_recording() throws Exception {
        Path file = folder.resolve("seed.ndjson");
        assertThat(execute("simulate", "--from", "7", "--seeds", "1", "--tell", "--recording", file.toString()))
                .isEqualTo(0);
        assertThat(out.toString()).contains("NodeStarted[node=rabbit1@localhost").contains("StepStarted[number=0")
                .endsWith("seed 7: everything held\n");
        try (ReplayedLab replayed = ReplayedLab.open(file)) {
            assertThat(replayed.nodes()).contains(NodeName.of("rabbit1"), NodeName.of("rabbit2"));
            assertThat(replayed.player().status().steps()).isNotEmpty();
        }
        assertThat(execute("simulate", "--seeds", "2", "--tell")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("mirrorlab: --seeds is 2, expected 1 with --tell, --recording and --window\n");
    }

    @Test
    void a_missing_file_is_one_sentence() {
        assertThat(execute("run", "/nowhere/none.json")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo("mirrorlab: /nowhere/none.json: found no such file, expected a JSON file\n");
    }

    @Test
    void a_port_in_use_is_said_with_node_and_port() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path file = file("{\"nodes\": [{\"name\": \"a\", \"http_port\": " + taken.getLocalPort() + "}]}");
            assertThat(execute("up", "--embedded", file.toString())).isEqualTo(2);
            assertThat(err.toString())
                    .isEqualTo("mirrorlab: the HTTP port " + taken.getLocalPort()
                            + " of a is in use by another program\n");
        }
    }

    @Test
    void a_step_that_does_not_exist_cannot_be_painted() {
        assertThat(execute("picture", "lab-configs/scenarios/welcome.json", "--at", "7", "--out", "x.png"))
                .isEqualTo(2);
        assertThat(err.toString()).isEqualTo("mirrorlab: --at is 7, expected a step of this scenario, 0 to 6\n");
    }

    @Test
    void unknown_commands_and_options_are_wrong_input() {
        assertThat(execute("fly")).isEqualTo(2);
        assertThat(execute("run", "--fast", "x")).isEqualTo(2);
    }

    @Test
    void a_soak_without_length_or_with_a_body_that_no_message_has_is_wrong_input() {
        assertThat(execute("soak", "--minutes", "0")).isEqualTo(2);
        assertThat(execute("soak", "--body", "-1")).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("mirrorlab: --minutes is 0, expected 1 to 10080",
                "mirrorlab: --body is -1, expected 0 to 16777216");
    }

    @Test
    void a_run_ends_with_1_when_an_expectation_did_not_hold_and_its_report_says_which() throws Exception {
        Path file = file(
                """
                        {"name": "x", "title": "t", "steps": [{"do": "declare_queue", "queue": "q", "expect": {"message_count": 3}},
                         {"do": "expect", "queue": "q", "messages": 0, "master": "rabbit2"}]}
                        """);
        Path report = folder.resolve("report.json");
        assertThat(execute("run", file.toString(), "--embedded", "--report", report.toString())).isEqualTo(1);
        JsonNode json = new ObjectMapper().readTree(report.toFile());
        assertThat(json.at("/steps/0/unmet/0").asText()).isEqualTo("message_count: expected 3, was 0");
        assertThat(json.at("/steps/1/unmet/0").asText())
                .isEqualTo("master: expected \"rabbit2@localhost\", was \"rabbit1@localhost\"");
        assertThat(json.at("/steps/0/result/outcome").asText()).isEqualTo("ok");
        assertThat(json.at("/steps/0/i").asInt()).isEqualTo(1);
        assertThat(out.toString()).contains(
                "1/2 declare q, durable – not as expected: message count: expected 3, was 0",
                "not every expectation held");
        assertThat(Comparison.of(json, json)).isEmpty();
    }

    @Test
    void up_is_understood_with_and_without_picocli() {
        PrintWriter nobody = new PrintWriter(out);
        assertThat(UpCommand.plain(nobody, nobody, List.of())).isNotNull();
        assertThat(UpCommand.plain(nobody, nobody, List.of("--embedded", "--ports-file", "p.json", "c.json", "--keep")))
                .isNotNull();
        for (List<String> each : List.of(List.of("--help"), List.of("--ports-file"), List.of("--ports-file=p.json"),
                List.of("a.json", "b.json"), List.of("--embedded", "--embedded"), List.of(""))) {
            assertThat(UpCommand.plain(nobody, nobody, each)).as("%s", each).isNull();
        }
        assertThat(execute("up", "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: mirrorlab up [-hV]");
        assertThat(execute("up", "a.json", "b.json")).isEqualTo(2);
        assertThat(execute("up", "--ports-file=/nowhere/p.json", "/nowhere/none.json")).isEqualTo(2);
        assertThat(err.toString()).endsWith("/nowhere/none.json: found no such file, expected a JSON file\n");
    }

    @Test
    void a_foreign_broker_is_not_measured_where_it_would_be_harmed() throws Exception {
        for (String each : List.of("start", "failover", "sync", "ui")) {
            assertThat(execute("bench", each, "--against", "amqp://127.0.0.1:1/", "--json")).isZero();
        }
        assertThat(out.toString().lines()).hasSize(4).allSatisfy(each -> assertThat(
                new ObjectMapper().readTree(each).at("/notes/0").asText()).startsWith("skipped: "));
    }
}
