package mirrorlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.PlacedJson;
import mirrorlab.lab.host.OwnProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Wrong files and wrong paths: one sentence, exit status 2, nothing started.
class BadInputTest {
    private static final String WELCOME = "lab-configs/scenarios/welcome.json";
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private int execute(String... arguments) {
        return Commands.execute(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    }

    private void refuses(String sentence, String... arguments) {
        assertThat(execute(arguments)).isEqualTo(2);
        assertThat(err.toString()).isEqualTo("mirrorlab: " + sentence + "\n");
        assertThat(out.toString()).isEmpty();
    }

    private Path file(byte[] bytes) throws Exception {
        return Files.write(folder.resolve("file.json"), bytes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`',
            textBlock = """
                    ``                                   | 1 | 1  | nothing, expected a JSON object
                    []                                   | 1 | 1  | [], expected an object: a scenario
                    {"name":"x","steps":[}               | 1 | 22 | no valid JSON
                    {"name":"x","steps":[]} more         | 1 | 25 | no valid JSON
                    {"name":"x"}                         | 1 | 1  | no field "steps", expected it: the steps in order
                    {"name":"x","name":"y","steps":[]}   | 1 | 13 | "name" a second time, expected each field once
                    {"name":"x","stepps":[]}             | 1 | 13 | an unknown field "stepps", expected one of the fields of a scenario
                    {"name":5,"steps":[]}                | 1 | 9  | 5, expected text of 1 to 200 characters (name)
                    {"name":"x","config":{"heartbeats":5},"steps":[]} | 1 | 23 | an unknown field "heartbeats", expected one of the fields of config: cluster_partition_handling, mnesia_table_loading_retry_timeout
                    {"name":"x","steps":["kill"]}        | 1 | 22 | "kill", expected an object
                    {"name":"x","nodes":["a"],"steps":[]}| 1 | 22 | "a", expected an object
                    {"name":"x","steps":[{"queue":"q"}]} | 1 | 22 | no field "do", expected it: the kind of step
                    {"name":"x","steps":[{"do":"kill"}]} | 1 | 22 | neither node nor nodes, expected one of them
                    {"name":"x","steps":[{"do":"kill","node":"rabbit9"}]}        | 1 | 42 | "rabbit9", expected a node of this cluster: rabbit1, rabbit2, rabbit3
                    {"name":"x","steps":[{"do":"publish","queue":"q","count":1.5}]} | 1 | 58 | 1.5, expected a whole number from 1 to 10000000 (count)
                    """)
    void a_broken_scenario_is_said_with_its_place(String text, int line, int column, String found) throws Exception {
        Path file = file(String.valueOf(text == null ? "" : text).getBytes(StandardCharsets.UTF_8));
        assertThat(execute("run", file.toString())).isEqualTo(2);
        assertThat(err.toString()).startsWith(
                "mirrorlab: " + file + ", line " + line + ", column " + column + ": found " + found).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "up"})
    void a_file_that_is_not_utf8_is_said_with_the_place_of_the_first_bad_byte(String command) throws Exception {
        Path file = file("{\"name\":\n \"Größe\"}".getBytes(StandardCharsets.ISO_8859_1));
        refuses(file + ", line 2, column 5: found bytes that are not UTF-8, expected text in UTF-8", command,
                file.toString());
    }

    @Test
    void a_byte_order_mark_is_no_fault() throws Exception {
        assertThat(PlacedJson.read(file("\uFEFF{}".getBytes(StandardCharsets.UTF_8))).root().isObject()).isTrue();
    }

    @Test
    void an_unknown_setting_of_a_cluster_is_said_with_its_place() throws Exception {
        Path file = file("{\"config\":\n {\"heartbeats\": 5}}".getBytes(StandardCharsets.UTF_8));
        refuses(file
                + ", line 2, column 3: found an unknown field \"heartbeats\", expected one of the fields of config: "
                + "cluster_partition_handling, mnesia_table_loading_retry_timeout, mnesia_table_loading_retry_limit, "
                + "net_ticktime, queue_lookup_timeout_ms, waits, vm_memory_high_watermark.relative, "
                + "vm_memory_high_watermark.absolute, vm_memory_high_watermark_paging_ratio, consumer_timeout, "
                + "channel_tick_interval", "up", file.toString());
    }

    @Test
    void a_folder_is_no_file() {
        refuses(folder + ": found a folder, expected a JSON file", "run", folder.toString());
    }

    @Test
    void a_file_that_is_too_large_is_not_read_to_its_end() {
        refuses("/dev/zero: found more than 4194304 bytes, expected a JSON file of at most so many", "run",
                "/dev/zero");
    }

    @Test
    void a_report_that_cannot_be_written_is_said_before_anything_starts() {
        Path none = folder.resolve("none");
        refuses("the report cannot be written to " + none.resolve("r.json") + ": there is no folder " + none, "run",
                WELCOME, "--embedded", "--report", none.resolve("r.json").toString());
    }

    @Test
    void a_ports_file_that_cannot_be_written_is_said_before_anything_starts() {
        Path none = folder.resolve("none");
        refuses("the ports file cannot be written to " + none.resolve("p") + ": there is no folder " + none, "up",
                "--embedded", "--ports-file", none.resolve("p").toString());
    }

    @Test
    void a_picture_does_not_replace_a_folder() {
        refuses("the picture cannot be written to " + folder + ": that is a folder, expected a file's name", "picture",
                WELCOME, "--at", "1", "--out", folder.toString());
        assertThat(folder).isDirectory();
    }

    @Test
    void a_cluster_that_is_told_to_end_has_ended_well_and_leaves_nothing() throws Exception {
        Path ports = folder.resolve("ports.json");
        var command = OwnProgram.command(java.util.List.of());
        command.addAll(java.util.List.of("up", "--embedded", "--ports-file", ports.toString()));
        Process up = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertThat(up.inputReader().readLine()).startsWith("rabbit1@localhost: amqp 127.0.0.1:");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ports))).isEqualTo("rw-------");
            Path run = Path.of(PlacedJson.read(ports).root().at("/lab/folder").asText());
            assertThat(run).isDirectory();
            up.destroy();
            assertThat(up.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(up.exitValue()).isZero();
            assertThat(ports).doesNotExist();
            assertThat(run).doesNotExist();
        } finally {
            up.destroyForcibly();
        }
    }
}
