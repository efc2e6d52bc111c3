package mirrorlab.broker;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import mirrorlab.broker.AdminReply.ChannelView;
import mirrorlab.broker.AdminReply.ConnectionView;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;

/// The connections of this node as lists show them: a fold of what the node tells its journal of its clients.
final class OpenConnections {
    private final Map<Long, ConnectionView> connections = new TreeMap<>();

    void opened(Input.ConnectionOpened now, NodeName self, long millis) {
        connections.put(now.connection(), new ConnectionView(self, now.connection(), now.name(), now.peer(),
                now.local(), now.user(), now.vhost(), now.properties(), false, millis, List.of()));
    }

    void see(Happening happening) {
        if (happening instanceof Happening.ConnectionClosed now) {
            connections.remove(now.connection());
        } else if (happening instanceof Happening.ConnectionBlocked now) {
            connections.computeIfPresent(now.connection(), (number, was) -> with(was, now.blocked(), List.of()));
        }
    }

    private static ConnectionView with(ConnectionView was, boolean blocked, List<ChannelView> channels) {
        return new ConnectionView(was.node(), was.connection(), was.name(), was.peer(), was.local(), was.user(),
                was.vhost(), was.properties(), blocked, was.connectedAt(), channels);
    }

    /// @param channels of a connection, as they are now
    List<ConnectionView> all(LongFunction<List<ChannelView>> channels) {
        return connections.values().stream()
                .map(each -> with(each, each.blocked(), channels.apply(each.connection()))).toList();
    }
}
