package mirrorlab.ui.twin;

import java.util.List;
import java.util.Optional;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.NodePicture;
import mirrorlab.vocabulary.NodeName;

/// What the page Overview shows.
///
/// @param rate
///            of all queues together
public record ClusterOverview(long ready, long unacknowledged, QueueRate rate, int connections, int channels,
        int exchanges, int queues, int consumers, List<Node> nodes) {

    /// @param uptimeSeconds whole; -1 when it does not run: the row is a red bar
    public record Node(NodeName name, long uptimeSeconds, int amqpPort, int httpPort, int connections, int masters) {
        public boolean isRunning() {
            return uptimeSeconds >= 0;
        }
    }

    public long total() {
        return ready + unacknowledged;
    }

    public static ClusterOverview of(Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        List<QueueRow.Counts> counts = QueueRows.of(screen).stream().flatMap(row -> row.known().stream()).toList();
        return new ClusterOverview(counts.stream().mapToLong(QueueRow.Counts::ready).sum(),
                counts.stream().mapToLong(QueueRow.Counts::unacknowledged).sum(), screen.rates().total(),
                picture.connections().size(), picture.channels().size(),
                picture.metadata().exchanges().size(), picture.queues().size(),
                picture.consumers().size(),
                screen.moment().columns().stream().map(each -> node(each, screen)).toList());
    }

    private static Node node(NodeName name, Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        Optional<NodePicture> node = picture.node(name).filter(ClusterOverview::runs);
        int connections = (int) picture.connections().stream().filter(each -> each.node().equals(name)).count();
        int masters = (int) picture.queues().stream()
                .filter(each -> each.masterReplica().filter(master -> master.node().equals(name)).isPresent()).count();
        return node.map(each -> new Node(name, Math.max(0, screen.nowMillis() - (each.startedClock() >>> 16)) / 1000,
                each.amqpPort(), each.httpPort(), connections, masters)).orElse(new Node(name, -1, 0, 0, 0, 0));
    }

    /// A frozen one counts as running until its peers give it up.
    static boolean runs(NodePicture node) {
        return node.state() == NodePicture.State.RUNNING || node.state() == NodePicture.State.PAUSED;
    }
}
