package mirrorlab.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mirrorlab.lab.host.OwnProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody at a terminal is told when something ends before he expects it.
class EarlyEndsTest {
    @TempDir
    private Path folder;

    @Test
    void a_run_that_is_told_to_end_says_how_many_steps_were_not_done() throws Exception {
        Path file = Files.writeString(folder.resolve("long.json"), """
                {"name": "long", "title": "long", "steps": [{"do": "declare_queue", "queue": "q"},
                 {"do": "wait", "seconds": 3600}, {"do": "expect", "queue": "q", "messages": 0}]}
                """);
        List<String> command = OwnProgram.command(List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("run", "--embedded", file.toString()));
        Process run = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader said = run.inputReader()) {
            List<String> lines = new ArrayList<>();
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lines.add(line);
                if (line.startsWith("  1/3 ")) {
                    run.toHandle().destroy(); // and the stream stays open
                }
            }
            assertThat(lines).last().isEqualTo("told to end: 2 of 3 steps were not done");
            assertThat(lines).noneMatch(each -> each.startsWith("  2/3") || each.startsWith("  3/3"));
            assertThat(run.waitFor()).isNotZero();
        } finally {
            run.destroyForcibly();
        }
    }

    @Test
    void a_cluster_says_which_node_ended_embedded_or_not() throws Exception {
        for (List<String> mode : List.of(List.of("--embedded"), List.<String>of())) {
            Path file = folder.resolve("ports" + mode.size() + ".json");
            try (RunningPrograms programs = new RunningPrograms()) {
                Process up = programs.up(file, mode.toArray(new String[0]));
                JsonNode ports = RunningPrograms.ports(up, file);
                stop(ports, 2);
                List<String> lines = new ArrayList<>();
                for (String line = up.inputReader().readLine(); line != null; line = up.inputReader().readLine()) {
                    lines.add(line);
                    if (line.equals("rabbit3@localhost stopped")) {
                        break;
                    }
                }
                assertThat(lines).as("%s", mode).last().isEqualTo("rabbit3@localhost stopped");
                if (mode.isEmpty()) {
                    ProcessHandle.of(ports.at("/nodes/1/pid").asLong()).orElseThrow().destroyForcibly();
                    assertThat(up.inputReader().readLine()).startsWith("rabbit2@localhost died, exit status 137");
                }
            }
        }
    }

    private static void stop(JsonNode ports, int node) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            client.send(HttpRequest.newBuilder(URI.create(
                    "http://127.0.0.1:" + ports.at("/nodes/" + node + "/http_port").asInt() + "/api/lab/stop"))
                    .header("Authorization", "Bearer " + ports.at("/lab/secret").asText())
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.discarding());
        }
    }
}
