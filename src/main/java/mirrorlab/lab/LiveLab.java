package mirrorlab.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.lab.clients.LabClient;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.EmbeddedHost;
import mirrorlab.lab.host.Host;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.host.Orphans;
import mirrorlab.lab.host.ProcessHost;
import mirrorlab.lab.host.RunFolder;
import mirrorlab.lab.play.Accounts;
import mirrorlab.lab.scenario.Scenario;
import mirrorlab.lab.scenario.ScenarioPlayer;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepLine;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import mirrorlab.vocabulary.forecast.Forecast;

/// A lab with a live cluster. Loading a scenario into a used lab replaces the cluster and the recording.
public final class LiveLab implements Lab {
    private static final int SECRET_BYTES = 24;
    private final HttpClient client = PlainHttp.client();
    private final String secret = secret();
    private final Host host;
    private final RunFolder folder;
    private final LivePlayer player;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private ClusterSession session;
    private int clusters;
    private boolean closed;

    private LiveLab(Scenario scenario, LabOptions options) throws IOException, NotPossible {
        Orphans.end();
        host = options.embedded() ? new EmbeddedHost() : new ProcessHost();
        folder = RunFolder.create(options.keep());
        try {
            session = fresh(scenario.cluster());
        } catch (IOException | NotPossible e) {
            folder.finish();
            throw e;
        }
        player = new LivePlayer(this, scenario);
    }

    /// Begins to start the cluster of a scenario and loads the scenario; returns at once.
    ///
    /// @throws NotPossible
    ///             a fixed port is in use
    public static LiveLab open(Scenario scenario, LabOptions options) throws IOException, NotPossible {
        LiveLab lab = new LiveLab(scenario, options);
        lab.start();
        return lab;
    }

    private void start() {
        ClusterSession first = session();
        Thread.ofVirtual().name("lab-start").start(() -> {
            try {
                first.start();
                started.complete(null);
            } catch (BootFailed | NotPossible | IOException | InterruptedException | RuntimeException e) {
                first.happened(new Happening.Noted("error", String.valueOf(e.getMessage())));
                started.completeExceptionally(e);
            }
        });
    }

    private static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private ClusterSession fresh(ClusterFile file) throws IOException, NotPossible {
        clusters++;
        return new ClusterSession(file, host, folder, "cluster-" + clusters, secret, client);
    }

    synchronized ClusterSession session() {
        return session;
    }

    /// Ends the present cluster and starts another one; waits until it serves.
    void replaceCluster(ClusterFile file) throws IOException, NotPossible, BootFailed, InterruptedException {
        ClusterSession next;
        synchronized (this) {
            session.close();
            next = fresh(file);
            session = next;
        }
        next.start();
    }

    /// Completes when all nodes of the first cluster serve; exceptionally with {@link BootFailed} or
    /// {@link NotPossible}.
    public CompletionStage<Void> started() {
        return started;
    }

    @Override
    public List<NodeName> nodes() {
        return session().cluster().nodes();
    }

    @Override
    public Recording recording() {
        return session().recording();
    }

    public Cluster cluster() {
        return session().cluster();
    }

    /// The ledger of the present cluster.
    public Accounts accounts() {
        return session().books();
    }

    /// A picture of its own of what was recorded so far.
    public ClusterPicture picture() {
        return session().books().picture();
    }

    /// The run's secret, which opens `/api/lab` and the lab's own URL.
    public String runSecret() {
        return secret;
    }

    public Path runFolder() {
        return folder.path();
    }

    /// Waits until the cluster is quiet.
    ///
    /// @return false when it was not before the time was over
    public boolean awaitQuiet(double seconds) throws InterruptedException {
        return session().player().awaitQuiet(seconds);
    }

    @Override
    public CompletionStage<StepResult> perform(Step step) {
        ClusterSession now = session();
        player.used();
        return virtually(() -> {
            String line = StepLine.of(step);
            now.happened(new Happening.StepStarted(Happening.BY_HAND, line, step.json().toString()));
            StepResult result = now.player().perform(step);
            if (!result.ok()) {
                now.happened(new Happening.StepEnded(Happening.BY_HAND, false, line + ": " + result.text(),
                        result.json().toString()));
            }
            return result;
        });
    }

    @Override
    public CompletionStage<Optional<Forecast>> forecast(NodeName node, Death death) {
        ClusterSession now = session();
        return virtually(() -> now.player().foresight().of(List.of(node), death));
    }

    @Override
    public CompletionStage<Previewed> preview(Step policy) {
        ClusterSession now = session();
        return virtually(() -> now.player().foresight().preview(policy));
    }

    /// Runs something that may wait on a thread of its own.
    static <T> CompletableFuture<T> virtually(Supplier<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread.ofVirtual().name("lab-step").start(() -> {
            try {
                done.complete(work.get());
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    @Override
    public List<LabClient> clients() {
        return session().player().labClients();
    }

    @Override
    public void forget(LabClient client) {
        session().player().forget(client);
    }

    @Override
    public ScenarioPlayer player() {
        return player;
    }

    /// The same player with what only the lab itself needs.
    public LivePlayer livePlayer() {
        return player;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        player.pause();
        try {
            session().close();
        } finally {
            client.shutdownNow();
            finishFolder();
        }
    }

    private void finishFolder() {
        try {
            folder.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("the run folder could not be removed", e);
        }
    }
}
