package mirrorlab.lab.host;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.lab.host.NodeLife.Ending;
import mirrorlab.lab.host.NodeLife.Serving;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// One node's place in the cluster through all its lives. Thread-safe; tells each change as a happening.
final class Slot {
    private volatile NodeLaunch launch;
    private final Host host;
    private final RunFolder folder;
    private final Consumer<Happening> happened;
    private NodeState state = NodeState.DOWN;
    private @Nullable NodeLife life;
    private @Nullable Serving serving;
    private CompletionStage<Ending> ended = new CompletableFuture<>();

    Slot(NodeLaunch launch, Host host, RunFolder folder, Consumer<Happening> happened) {
        this.launch = launch;
        this.host = host;
        this.folder = folder;
        this.happened = happened;
    }

    NodeName name() {
        return launch.name();
    }

    /// At its next start it knows of a node that was added.
    void learn(NodeLaunch.Member member) {
        launch = launch.with(member);
    }

    NodeLaunch launch() {
        return launch;
    }

    synchronized NodeState state() {
        return state;
    }

    synchronized @Nullable Serving serving() {
        return serving;
    }

    /// The running life.
    synchronized NodeLife life() throws NotPossible {
        if (life == null) {
            throw NotPossible.of("node.down", name().shortName());
        }
        return life;
    }

    synchronized void checkDown() throws NotPossible {
        if (life != null) {
            throw NotPossible.of(switch (state) {
                case STOPPING -> "node.stopping";
                case APP_STOPPED -> "node.app-stopped";
                case DOWN, BOOTING, RUNNING, PAUSED -> "node.running";
            }, name().shortName());
        }
    }

    /// @return completes when the node serves
    CompletionStage<Serving> start() throws NotPossible, IOException {
        NodeLife started;
        synchronized (this) {
            checkDown();
            for (int port : new int[]{launch.amqpPort(), launch.httpPort()}) {
                if (!Ports.isFree(port)) {
                    throw NotPossible.of("port", Integer.toString(port), name().shortName());
                }
            }
            started = host.start(launch,
                    line -> happened.accept(new Happening.NodeLogged(launch.name(), line)));
            life = started;
            state = NodeState.BOOTING;
            ended = started.ended().thenApply(ending -> ended(started, ending));
            folder.remember(name(), started.processId());
        }
        happened.accept(new Happening.NodeStarting(name(), started.processId()));
        return started.serving().thenApply(now -> serves(started, now));
    }

    @SuppressWarnings("ReferenceEquality") // is it still this very life
    private Serving serves(NodeLife started, Serving now) {
        synchronized (this) {
            if (life != started) {
                return now;
            }
            state = state == NodeState.BOOTING ? NodeState.RUNNING : state;
            serving = now;
        }
        happened.accept(new Happening.NodeStarted(name(), now.incarnation(), started.processId(), now.amqpPort(),
                now.httpPort()));
        return now;
    }

    private Ending ended(NodeLife gone, Ending ending) {
        synchronized (this) {
            life = null;
            serving = null;
            state = NodeState.DOWN;
            folder.remember(name(), 0);
        }
        happened.accept(ending.isClean()
                ? new Happening.NodeStopped(name(), gone.processId(), ending.exitStatus())
                : new Happening.NodeDied(name(), gone.processId(), ending.exitStatus(), ending.lastLogLines()));
        return ending;
    }

    /// Completes when the present life has ended and that was told.
    synchronized CompletionStage<Ending> ended() {
        return ended;
    }

    synchronized void checkNotPaused() throws NotPossible {
        life();
        if (state == NodeState.PAUSED) {
            throw NotPossible.of("node.frozen", name().shortName());
        }
    }

    synchronized void checkPaused() throws NotPossible {
        life();
        if (state != NodeState.PAUSED) {
            throw NotPossible.of("node.not-frozen", name().shortName());
        }
    }

    void pause() throws NotPossible {
        NodeLife now = life();
        synchronized (this) {
            checkNotPaused();
            state = NodeState.PAUSED;
        }
        now.pause();
        happened.accept(new Happening.NodePaused(name()));
    }

    void resume() throws NotPossible {
        NodeLife now = life();
        synchronized (this) {
            checkPaused();
            state = serving == null ? NodeState.BOOTING : NodeState.RUNNING;
        }
        now.resume();
        happened.accept(new Happening.NodeResumed(name()));
    }

    /// Stops what serves; the process goes on.
    CompletionStage<Void> stopApp() throws NotPossible {
        NodeLife now = life();
        synchronized (this) {
            checkNotPaused();
            state = NodeState.STOPPING;
        }
        return now.stopApp().thenRun(() -> appStopped(now));
    }

    private void appStopped(NodeLife now) {
        synchronized (this) {
            serving = null;
            state = NodeState.APP_STOPPED;
        }
        happened.accept(new Happening.NodeStopped(name(), now.processId(), 0));
    }

    /// Begins to serve again in the same process.
    CompletionStage<Serving> startApp() throws NotPossible {
        NodeLife now = life();
        synchronized (this) {
            if (state != NodeState.APP_STOPPED) {
                throw NotPossible.of("node.running", name().shortName());
            }
            state = NodeState.BOOTING;
        }
        happened.accept(new Happening.NodeStarting(name(), now.processId()));
        return now.startApp().thenApply(serves -> serves(now, serves)).whenComplete((serves, fault) -> {
            if (fault != null) {
                failedToBoot();
            }
        });
    }

    private synchronized void failedToBoot() {
        state = life == null ? NodeState.DOWN : NodeState.APP_STOPPED;
    }

    synchronized void stopping() {
        state = NodeState.STOPPING;
    }
}
