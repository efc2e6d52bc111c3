package mirrorlab.lab.play;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.BootFailed;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.NodeLife.Serving;
import mirrorlab.lab.host.NotPossible;
import mirrorlab.lab.scenario.Step;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.forecast.Death;
import org.jspecify.annotations.Nullable;

/// The steps `kill`, `stop`, `pause`, `resume`, `start`, `start_async` and `await_boot`.
final class NodeActions {
    private static final double STOPS_WITHIN = 60;
    private final Stage stage;
    private final Cluster cluster;
    /// Boots that were begun and are not awaited yet.
    private final Map<NodeName, CompletableFuture<Serving>> booting = new ConcurrentHashMap<>();

    NodeActions(Stage stage) {
        this.stage = stage;
        cluster = stage.cluster();
    }

    private List<NodeName> nodes(StepFields step, ObjectNode result) throws StepFault {
        List<NodeName> nodes = new ArrayList<>();
        for (String each : step.nodes()) {
            nodes.add(stage.node(each, result));
        }
        return nodes;
    }

    void kill(StepFields step, ObjectNode result) throws StepFault {
        List<NodeName> nodes = nodes(step, result);
        try {
            await(cluster.kill(nodes), STOPS_WITHIN);
        } catch (NotPossible e) {
            throw StepFault.of(e);
        }
    }

    void stop(StepFields step, ObjectNode result) throws StepFault {
        List<NodeName> nodes = nodes(step, result);
        try {
            await(cluster.stop(nodes, step.text("via").equals("sigterm")), STOPS_WITHIN);
        } catch (NotPossible e) {
            throw StepFault.of(e);
        }
    }

    /// Where RabbitMQ stops, queues fare as where its node does (F-07).
    static Optional<Death> death(Step step) {
        String kind = step.kind().equals("stop_app") ? Death.STOP.word() : step.kind();
        return Arrays.stream(Death.values()).filter(each -> each.word().equals(kind)).findFirst();
    }

    /// What the cluster forecasts of a kill or a stop; null for any other step, or when nobody answers.
    @Nullable
    Foretold foretell(StepFields step, Accounts accounts) {
        Optional<Death> death = death(step.step());
        if (death.isEmpty()) {
            return null;
        }
        try {
            ObjectNode unused = JsonNodeFactory.instance.objectNode();
            List<NodeName> nodes = step.has("nodes") ? nodes(step, unused) : List.of(stage.node(step, unused));
            boolean flows = stage.isPublishing();
            return stage.foresight().of(nodes, death.get()).map(each -> new Foretold(each, accounts, flows))
                    .orElse(null);
        } catch (StepFault fault) {
            return null; // the step itself will say so
        }
    }

    void pause(StepFields step, ObjectNode result) throws StepFault {
        try {
            cluster.pause(nodes(step, result));
        } catch (NotPossible e) {
            throw StepFault.of(e);
        }
    }

    void resume(StepFields step, ObjectNode result) throws StepFault {
        try {
            cluster.resume(nodes(step, result));
        } catch (NotPossible e) {
            throw StepFault.of(e);
        }
    }

    void start(StepFields step, ObjectNode result) throws StepFault {
        awaitBoots(step, result, begin(step, result), step.flag("expect_boot"));
    }

    /// One node more, which joins the running cluster.
    void addNode(StepFields step, ObjectNode result) throws StepFault {
        String name = step.text("name");
        if (!ClusterFile.isName(name)) {
            throw StepFault.notPossible("node.name", name);
        }
        NodeName node = NodeName.of(name);
        try {
            awaitBoots(step, result, Map.of(node, cluster.add(node, step.text("type")).toCompletableFuture()), true);
        } catch (NotPossible e) {
            throw StepFault.of(e);
        } catch (IOException e) {
            throw StepFault.notPossible("process", String.valueOf(e.getMessage()));
        }
    }

    /// Does not wait for the boot.
    void startAsync(StepFields step, ObjectNode result) throws StepFault {
        booting.putAll(begin(step, result));
    }

    void awaitBoot(StepFields step, ObjectNode result) throws StepFault {
        Map<NodeName, CompletableFuture<Serving>> boots = new LinkedHashMap<>();
        for (NodeName each : nodes(step, result)) {
            CompletableFuture<Serving> boot = booting.get(each);
            if (boot == null) {
                throw StepFault.notPossible("boot.none", each.shortName());
            }
            boots.put(each, boot);
        }
        awaitBoots(step, result, boots, step.flag("expect_boot"));
        booting.keySet().removeAll(boots.keySet());
    }

    private Map<NodeName, CompletableFuture<Serving>> begin(StepFields step, ObjectNode result) throws StepFault {
        Map<NodeName, CompletableFuture<Serving>> boots = new LinkedHashMap<>();
        try {
            cluster.start(nodes(step, result)).forEach((node, boot) -> boots.put(node, boot.toCompletableFuture()));
        } catch (NotPossible e) {
            throw StepFault.of(e);
        } catch (IOException e) {
            throw StepFault.notPossible("process", String.valueOf(e.getMessage()));
        }
        return boots;
    }

    private static void awaitBoots(StepFields step, ObjectNode result,
            Map<NodeName, CompletableFuture<Serving>> boots, boolean expected) throws StepFault {
        long deadline = System.nanoTime() + (long) (step.seconds("timeout_s") * 1e9);
        ObjectNode boot = result.putObject("boot");
        StepFault worst = null;
        for (Map.Entry<NodeName, CompletableFuture<Serving>> each : boots.entrySet()) {
            StepFault fault = booted(each.getKey(), each.getValue(), deadline, boot, result);
            worst = fault == null ? worst : fault;
        }
        if (!expected) {
            result.put("as_expected", worst != null);
        }
        if (worst != null) {
            throw worst;
        }
    }

    private static @Nullable StepFault booted(NodeName node, CompletableFuture<Serving> serving, long deadline,
            ObjectNode boot,
            ObjectNode result) {
        try {
            serving.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            boot.put(node.value(), "booted");
            return null;
        } catch (ExecutionException e) {
            boot.put(node.value(), "failed");
            ObjectNode error = JsonNodeFactory.instance.objectNode();
            if (e.getCause() instanceof BootFailed failed) {
                String text = failed.lastLogLines().isEmpty()
                        ? String.valueOf(failed.getMessage())
                        : failed.lastLogLines().getLast();
                error.put("reason", text).put("text", String.join("\n", failed.lastLogLines()));
            }
            result.withObjectProperty("boot_error").set(node.value(), error);
            return StepFault.bootFailed();
        } catch (TimeoutException e) {
            boot.put(node.value(), "waiting");
            return StepFault.bootWaiting();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StepFault.notPossible("closing");
        }
    }

    static void await(CompletionStage<?> end, double seconds) throws StepFault {
        try {
            end.toCompletableFuture().get((long) (seconds * 1000), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw StepFault.notPossible("other", String.valueOf(e.getMessage()));
        } catch (TimeoutException e) {
            throw StepFault.timeout(seconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw StepFault.notPossible("closing");
        }
    }
}
