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
import java.util.function.Consumer;
import mirrorlab.station.NodeProcess;
import mirrorlab.vocabulary.NodeName;

/// A node's process. What it prints goes to `node.log` in its folder; the line that is a JSON object says that
/// it serves, or that what served was stopped.
final class ProcessLife implements NodeLife {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private final NodeLaunch launch;
    private final Process process;
    private final LogTail tail;
    private final CompletableFuture<Serving> serving = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();
    private final BufferedWriter input;
    /// What the node's next words answer: `stop_app` or `start_app`.
    private CompletableFuture<Void> appStopped = new CompletableFuture<>();
    private CompletableFuture<Serving> appServing = serving;

    ProcessLife(NodeLaunch launch, Consumer<String> log, Process process) throws IOException {
        this.launch = launch;
        this.process = process;
        tail = new LogTail(log);
        input = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("lab-output-" + launch.name().shortName()).start(this::readOutput);
        say(NodeConfigLine.of(launch));
    }

    /// The input stays open: its end would end the node.
    private synchronized void say(String line) {
        try {
            input.write(line);
            input.newLine();
            input.flush();
        } catch (IOException e) {
            tail.add("the node does not listen any more: " + e.getMessage());
        }
    }

    private void readOutput() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter log = Files.newBufferedWriter(launch.folder().resolve("node.log"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (!isNews(line)) {
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

    private boolean isNews(String line) {
        if (!line.startsWith("{")) {
            return false;
        }
        try {
            JsonNode json = MAPPER.readTree(line);
            return json.has("appStopped")
                    ? appStopped()
                    : json.has("incarnation") && serves(new Serving(json.path("incarnation").asLong(),
                            json.path("amqpPort").asInt(), json.path("httpPort").asInt()));
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized boolean serves(Serving now) {
        return appServing.complete(now);
    }

    /// Either it was stopped as wanted, or it failed to boot and stays stopped.
    private synchronized boolean appStopped() {
        return appStopped.complete(null)
                || appServing.completeExceptionally(BootFailed.of(launch.name(), 0, tail.lines()));
    }

    private void end(int status) {
        List<String> lines = tail.lines();
        synchronized (this) {
            appServing.completeExceptionally(BootFailed.of(launch.name(), status, lines));
            appStopped.completeExceptionally(BootFailed.of(launch.name(), status, lines));
        }
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
    public CompletionStage<Void> stopApp() {
        synchronized (this) {
            if (appStopped.isDone()) {
                appStopped = new CompletableFuture<>();
            }
        }
        say(NodeProcess.STOP_APP);
        return appStopped;
    }

    @Override
    public CompletionStage<Serving> startApp() {
        synchronized (this) {
            appServing = new CompletableFuture<>();
        }
        say(NodeProcess.START_APP);
        return appServing;
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
