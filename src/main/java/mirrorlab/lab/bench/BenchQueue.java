package mirrorlab.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.rabbitmq.client.Channel;
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

/// The queue of a measurement in a live lab; most are durable and mirrored to all nodes (policy `^ha\.` → all).
final class BenchQueue {
    static final String NAME = "ha.bench";
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long MIRRORED_WITHIN_SECONDS = 60;
    private static final long THERE_WITHIN_SECONDS = 600;
    private static final long LOOK_MILLIS = 20;
    private final LiveLab lab;
    private final String name;

    BenchQueue(LiveLab lab, String name) {
        this.lab = lab;
        this.name = name;
    }

    /// Returns when every other node has a synchronised mirror.
    static BenchQueue declare(LiveLab lab) throws IOException, InterruptedException {
        BenchQueue queue = new BenchQueue(lab, NAME);
        queue.perform(Step.of("set_policy").with("name", "ha").with("pattern", "^ha\\.").with("definition",
                Map.of("ha-mode", "all")));
        queue.perform(Step.of("declare_queue").with("queue", NAME).with("durable", true));
        queue.awaitMirrors();
        return queue;
    }

    /// Makes a durable queue anew and closes the connection.
    static void remake(Connection connection, String name) throws IOException {
        try (connection) {
            Channel channel = connection.createChannel();
            channel.queueDelete(name);
            channel.queueDeclare(name, true, false, false, Map.of());
        }
    }

    void perform(Step step) throws IOException, InterruptedException {
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
        await("synchronised_slave_nodes", lab.nodes().size() - 1);
    }

    /// Waits until the management API lists so many there.
    ///
    /// @param nodes
    ///            `slave_nodes` or `synchronised_slave_nodes`
    void await(String nodes, int count) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(THERE_WITHIN_SECONDS);
        while (asked().path(nodes).size() < count) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the queue did not get " + count + " " + nodes + " within "
                        + THERE_WITHIN_SECONDS + " s: " + asked().path(nodes));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /// Asks for a synchronisation; does not wait for its end.
    void synchronise(NodeName node) throws IOException {
        NodeApi.Reply reply = lab.cluster().api(node).ask("POST", "/api/queues/%2F/" + name + "/actions",
                JsonNodeFactory.instance.objectNode().put("action", "sync"), PATIENCE);
        if (!reply.isOk()) {
            throw new IOException(node + " answered with status " + reply.status() + ": " + reply.body());
        }
    }

    private JsonNode asked() throws IOException {
        NodeName node = lab.cluster().answering().getFirst();
        NodeApi.Reply reply = lab.cluster().api(node).get("/api/queues/%2F/" + name, PATIENCE);
        if (!reply.isOk()) {
            throw new IOException(node + " answered with status " + reply.status() + ": " + reply.body());
        }
        return reply.body();
    }

    /// A client's connection with a node.
    Connection connect(NodeName node, String clientName) throws IOException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(lab.cluster().amqpPort(node));
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        try {
            return factory.newConnection(clientName);
        } catch (TimeoutException e) {
            throw new IOException("no connection with " + node + ": " + e, e);
        }
    }
}
