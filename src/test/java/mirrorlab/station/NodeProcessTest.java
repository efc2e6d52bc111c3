package mirrorlab.station;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import mirrorlab.amqp.RawClient;
import mirrorlab.journal.Entry;
import mirrorlab.journal.Happening.NodeJoined;
import mirrorlab.journal.JournalFile;
import mirrorlab.lab.host.FreePorts;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes as operating-system processes.
class NodeProcessTest {
    private static final long PATIENCE = 60;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(String line) throws IOException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp", classPath(),
                NodeMain.class.getName())
                .redirectError(folder.resolve("log").toFile()).start();
        processes.add(process);
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        return process;
    }

    /// Whatever this test itself was loaded from.
    private static String classPath() {
        return NodeMain.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs()).map(URL::getPath).collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("java.class.path");
    }

    private String config(@Nullable Integer httpPort) throws IOException {
        NodeName name = NodeName.of("rabbit1");
        return MAPPER.writeValueAsString(new NodeConfig(name, "disc",
                List.of(new NodeConfig.Member(name, "disc", FreePorts.next())), 0, httpPort == null ? 0 : httpPort,
                "open sesame", folder, Map.of(), 1));
    }

    private JsonNode serving(Process process) throws IOException {
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        assertThat(line).as(log()).isNotNull();
        return MAPPER.readTree(line);
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    private static int status(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void a_node_tells_its_ports_and_ends_cleanly_on_sigterm() throws Exception {
        Process process = start(config(null));
        JsonNode serving = serving(process);
        assertThat(serving.get("node").asText()).isEqualTo("rabbit1@localhost");
        assertThat(serving.get("incarnation").asInt()).isEqualTo(1);
        assertThat(serving.get("processId").asLong()).isEqualTo(process.pid());
        assertThat(serving.get("amqpPort").asInt()).isPositive();
        assertThat(serving.get("httpPort").asInt()).isPositive();
        assertThat(process.info().commandLine().orElse("")).doesNotContain("open sesame");
        process.toHandle().destroy();
        assertThat(status(process)).as(log()).isZero();
        assertThat(log()).doesNotContain("open sesame");
    }

    @Test
    void a_node_ends_cleanly_when_its_input_is_closed_along_with_sigterm() throws Exception {
        Process process = start(config(null));
        serving(process);
        process.destroy();
        assertThat(status(process)).as(log()).isZero();
    }

    private void say(Process process, String command) throws IOException {
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    @Test
    void rabbitmq_stops_and_starts_in_a_process_that_goes_on() throws Exception {
        Process process = start(config(null));
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        assertThat(output.readLine()).contains("\"incarnation\":1");
        say(process, NodeProcess.STOP_APP);
        assertThat(output.readLine()).isEqualTo("{\"appStopped\":true}");
        say(process, NodeProcess.START_APP);
        assertThat(output.readLine()).as(log()).contains("\"incarnation\":2", "\"processId\":" + process.pid());
        say(process, NodeProcess.STOP_APP);
        assertThat(output.readLine()).isEqualTo("{\"appStopped\":true}");
        process.destroy();
        assertThat(status(process)).as(log()).isZero();
    }

    @Test
    void a_node_ends_cleanly_when_it_is_asked_at_its_door() throws Exception {
        Process process = start(config(null));
        int port = serving(process).get("httpPort").asInt();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/lab/stop"))
                    .header("Authorization", "Bearer open sesame").POST(HttpRequest.BodyPublishers.noBody()).build(),
                    HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(202);
        }
        assertThat(status(process)).as(log()).isZero();
    }

    @Test
    void what_a_client_did_wrong_is_one_line_of_the_log() throws Exception {
        Process process = start(config(null));
        try (RawClient client = RawClient.greeted(serving(process).get("amqpPort").asInt())) {
            client.send(RawClient.startOk("gu\nest\r[error] no", "guest", false));
            assertThat(client.next()).isEqualTo("closed");
        }
        process.toHandle().destroy();
        assertThat(status(process)).as(log()).isZero();
        assertThat(log().lines().filter(each -> each.contains("login refused"))).singleElement().asString()
                .matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z \\[warning] closing AMQP connection <1> .*"
                        + "user 'gu est \\[error] no' - invalid credentials");
    }

    @Test
    void a_node_whose_lab_died_ends_by_itself() throws Exception {
        Process process = start(config(null));
        serving(process);
        process.getOutputStream().close();
        assertThat(process.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
        assertThat(log()).contains("the standard input has ended");
    }

    @Test
    void what_a_killed_node_did_last_is_in_its_journals_file() throws Exception {
        Process process = start(config(null));
        serving(process);
        process.destroyForcibly();
        assertThat(status(process)).isEqualTo(137);
        assertThat(JournalFile.read(folder.resolve(JournalFile.NAME))).extracting(Entry::happening)
                .anyMatch(each -> each instanceof NodeJoined);
    }

    @Test
    void a_wrong_start_is_one_sentence_and_status_78() throws Exception {
        Process process = start("{\"name\":7}");
        assertThat(status(process)).isEqualTo(78);
        assertThat(log()).startsWith("the node's configuration is not understood").hasLineCount(1);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process second = start(config(taken.getLocalPort()));
            assertThat(status(second)).isEqualTo(78);
            assertThat(log())
                    .contains("port " + taken.getLocalPort() + " of rabbit1's HTTP door is in use by another program");
        }
    }
}
