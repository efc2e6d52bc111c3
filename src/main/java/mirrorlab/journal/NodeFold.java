package mirrorlab.journal;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import mirrorlab.journal.NodePicture.State;
import mirrorlab.vocabulary.ChannelId;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.ReplicaId;
import org.jspecify.annotations.Nullable;

/// The lives of the nodes. Only the lab's own entries count, which are one stream, so what the nodes say meanwhile
/// cannot make a difference.
final class NodeFold {
    private final Map<NodeName, NodePicture> nodes = new TreeMap<>();
    /// Every life up to this incarnation is over.
    private final Map<NodeName, Long> endedThrough = new TreeMap<>();

    void starting(Happening.NodeStarting happening, long clock) {
        change(happening.node(), node -> new NodePicture(node.name(), State.STARTING, node.incarnation(),
                happening.processId(), node.amqpPort(), node.httpPort(), null, List.of(), clock, 0));
    }

    void started(Happening.NodeStarted happening, long clock) {
        endedThrough.merge(happening.node(), happening.incarnation() - 1, Math::max);
        change(happening.node(),
                node -> new NodePicture(node.name(), State.RUNNING, happening.incarnation(), happening.processId(),
                        happening.amqpPort(), happening.httpPort(), null, List.of(),
                        node.state() == State.STARTING ? node.startedClock() : clock, 0));
    }

    void ended(NodeName name, State state, int exitStatus, List<String> lastLogLines, long clock) {
        change(name, node -> {
            endedThrough.merge(name, node.incarnation(), Math::max);
            return new NodePicture(name, state, node.incarnation(), node.processId(), node.amqpPort(), node.httpPort(),
                    exitStatus, lastLogLines, node.startedClock(), clock);
        });
    }

    void paused(NodeName name, boolean paused) {
        change(name, node -> !node.isAlive() || node.state() == State.STARTING
                ? node
                : new NodePicture(name, paused ? State.PAUSED : State.RUNNING, node.incarnation(), node.processId(),
                        node.amqpPort(), node.httpPort(), null, List.of(), node.startedClock(), 0));
    }

    private void change(NodeName name, UnaryOperator<NodePicture> change) {
        NodePicture now = nodes.get(name);
        nodes.put(name, change.apply(now != null
                ? now
                : new NodePicture(name, State.STOPPED, 0, 0, 0, 0, null, List.of(), 0, 0)));
    }

    List<NodePicture> all() {
        return List.copyOf(nodes.values());
    }

    @Nullable
    NodePicture get(NodeName name) {
        return nodes.get(name);
    }

    /// This life of the node is known to be over, for good.
    boolean hasEnded(NodeName name, long incarnation) {
        return incarnation <= endedThrough.getOrDefault(name, Long.MIN_VALUE);
    }

    /// A node of which the lab never spoke counts as alive.
    boolean isAlive(NodeName name, long incarnation) {
        NodePicture node = nodes.get(name);
        return node == null || (node.isAlive() && !hasEnded(name, incarnation));
    }

    boolean isAlive(ReplicaId replica) {
        return isAlive(replica.node(), replica.incarnation());
    }

    boolean isAlive(ChannelId channel) {
        return isAlive(channel.node(), channel.incarnation());
    }

    NodeFold copy() {
        NodeFold copy = new NodeFold();
        copy.nodes.putAll(nodes);
        copy.endedThrough.putAll(endedThrough);
        return copy;
    }
}
