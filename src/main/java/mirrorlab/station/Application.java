package mirrorlab.station;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The lives of one node while its process goes on: `stop_app` ends a life cleanly, `start_app` begins the next, as
/// rabbitmqctl does with the RabbitMQ application of a running node. Safe for several threads.
public final class Application {
    private final NodeConfig config;
    private final Consumer<String> log;
    private final CompletableFuture<Exit> ended = new CompletableFuture<>();
    private Station station;
    private @Nullable CompletableFuture<Void> appStopped;
    private boolean lastLife;

    private Application(NodeConfig config, Consumer<String> log) throws WrongConfig {
        this.config = config;
        this.log = log;
        station = Station.start(config, log);
    }

    /// Begins the first life and returns at once.
    ///
    /// @throws WrongConfig
    ///             one sentence about what is wrong with the configuration itself
    public static Application start(NodeConfig config, Consumer<String> log) throws WrongConfig {
        Application application = new Application(config, log);
        application.follow(application.station(), true);
        return application;
    }

    private synchronized Station station() {
        return station;
    }

    /// Of the present life.
    public CompletableFuture<Station.Serving> serving() {
        return station().serving();
    }

    /// Completes when the process has nothing more to do, never exceptionally: a life has ended otherwise than by {@link
    /// #stopApp}.
    public CompletableFuture<Exit> ended() {
        return ended;
    }

    /// Ends the present life cleanly (F-07); nothing when that is done.
    ///
    /// @return exceptionally when it ended otherwise
    public synchronized CompletableFuture<Void> stopApp() {
        if (appStopped == null) {
            appStopped = new CompletableFuture<>();
            station.stop();
        }
        return appStopped;
    }

    /// Begins the next life; the present one goes on when there is one. When the next one fails to boot, the application
    /// stays stopped.
    public synchronized CompletableFuture<Station.Serving> startApp() throws WrongConfig {
        if (appStopped != null && appStopped.isDone()) {
            station = Station.start(config, log);
            appStopped = null;
            follow(station, false);
        }
        return station.serving();
    }

    private void follow(Station life, boolean first) {
        life.ended().thenAccept(exit -> lifeEnded(exit, !first && life.serving().isCompletedExceptionally()));
    }

    private void lifeEnded(Exit exit, boolean failedToBoot) {
        CompletableFuture<Void> stopping;
        boolean last;
        synchronized (this) {
            if (failedToBoot && appStopped == null) {
                appStopped = new CompletableFuture<>();
            }
            stopping = appStopped;
            last = lastLife || exit.status() == Exit.KILLED;
        }
        if (!last && stopping != null && (failedToBoot || exit.status() == Exit.STOPPED)) {
            stopping.complete(null);
            return;
        }
        if (stopping != null) {
            stopping.completeExceptionally(new IllegalStateException(config.name() + " has ended: " + exit.sentence()));
        }
        ended.complete(exit);
    }

    /// Between two lives?
    private synchronized boolean isStopped() {
        return appStopped != null && appStopped.isDone();
    }

    /// Asks for a clean stop of everything and returns.
    public void stop() {
        synchronized (this) {
            lastLife = true;
        }
        if (isStopped()) {
            ended.complete(new Exit(Exit.STOPPED, ""));
        } else {
            station().stop();
        }
    }

    /// Like SIGKILL; returns when it has ended.
    public void kill() {
        if (isStopped()) {
            ended.complete(new Exit(Exit.KILLED, "killed"));
        } else {
            station().kill();
        }
        ended.join();
    }

    public void pause() {
        station().pause();
    }

    public void resume() {
        station().resume();
    }
}
