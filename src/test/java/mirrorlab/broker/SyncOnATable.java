package mirrorlab.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mirrorlab.channel.ClientEvent;
import mirrorlab.channel.ClientMethod;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.ReplicaMessage;
import mirrorlab.vocabulary.Bytes;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;
import mirrorlab.vocabulary.QueueName;
import mirrorlab.vocabulary.ReplicaId;

/// Three nodes on a table, and the queue `orders` whose master is on rabbit1 and that is synchronised in batches of two.
abstract class SyncOnATable {
    static final String QUEUE = "orders";
    final TableCluster cluster = new TableCluster(3);
    final NodeName one = cluster.node(1);
    final NodeName two = cluster.node(2);
    final NodeName three = cluster.node(3);

    // ---- what is done

    void backlog(int count) {
        cluster.connect(one, 1);
        declare(QUEUE);
        publish(1, count);
    }

    void declare(String queue) {
        cluster.call(one, 1, new ClientMethod.QueueDeclare(queue, false, true, false, false, false, Map.of()));
    }

    List<Object> publish(int from, int to) {
        List<Object> told = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            told.addAll(cluster.call(one, 1,
                    new ClientMethod.BasicPublish("", QUEUE, false, true, Bytes.EMPTY, Bytes.of("m" + i))));
        }
        return told;
    }

    void mirrored(Object... keysAndValues) {
        Map<String, Object> definition = new LinkedHashMap<>();
        definition.put("ha-mode", "all");
        definition.put("ha-sync-batch-size", 2L);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            definition.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        assertThat(cluster.administer(one, new AdminCommand.SetPolicy("/", "ha", QUEUE, "queues", 0, definition)))
                .containsExactly(new AdminReply.Done(""));
    }

    void mirroredOn(NodeName... nodes) {
        mirrored("ha-mode", "nodes", "ha-params", List.of(nodes).stream().map(NodeName::value).toList());
    }

    List<Object> sync(NodeName at) {
        return cluster.administer(at, new AdminCommand.SyncQueue(QueueName.of(QUEUE)));
    }

    List<Object> cancel(NodeName at) {
        return cluster.administer(at, new AdminCommand.CancelSync(QueueName.of(QUEUE)));
    }

    void hold(Class<? extends PeerMessage> kind) {
        cluster.held = input -> input instanceof Input.FromPeer message && kind.isInstance(message.message());
    }

    void hold(Class<? extends PeerMessage> kind, NodeName from) {
        cluster.held = input -> input instanceof Input.FromPeer message && kind.isInstance(message.message())
                && message.peer().equals(from);
    }

    void alarm(NodeName at, boolean on) {
        cluster.post(at, new Input.Memory(10, 10, on));
        cluster.run();
    }

    // ---- what is seen

    AdminReply.QueueView queue() {
        AdminReply.QueueView view = cluster.queue(one, QUEUE);
        return view == null ? cluster.queue(two, QUEUE) : view;
    }

    List<NodeName> synchronised() {
        List<ReplicaId> all = cluster.queue(two, QUEUE).synchronised();
        return all == null ? List.of() : all.stream().map(ReplicaId::node).toList();
    }

    <T extends Happening> List<T> happened(Class<T> kind) {
        return cluster.happenings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<Long> progress() {
        return happened(Happening.SyncProgressed.class).stream().map(Happening.SyncProgressed::sent)
                .filter(each -> each > 0).distinct().toList();
    }

    List<String> outcomes() {
        return happened(Happening.SyncEnded.class).stream().filter(each -> each.replica().node().equals(one))
                .map(Happening.SyncEnded::outcome).toList();
    }

    List<String> drain(NodeName node, long connection) {
        cluster.connect(node, connection);
        List<String> bodies = new ArrayList<>();
        while (cluster.call(node, connection, new ClientMethod.BasicGet(QUEUE, true))
                .getLast() instanceof ClientEvent.GetOk got) {
            bodies.add(got.message().body().text());
        }
        return bodies;
    }

    static List<String> bodies(int from, int to) {
        List<String> all = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            all.add("m" + i);
        }
        return all;
    }
}
