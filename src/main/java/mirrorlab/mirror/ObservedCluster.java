package mirrorlab.mirror;

import java.util.List;
import java.util.Map;
import mirrorlab.vocabulary.NodeName;

/// A cluster's queues at one moment, prepared for any number of forecasts.
public final class ObservedCluster {
    private final Map<NodeName, Long> running;
    private final List<ObservedQueue> queues;

    public ObservedCluster(ClusterStanding cluster) {
        running = cluster.running();
        queues = cluster.queues().stream().map(each -> new ObservedQueue(cluster, each)).toList();
    }

    /// In order of start.
    List<NodeName> running() {
        return List.copyOf(running.keySet());
    }

    /// In order of name.
    List<ObservedQueue> queues() {
        return queues;
    }
}
