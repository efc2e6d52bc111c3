package mirrorlab.simulation;

import mirrorlab.vocabulary.NodeName;

/// How every history ends: everybody is started, whatever can wait has its time, and then everything has to be in order.
final class Epilogue {
    private final SimulatedCluster cluster;

    Epilogue(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    void play() {
        for (NodeName each : cluster.members()) {
            if (cluster.isIsolated(each)) {
                cluster.rejoin(each);
            }
        }
        cluster.run(1_000_000);
        startAll();
        cluster.run(20_000_000);
        startAll(); // who was just stopping
        cluster.run(80_000_000);
        cluster.calmDown();
        for (NodeName each : cluster.members()) {
            SimulatedNode node = cluster.node(each);
            if (node == null || !node.serves()) {
                throw new InvariantBroken(each + " does not serve, although all nodes were started (N-14): "
                        + (node == null ? "it ended" : node.busy()));
            }
        }
        cluster.invariants().calm();
        for (int rounds = 0; rounds < 3; rounds++) {
            cluster.clients().present().forEach(SimulatedClient::settleAll);
            cluster.run(10_000_000);
        }
        cluster.calmDown();
        cluster.invariants().calm();
    }

    private void startAll() {
        cluster.members().stream().filter(each -> cluster.node(each) == null).forEach(cluster::start);
    }
}
