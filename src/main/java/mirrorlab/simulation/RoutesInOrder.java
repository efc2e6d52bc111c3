package mirrorlab.simulation;

import java.util.List;
import java.util.Map;
import mirrorlab.metadata.MetadataState;
import mirrorlab.vocabulary.Binding;
import mirrorlab.vocabulary.Exchange;
import mirrorlab.vocabulary.ExchangeName;
import mirrorlab.vocabulary.QueueName;

/// A node's routes, changed one by one through its life, are those that its exchanges and bindings say.
final class RoutesInOrder {
    private RoutesInOrder() {}

    static void check(SimulatedNode node) {
        MetadataState state = node.broker.state();
        MetadataState anew = new MetadataState();
        anew.restore(state.snapshot());
        for (Exchange exchange : state.exchanges()) {
            for (String key : List.of("", "a", "a.b", "c.b.d", "queue 1")) {
                List<QueueName> routes = state.routes().route(exchange.name(), key, () -> Map.of("a", 1)).queues();
                if (!routes.equals(anew.routes().route(exchange.name(), key, () -> Map.of("a", 1)).queues())) {
                    throw new InvariantBroken(node.name + ": " + exchange.name() + " routes '" + key + "' to " + routes
                            + ", and its bindings are " + state.bindings());
                }
            }
        }
        for (Binding each : state.bindings()) {
            boolean ends = each.toQueue()
                    ? state.queue(new QueueName(each.source().vhost(), each.destination())) != null
                    : state.exchange(new ExchangeName(each.source().vhost(), each.destination())) != null;
            if (!ends || state.exchange(each.source()) == null) {
                throw new InvariantBroken(node.name + ": " + each + " has lost one of its ends");
            }
        }
    }
}
