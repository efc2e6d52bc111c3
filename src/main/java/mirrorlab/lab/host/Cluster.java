package mirrorlab.lab.host;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import mirrorlab.journal.Happening;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.NodeLife.Ending;
import mirrorlab.lab.host.NodeLife.Serving;
import mirrorlab.vocabulary.NodeName;

/// The nodes of one cluster. Thread-safe; every change of a process is told as a happening of the lab.
public final class Cluster implements AutoCloseable {
    private static final Duration STOP_REQUEST = Duration.ofSeconds(5);
    /// Killed nodes are gone at once, but a busy machine may be slow to say so.
    private static final long CLOSING_MILLIS = 30_000;
    private final Host host;
    private final HttpClient client;
    private final String secret;
    private final Ports ports = new Ports();
    private final ClusterFile file;
    private final RunFolder folder;
    private final String part;
    private final Consumer<Happening> happened;
    /// In the order of the file, then those that were added; a node that is added makes another map.
    private volatile Map<NodeName, Slot> slots;

    /// @param part
    ///            name of this cluster's part of the run folder
    /// @throws NotPossible
    ///             a port that the file fixes is in use
    public Cluster(ClusterFile file, Host host, RunFolder folder, String part, String secret, HttpClient client,
            Consumer<Happening> happened) throws IOException, NotPossible {
        this.host = host;
        this.client = client;
        this.secret = secret;
        this.file = file;
        this.folder = folder;
        this.part = part;
        this.happened = happened;
        try {
            slots = slots();
        } catch (IOException | NotPossible e) {
            ports.close();
            throw e;
        }
    }

    private Map<NodeName, Slot> slots() throws IOException, NotPossible {
        List<NodeLaunch.Member> members = new ArrayList<>();
        for (ClusterFile.Node each : file.nodes()) {
            members.add(new NodeLaunch.Member(each.name(), each.type(), ports.free()));
        }
        Map<NodeName, Slot> all = new LinkedHashMap<>();
        for (ClusterFile.Node each : file.nodes()) {
            all.put(each.name(), slot(each, List.copyOf(members)));
        }
        return all;
    }

    private Slot slot(ClusterFile.Node node, List<NodeLaunch.Member> members) throws IOException, NotPossible {
        Path place = folder.path().resolve(part).resolve(node.name().shortName());
        NodeLaunch launch = new NodeLaunch(node.name(), node.type(), members,
                port(node.name(), "AMQP", node.amqpPort(), ports), port(node.name(), "HTTP", node.httpPort(), ports),
                secret, place, file.nodeSettings(), ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        return new Slot(launch, host, folder, happened);
    }

    /// Adds a node and starts it. It joins the cluster as its youngest member; nodes that run learn of it when it greets
    /// them, the others at their next start.
    ///
    /// @throws NotPossible
    ///             there is such a node, or the cluster has as many as it may have
    public synchronized CompletionStage<Serving> add(NodeName node, String type) throws NotPossible, IOException {
        Map<NodeName, Slot> all = new LinkedHashMap<>(slots);
        if (all.containsKey(node)) {
            throw NotPossible.of("node.exists", node.shortName());
        }
        if (all.size() >= ClusterFile.MAXIMUM_NODES) {
            throw NotPossible.of("node.most", Integer.toString(ClusterFile.MAXIMUM_NODES));
        }
        NodeLaunch.Member member = new NodeLaunch.Member(node, type, ports.free());
        List<NodeLaunch.Member> members = new ArrayList<>(all.values().iterator().next().launch().members());
        members.add(member);
        Slot added = slot(new ClusterFile.Node(node, type, 0, 0), List.copyOf(members));
        all.values().forEach(each -> each.learn(member));
        all.put(node, added);
        slots = all;
        return added.start();
    }

    private static int port(NodeName node, String use, int wanted, Ports ports) throws IOException, NotPossible {
        if (wanted != 0 && !Ports.isFree(wanted)) {
            throw new NotPossible("the " + use + " port " + wanted + " of " + node.shortName()
                    + " is in use by another program");
        }
        return wanted == 0 ? ports.free() : wanted;
    }

    public List<NodeName> nodes() {
        return List.copyOf(slots.keySet());
    }

    public NodeState state(NodeName node) {
        return slot(node).state();
    }

    /// Nodes that serve, frozen ones included, in the order of the file.
    public List<NodeName> running() {
        return slots.values().stream().filter(each -> each.serving() != null && each.state() != NodeState.DOWN)
                .map(Slot::name).toList();
    }

    /// Nodes that can be asked: running, not frozen, not stopping.
    public List<NodeName> answering() {
        return running().stream().filter(each -> state(each) == NodeState.RUNNING).toList();
    }

    public int amqpPort(NodeName node) {
        return slot(node).launch().amqpPort();
    }

    public int httpPort(NodeName node) {
        return slot(node).launch().httpPort();
    }

    /// Of the life that serves; 0 when none does.
    public long incarnation(NodeName node) {
        NodeLife.Serving serving = slot(node).serving();
        return serving == null ? 0 : serving.incarnation();
    }

    public long processId(NodeName node) throws NotPossible {
        return slot(node).life().processId();
    }

    public Path folder(NodeName node) {
        return slot(node).launch().folder();
    }

    public NodeApi api(NodeName node) {
        return new NodeApi(client, httpPort(node), secret);
    }

    /// Starts a node that is down.
    public CompletionStage<Serving> start(NodeName node) throws NotPossible, IOException {
        return slot(node).start();
    }

    /// Starts nodes that are all down.
    ///
    /// @throws NotPossible
    ///             one is not; then none is started
    public Map<NodeName, CompletionStage<Serving>> start(List<NodeName> nodes) throws NotPossible, IOException {
        for (NodeName each : nodes) {
            slot(each).checkDown();
        }
        Map<NodeName, CompletionStage<Serving>> boots = new LinkedHashMap<>();
        for (NodeName each : new LinkedHashSet<>(nodes)) {
            boots.put(each, slot(each).start());
        }
        return boots;
    }

    /// Starts all nodes at the same moment; they join in the order of the file (PO-21).
    ///
    /// @throws BootFailed
    ///             a node ended, or not all served within `patience`; then all have been ended
    public void startAll(Duration patience) throws BootFailed, NotPossible, IOException, InterruptedException {
        List<CompletableFuture<Serving>> boots = new ArrayList<>();
        try {
            for (Slot each : slots.values()) {
                boots.add(each.start().toCompletableFuture());
            }
            CompletableFuture<Void> all = CompletableFuture.allOf(boots.toArray(CompletableFuture[]::new));
            boots.forEach(each -> each.whenComplete((serving, fault) -> {
                if (fault != null) {
                    all.completeExceptionally(fault);
                }
            }));
            all.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            close();
            throw bootFailed(e);
        } catch (TimeoutException e) {
            close();
            throw new BootFailed("the cluster did not form within " + patience.toSeconds() + " s", List.of());
        } catch (IOException | NotPossible | InterruptedException e) {
            close();
            throw e;
        }
    }

    private static BootFailed bootFailed(ExecutionException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof BootFailed failed) {
                return failed;
            }
        }
        return new BootFailed(String.valueOf(e.getMessage()), List.of());
    }

    /// Kills these nodes so that none of them sees another die.
    ///
    /// @return completes when all have ended
    public CompletionStage<Void> kill(List<NodeName> nodes) throws NotPossible {
        List<NodeLife> lives = new ArrayList<>();
        for (NodeName each : nodes) {
            lives.add(slot(each).life());
        }
        CompletionStage<Void> ended = ended(nodes);
        host.killTogether(lives);
        return ended;
    }

    /// Stops these nodes cleanly.
    ///
    /// @param signal
    ///            with SIGTERM instead of a request at the door
    public CompletionStage<Void> stop(List<NodeName> nodes, boolean signal) throws NotPossible {
        for (NodeName each : nodes) {
            slot(each).life();
        }
        CompletionStage<Void> ended = ended(nodes);
        for (NodeName each : nodes) {
            Slot slot = slot(each);
            NodeLife life = slot.life();
            boolean isOpen = slot.serving() != null && slot.state() == NodeState.RUNNING;
            slot.stopping();
            if (signal || !isOpen) {
                life.terminate();
            } else {
                Thread.ofVirtual().name("lab-stop-" + each.shortName()).start(() -> askToStop(each, life));
            }
        }
        return ended;
    }

    /// Stops RabbitMQ in a node that runs; its process goes on.
    ///
    /// @return completes when it has stopped
    public CompletionStage<Void> stopApp(NodeName node) throws NotPossible {
        return slot(node).stopApp();
    }

    /// Starts RabbitMQ again in a node where it was stopped.
    public CompletionStage<Serving> startApp(NodeName node) throws NotPossible {
        return slot(node).startApp();
    }

    private void askToStop(NodeName node, NodeLife life) {
        try {
            if (!api(node).ask("POST", "/api/lab/stop", null, STOP_REQUEST).isOk()) {
                life.terminate();
            }
        } catch (IOException e) {
            // either it ended before it could answer, or it does not answer any more
            life.terminate();
        }
    }

    private CompletionStage<Void> ended(List<NodeName> nodes) {
        return CompletableFuture.allOf(nodes.stream().map(each -> slot(each).ended().toCompletableFuture())
                .toArray(CompletableFuture[]::new));
    }

    /// Freezes nodes that all run.
    ///
    /// @throws NotPossible
    ///             one does not; then none is frozen
    public void pause(List<NodeName> nodes) throws NotPossible {
        Set<NodeName> each = new LinkedHashSet<>(nodes);
        for (NodeName node : each) {
            slot(node).checkNotPaused();
        }
        for (NodeName node : each) {
            slot(node).pause();
        }
    }

    /// Thaws nodes that are all frozen.
    ///
    /// @throws NotPossible
    ///             one is not; then none is thawed
    public void resume(List<NodeName> nodes) throws NotPossible {
        Set<NodeName> each = new LinkedHashSet<>(nodes);
        for (NodeName node : each) {
            slot(node).checkPaused();
        }
        for (NodeName node : each) {
            slot(node).resume();
        }
    }

    private Slot slot(NodeName node) {
        Slot slot = slots.get(node);
        if (slot == null) {
            throw new IllegalArgumentException("no node " + node + " in this cluster");
        }
        return slot;
    }

    /// Ends every node at once; nothing of the cluster is needed any more.
    @Override
    public void close() {
        List<NodeLife> lives = new ArrayList<>();
        List<CompletableFuture<Ending>> endings = new ArrayList<>();
        for (Slot each : slots.values()) {
            try {
                lives.add(each.life());
                endings.add(each.ended().toCompletableFuture());
            } catch (NotPossible e) {
                // it is down already
            }
        }
        host.killTogether(lives);
        try {
            CompletableFuture.allOf(endings.toArray(CompletableFuture[]::new)).get(CLOSING_MILLIS,
                    TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("not every node ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ports.close();
        }
    }
}
