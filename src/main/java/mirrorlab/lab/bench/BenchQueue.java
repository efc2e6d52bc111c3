package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mirrorlab.lab.LiveLab;
import mirrorlab.lab.host.NodeApi;
import mirrorlab.lab.scenario.Step;
import mirrorlab.lab.scenario.StepResult;
import mirrorlab.vocabulary.NodeName;

/// The queue of a measurement, durable and mirrored to all nodes of a live lab (policy `^ha\.` → all).
final class BenchQueue {
    static final String NAME = "ha.bench";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long MIRRORED_WITHIN_SECONDS = 60;
    private static final long LOOK_MILLIS = 20;
    private final LiveLab lab;

    private BenchQueue(LiveLab lab) {
        this.lab = lab;
    }

    /// Returns when every other node has a synchronised mirror.
    static BenchQueue declare(LiveLab lab) throws IOException, InterruptedException {
        BenchQueue queue = new BenchQueue(lab);
        queue.perform(Step.of("set_policy").with("name", "ha").with("pattern", "^ha\\.").with("definition",
                Map.of("ha-mode", "all")));
        queue.perform(Step.of("declare_queue").with("queue", NAME).with("durable", true));
        queue.awaitMirrors();
        return queue;
    }

    private void perform(Step step) throws IOException, InterruptedException {
        CompletableFuture<StepResult> answer = lab.perform(step).toCompletableFuture();
        try {
            StepResult result = answer.get(MIRRORED_WITHIN_SECONDS, TimeUnit.SECONDS);
            if (!result.ok()) {
                throw new IOException(step.kind() + ": " + result.text());
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(step.kind() + " did not end: " + e, e);
        }
    }

    /// Where the master is.
    NodeName master() throws IOException {
        return NodeName.of(asked().path("node").asText());
    }

    /// @param all
    ///            the unacknowledged ones, too
    record Depth(long ready, long all) {}

    /// The messages in it.
    Depth depth() throws IOException {
        JsonNode queue = asked();
        return new Depth(queue.path("messages_ready").asLong(), queue.path("messages").asLong());
    }

    void awaitMirrors() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MIRRORED_WITHIN_SECONDS);
        while (asked().path("synchronised_slave_nodes").size() < lab.nodes().size() - 1) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the queue did not get its mirrors within " + MIRRORED_WITHIN_SECONDS + " s: "
                        + asked().path("synchronised_slave_nodes"));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private JsonNode asked() throws IOException {
        NodeName node = lab.cluster().answering().getFirst();
        NodeApi.Reply reply = lab.cluster().api(node).get("/api/queues/%2F/" + NAME, PATIENCE);
        if (!reply.isOk()) {
            throw new IOException(node + " answered with status " + reply.status() + ": " + reply.body());
        }
        return reply.body();
    }

    /// A client's connection with a node.
    Connection connect(NodeName node, String name) throws IOException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(lab.cluster().amqpPort(node));
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        try {
            return factory.newConnection(name);
        } catch (TimeoutException e) {
            throw new IOException("no connection with " + node + ": " + e, e);
        }
    }
}
