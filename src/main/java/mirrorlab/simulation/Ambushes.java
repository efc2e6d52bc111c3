package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import mirrorlab.broker.Input;
import mirrorlab.vocabulary.NodeName;
import mirrorlab.vocabulary.PeerMessage;

/// Misfortunes that wait for a message: what happens at the k-th message of a kind happens nowhere else.
final class Ambushes {
    private final SimulatedCluster cluster;
    private final List<Ambush> waiting = new ArrayList<>();

    /// Where the message is.
    enum Moment {
        /// On its way: whoever dies now cuts it off, or not.
        UNDER_WAY,
        /// Its receiver has just done what follows from it.
        TAKEN
    }

    private static final class Ambush {
        final String kind;
        final Moment moment;
        /// Told who sent the message and who gets it.
        final BiConsumer<NodeName, NodeName> misfortune;
        int count;

        Ambush(String kind, Moment moment, int count, BiConsumer<NodeName, NodeName> misfortune) {
            this.kind = kind;
            this.moment = moment;
            this.count = count;
            this.misfortune = misfortune;
        }
    }

    Ambushes(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /// @param count 1 for the next message of the kind
    /// @param misfortune told who sent it and who gets it; comes before anything else happens
    void lay(String kind, Moment moment, int count, BiConsumer<NodeName, NodeName> misfortune) {
        waiting.add(new Ambush(kind, moment, count, misfortune));
    }

    void lift() {
        waiting.clear();
    }

    boolean isAnyLaid() {
        return !waiting.isEmpty();
    }

    void sent(NodeName from, NodeName to, PeerMessage message) {
        if (!waiting.isEmpty()) {
            met(from, to, message, Moment.UNDER_WAY);
        }
    }

    void taken(SimulatedNode node, List<Input> run) {
        if (waiting.isEmpty()) {
            return;
        }
        for (Input each : run) {
            if (each instanceof Input.FromPeer(NodeName peer, long link, PeerMessage message)) {
                met(peer, node.name, message, Moment.TAKEN);
            }
        }
    }

    private void met(NodeName from, NodeName to, PeerMessage message, Moment moment) {
        for (Ambush each : List.copyOf(waiting)) {
            if (each.moment == moment && MessageKinds.of(message).contains(each.kind) && --each.count == 0) {
                waiting.remove(each);
                cluster.agenda().after(0, () -> each.misfortune.accept(from, to));
            }
        }
    }
}
