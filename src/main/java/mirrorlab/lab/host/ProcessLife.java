package mirrorlab.lab.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import mirrorlab.vocabulary.NodeName;

/// A node's process. What it prints goes to `node.log` in its folder; the line that is a JSON object says that
/// it serves.
final class ProcessLife implements NodeLife {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final NodeLaunch launch;
    private final Process process;
    private final LogTail tail = new LogTail();
    private final CompletableFuture<Serving> serving = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    ProcessLife(NodeLaunch launch, Process process) throws IOException {
        this.launch = launch;
        this.process = process;
        Thread.ofPlatform().daemon().name("lab-output-" + launch.name().shortName()).start(this::readOutput);
        try {
            BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8);
            input.write(NodeConfigLine.of(launch));
            input.newLine();
            input.flush();
        } catch (IOException e) {
            tail.add("the configuration could not be handed over: " + e.getMessage());
        }
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter log = Files.newBufferedWriter(launch.folder().resolve("node.log"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!isServing(line)) {
                    tail.add(line);
                    log.write(line);
                    log.newLine();
                    log.flush();
                }
            }
        } catch (IOException e) {
            tail.add("the output ended: " + e.getMessage());
        }
        process.onExit().thenAccept(gone -> end(gone.exitValue()));
    }

    private boolean isServing(String line) {
        if (serving.isDone() || !line.startsWith("{")) {
            return false;
        }
        try {
            JsonNode json = MAPPER.readTree(line);
            return serving.complete(new Serving(json.path("incarnation").asLong(), json.path("amqpPort").asInt(),
                    json.path("httpPort").asInt()));
        } catch (IOException e) {
            return false;
        }
    }

    private void end(int status) {
        List<String> lines = tail.lines();
        serving.completeExceptionally(BootFailed.of(launch.name(), status, lines));
        ended.complete(new Ending(status, lines));
    }

    @Override
    public NodeName node() {
        return launch.name();
    }

    @Override
    public long processId() {
        return process.pid();
    }

    @Override
    public CompletionStage<Serving> serving() {
        return serving;
    }

    @Override
    public CompletionStage<Ending> ended() {
        return ended;
    }

    @Override
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void terminate() {
        process.destroy();
    }

    @Override
    public void pause() {
        ProcessHost.signal("-STOP", List.of(process.pid()));
    }

    @Override
    public void resume() {
        ProcessHost.signal("-CONT", List.of(process.pid()));
    }
}
