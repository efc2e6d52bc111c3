package mirrorlab.ui.clients;

import java.util.ArrayList;
import java.util.List;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.Happening;
import mirrorlab.journal.NodePicture;
import mirrorlab.lab.ledger.ClientCounts;
import mirrorlab.ui.timeline.Moment;

/// A connection that is not the lab's.
///
/// @param id
///            `rabbit1-7`: its node and that node's number for it
/// @param name
///            the client's own, or `peer -> local` without one; `fullName` is `peer -> local` always
/// @param state
///            `running`, `blocked` by its node, `waits` for a queue that is down or syncing, or in `flow` (P-30)
record OutsideClient(String id, String name, String fullName, String node, String user, int channels, String state,
        ClientCounts counts) {
    private static final String OF_THE_LAB = "lab ";

    static boolean isOfTheLab(Happening.ConnectionOpened connection) {
        return connection.name().startsWith(OF_THE_LAB);
    }

    static List<OutsideClient> of(Moment moment) {
        List<OutsideClient> all = new ArrayList<>();
        List<ChannelPicture> channels = moment.picture().channels();
        for (Happening.ConnectionOpened each : moment.picture().connections()) {
            if (!isOfTheLab(each)) {
                List<ChannelPicture> its = channels.stream()
                        .filter(channel -> channel.connection() == each.connection()
                                && channel.node().equals(each.node()))
                        .toList();
                int port = moment.picture().node(each.node()).map(NodePicture::amqpPort).orElse(0);
                boolean waits = its.stream().anyMatch(channel -> !channel.waitsFor().isEmpty());
                boolean flow = its.stream().anyMatch(ChannelPicture::flow);
                String state = moment.picture().isBlocked(each)
                        ? "blocked"
                        : waits ? "waits" : flow ? "flow" : "running";
                all.add(new OutsideClient(each.node().shortName() + "-" + each.connection(), each.name(),
                        each.peer() + " -> 127.0.0.1:" + port, each.node().shortName(), each.user(), its.size(), state,
                        moment.ledger().traffic(its.stream().map(ChannelPicture::channel).toList())));
            }
        }
        return all;
    }
}
