package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mirrorlab.channel.ClientEvent;
import mirrorlab.journal.Happening;
import mirrorlab.mirror.Replica;
import mirrorlab.vocabulary.NodeName;

/// How much memory the nodes use. As in RabbitMQ, one node above its watermark blocks publishers on every node, and a
/// synchronisation waits (S-12); consumers go on, so that memory becomes free again.
final class MemoryAlarms {
    private static final String REASON = "low on memory";
    private final Broker broker;
    private final Map<NodeName, AdminMessage.Memory> known = new TreeMap<>();
    private final Set<Long> blocked = new TreeSet<>();
    final BodiesOut bodies;
    private boolean raised;

    MemoryAlarms(Broker broker) {
        this.broker = broker;
        bodies = new BodiesOut(broker);
    }

    /// Some node has too little.
    boolean isRaised() {
        return raised;
    }

    Map<NodeName, AdminMessage.Memory> all() {
        return new TreeMap<>(known);
    }

    void measured(Input.Memory memory) {
        AdminMessage.Memory news = new AdminMessage.Memory(memory.used(), memory.limit(), memory.alarm());
        broker.peers.linked().forEach(each -> broker.send(each, news));
        learn(broker.self(), news);
    }

    void learn(NodeName node, AdminMessage.Memory news) {
        AdminMessage.Memory before = known.put(node, news);
        if (news.alarm() != (before != null && before.alarm())) {
            told(node, news.alarm());
        }
    }

    void linked(NodeName peer) {
        AdminMessage.Memory own = known.get(broker.self());
        if (own != null) {
            broker.send(peer, own);
        }
    }

    void gone(NodeName peer) {
        AdminMessage.Memory before = known.remove(peer);
        if (before != null && before.alarm()) {
            told(peer, false);
        }
    }

    private void told(NodeName node, boolean alarm) {
        if (node.equals(broker.self())) {
            broker.happened(new Happening.MemoryAlarm(node, alarm));
        }
        broker.log(alarm ? "warning" : "info",
                "memory resource limit alarm " + (alarm ? "set" : "cleared") + " on node " + node);
        boolean any = known.values().stream().anyMatch(AdminMessage.Memory::alarm);
        if (any != raised) {
            raised = any;
            broker.started().clients().connections().forEach(this::tell);
            if (!any) {
                blocked.forEach(each -> broker
                        .happened(new Happening.ConnectionBlocked(broker.self(), each, false, REASON)));
                blocked.clear();
            }
            for (Replica each : List.copyOf(broker.replicas.all())) {
                broker.replicas.change(each, Replica::memoryChanged);
            }
        }
    }

    /// The door holds a connection up at its first publish under an alarm.
    void held(long connection) {
        if (raised && blocked.add(connection)) {
            broker.happened(new Happening.ConnectionBlocked(broker.self(), connection, true, REASON));
        }
    }

    void closed(long connection) {
        blocked.remove(connection);
    }

    /// What a connection has to know that is new.
    void opened(long connection) {
        if (raised) {
            tell(connection);
        }
    }

    private void tell(long connection) {
        broker.effects
                .add(new Effect.ToClient(connection, 0, new ClientEvent.Flow(!raised, raised ? REASON : null)));
    }
}
