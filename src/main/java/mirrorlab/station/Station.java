package mirrorlab.station;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import mirrorlab.broker.Input;
import mirrorlab.node.Ending;
import mirrorlab.node.NodeHost;
import mirrorlab.vocabulary.Bytes;
import org.jspecify.annotations.Nullable;

/// One life of one node, from start to end. Everything that takes time happens on its own thread, `node-<short
/// name>-station`, one thing after the other; the methods are safe for several threads.
public final class Station {
    private final NodeConfig config;
    private final NodeLog log;
    private final ExecutorService thread;
    private final CompletableFuture<Serving> serving = new CompletableFuture<>();
    private final CompletableFuture<Exit> ended = new CompletableFuture<>();
    private volatile @Nullable Parts parts;

    /// The doors are open.
    public record Serving(String node, long incarnation, int amqpPort, int httpPort, long processId) {}

    private Station(NodeConfig config, Consumer<String> lines) {
        this.config = config;
        this.log = new NodeLog(lines);
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("node-" + config.name().shortName() + "-station").factory());
    }

    /// Begins a life and returns at once.
    ///
    /// @param log
    ///            gets the node's log, line by line
    /// @throws WrongConfig
    ///             one sentence about what is wrong with the configuration itself; ports and folders are tried later
    public static Station start(NodeConfig config, Consumer<String> log) throws WrongConfig {
        Station station = new Station(config.check(), log);
        station.thread.execute(station::open);
        return station;
    }

    /// Completes when both doors are open; exceptionally with {@link WrongConfig} or IllegalStateException when the
    /// life ends before.
    public CompletableFuture<Serving> serving() {
        return serving;
    }

    /// Completes when the life has ended and everything is closed, never exceptionally.
    public CompletableFuture<Exit> ended() {
        return ended;
    }

    /// Asks for a clean stop (F-07) and returns.
    public void stop() {
        inTurn(() -> {
            Parts all = parts;
            if (all != null) {
                try {
                    all.loop().post(new Input.Stop());
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /// Ends the life like SIGKILL: peers and clients see sockets break, nothing more is written. Returns when it
    /// has ended.
    public void kill() {
        Parts all = parts;
        if (all != null) {
            all.sever();
        }
        inTurn(() -> {
            Parts severed = parts;
            if (severed != null) {
                severed.sever();
            }
            finish(new Exit(Exit.KILLED, "killed"));
        });
        ended.join();
    }

    /// Freezes loop, transport and doors like SIGSTOP.
    public void pause() {
        Parts all = parts;
        if (all != null) {
            all.pause();
        }
    }

    public void resume() {
        Parts all = parts;
        if (all != null) {
            all.resume();
        }
    }

    private void open() {
        try {
            Parts all = Parts.open(config, new Ears());
            parts = all;
            log.line("info", config.name() + " starts its life number " + all.incarnation());
            all.boot();
        } catch (WrongConfig e) {
            fail(new Exit(Exit.WRONG_CONFIG, e.sentence()), e);
        } catch (RuntimeException | Error e) {
            log.line("error", "a bug: the node cannot be put together", e);
            fail(new Exit(Exit.BUG, "a bug: the node cannot be put together: " + e), e);
        }
    }

    private void openDoors() {
        Parts all = parts;
        if (all == null || ended.isDone()) {
            return;
        }
        try {
            Serving now = all.openDoors(ProcessHandle.current().pid());
            log.line("info", config.name() + " serves AMQP on port " + now.amqpPort + ", HTTP on port " + now.httpPort);
            serving.complete(now);
        } catch (WrongConfig e) {
            fail(new Exit(Exit.WRONG_CONFIG, e.sentence()), e);
        }
    }

    private void fail(Exit exit, Throwable why) {
        serving.completeExceptionally(why);
        Parts all = parts;
        if (all != null) {
            all.sever();
        }
        finish(exit);
    }

    private void end(Ending ending) {
        Parts all = parts;
        if (all == null || ended.isDone()) {
            return;
        }
        if (ending instanceof Ending.Crashed crashed) {
            log.line("error", crashed.text(), crashed.cause());
        }
        Exit exit = Exit.of(ending);
        if (ending instanceof Ending.Stopped) {
            exit = all.closeCleanly(exit);
        } else {
            all.sever();
        }
        finish(exit);
    }

    private void finish(Exit exit) {
        if (ended.isDone()) {
            return;
        }
        if (!exit.sentence().isEmpty()) {
            log.line(exit.status() > 0 ? "error" : "info", exit.sentence());
        }
        serving.completeExceptionally(new IllegalStateException(config.name() + " has ended: " + exit.sentence()));
        thread.shutdown();
        ended.complete(exit);
    }

    private void inTurn(Runnable action) {
        try {
            thread.execute(action);
        } catch (RejectedExecutionException e) {
            // it has ended
        }
    }

    /// Passes on what the loop says.
    private final class Ears implements NodeHost {
        @Override
        public void serve() {
            inTurn(Station.this::openDoors);
        }

        @Override
        public void ended(Ending ending) {
            inTurn(() -> end(ending));
        }

        @Override
        public void log(String level, String text) {
            log.line(level, text);
        }

        @Override
        public void pageOut(List<Bytes> bodies) {
            Parts all = parts;
            if (all != null) {
                all.pageOut(bodies);
            }
        }
    }
}
