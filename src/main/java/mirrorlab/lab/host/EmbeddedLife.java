package mirrorlab.lab.host;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.concurrent.CompletionStage;
import mirrorlab.station.Application;
import mirrorlab.station.NodeConfig;
import mirrorlab.station.Station;
import mirrorlab.station.WrongConfig;
import mirrorlab.vocabulary.NodeName;

/// A node in the lab's JVM. Its log goes to `node.log` in its folder, as a process's output does.
final class EmbeddedLife implements NodeLife {
    private final NodeName node;
    private final Application application;
    private final LogTail tail;
    private final CompletableFuture<Serving> serving = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();

    private EmbeddedLife(NodeName node, Application application, LogTail tail) {
        this.node = node;
        this.application = application;
        this.tail = tail;
        application.serving().thenAccept(now -> serving.complete(serving(now)));
        application.ended().thenAccept(exit -> {
            List<String> lines = tail.lines();
            serving.completeExceptionally(BootFailed.of(node, exit.status(), lines));
            ended.complete(new Ending(exit.status(), lines));
        });
    }

    private static Serving serving(Station.Serving now) {
        return new Serving(now.incarnation(), now.amqpPort(), now.httpPort());
    }

    static EmbeddedLife start(NodeLaunch launch, Consumer<String> listener) throws IOException {
        LogTail tail = new LogTail(listener);
        Path log = launch.folder().resolve("node.log");
        try {
            return new EmbeddedLife(launch.name(), Application.start(config(launch), line -> {
                tail.add(line);
                write(log, line);
            }), tail);
        } catch (WrongConfig e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static synchronized void write(Path log, String line) {
        try (BufferedWriter file = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            file.write(line);
            file.newLine();
        } catch (IOException e) {
            // the run folder is being removed
        }
    }

    private static NodeConfig config(NodeLaunch launch) {
        return new NodeConfig(launch.name(), launch.type(), launch.members().stream()
                .map(each -> new NodeConfig.Member(each.name(), each.type(), each.networkPort())).toList(),
                launch.amqpPort(),
                launch.httpPort(), launch.secret(), launch.folder(), launch.settings(), launch.seed());
    }

    @Override
    public NodeName node() {
        return node;
    }

    @Override
    public long processId() {
        return 0;
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
        application.kill();
    }

    @Override
    public void terminate() {
        application.stop();
    }

    @Override
    public CompletionStage<Void> stopApp() {
        return application.stopApp();
    }

    @Override
    public CompletionStage<Serving> startApp() {
        try {
            return application.startApp().handle((now, fault) -> {
                if (fault != null) {
                    throw new CompletionException(BootFailed.of(node, 0, tail.lines()));
                }
                return serving(now);
            });
        } catch (WrongConfig e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void pause() {
        application.pause();
    }

    @Override
    public void resume() {
        application.resume();
    }
}
