package mirrorlab.simulation;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.channel.ClientEvent;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;
import org.jspecify.annotations.Nullable;

/// All clients of a cluster, those that are gone left out.
final class SimulatedClients {
    private Ear ear = (node, connection, event) -> {};
    private final List<SimulatedClient> clients = new ArrayList<>();

    SimulatedClient connect(SimulatedNode node, boolean confirms, MessageLedger ledger) {
        SimulatedClient client = new SimulatedClient(node, confirms, ledger);
        clients.add(client);
        client.connect();
        return client;
    }

    List<SimulatedClient> present() {
        clients.removeIf(SimulatedClient::isGone);
        return List.copyOf(clients);
    }

    /// Hears what any client is told.
    interface Ear {
        void told(NodeName node, long connection, ClientEvent event);
    }

    void listen(Ear listener) {
        ear = listener;
    }

    void on(NodeName node, long connection, int channel, ClientEvent event) {
        ear.told(node, connection, event);
        SimulatedClient client = find(node, connection);
        if (client != null && channel == SimulatedClient.CHANNEL) {
            client.on(event);
        }
    }

    void waits(Happening.ChannelWaits now) {
        clients.stream().filter(each -> each.channel.equals(now.channel())).forEach(each -> each.waits(now.waiting()));
    }

    private @Nullable SimulatedClient find(NodeName node, long connection) {
        for (SimulatedClient each : clients) {
            if (each.node.name.equals(node) && each.connection == connection && !each.isGone()) {
                return each;
            }
        }
        return null;
    }

    void nodeGone(NodeName node) {
        clients.stream().filter(each -> each.node.name.equals(node)).forEach(SimulatedClient::lost);
        clients.removeIf(SimulatedClient::isGone);
    }
}
