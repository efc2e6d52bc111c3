package mirrorlab.amqp.contract;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.rabbitmq.client.ConnectionFactory;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import mirrorlab.lab.config.ClusterFile;
import mirrorlab.lab.host.Cluster;
import mirrorlab.lab.host.EmbeddedHost;
import mirrorlab.lab.host.RunFolder;
import mirrorlab.vocabulary.NodeName;

/// Nodes in this JVM. On three nodes a policy mirrors every queue everywhere, and queues are declared
/// at another node than the one that clients use. That one has some queues of its own, too.
final class LabBroker extends Broker {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BALLAST = 20;
    private final HttpClient http = HttpClient.newHttpClient();
    private final RunFolder folder;
    private final Cluster cluster;

    private LabBroker(List<String> names) throws Exception {
        List<ClusterFile.Node> nodes = new ArrayList<>();
        for (String each : names) {
            nodes.add(new ClusterFile.Node(NodeName.of(each), "disc", 0, 0));
        }
        folder = RunFolder.create(false);
        cluster = new Cluster(new ClusterFile(nodes, Map.of()), new EmbeddedHost(), folder, "contract", "secret", http,
                _ -> {});
        cluster.startAll(PATIENCE);
    }

    static LabBroker oneNode() throws Exception {
        return new LabBroker(List.of("single"));
    }

    static LabBroker threeNodes() throws Exception {
        LabBroker broker = new LabBroker(List.of("near", "middle", "far"));
        broker.administration().put("/api/policies/%2F/contract",
                JsonNodeFactory.instance.objectNode().put("pattern", "^(?!ballast)").put("apply-to", "queues")
                        .set("definition", JsonNodeFactory.instance.objectNode().put("ha-mode", "all")
                                .put("ha-sync-mode", "automatic")));
        try (var channel = broker.connection().createChannel()) {
            for (int i = 0; i < BALLAST; i++) {
                channel.queueDeclare("ballast" + i, false, false, false, null);
            }
        }
        return broker;
    }

    @Override
    public String toString() {
        return cluster.nodes().size() == 1 ? "one node" : "three nodes";
    }

    @Override
    boolean isLab() {
        return true;
    }

    @Override
    boolean isFirst() {
        return cluster.nodes().size() == 1;
    }

    @Override
    ConnectionFactory factory() throws IOException {
        return factory(cluster.nodes().getFirst());
    }

    @Override
    ConnectionFactory otherFactory() throws IOException {
        return factory(cluster.answering().getLast());
    }

    private ConnectionFactory factory(NodeName node) {
        ConnectionFactory factory = quiet(new ConnectionFactory());
        factory.setHost("127.0.0.1");
        factory.setPort(cluster.amqpPort(node));
        return factory;
    }

    @Override
    LabAdministration administration() {
        return new LabAdministration(cluster.api(cluster.nodes().getFirst()));
    }

    /// Kills the node where the queue's master is.
    void killMasterOf(String queue) throws Exception {
        NodeName master = NodeName.of(masterOf(queue));
        cluster.kill(List.of(master)).toCompletableFuture().get(100, TimeUnit.SECONDS);
        forget(cluster.amqpPort(master));
    }

    /// The node where the queue's master is.
    String masterOf(String queue) throws IOException {
        return cluster.api(cluster.nodes().getFirst()).get("/api/queues/%2F/" + queue, PATIENCE).body().path("node")
                .asText();
    }

    @Override
    public void close() throws Exception {
        super.close();
        cluster.close();
        http.close();
        try {
            folder.finish();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
