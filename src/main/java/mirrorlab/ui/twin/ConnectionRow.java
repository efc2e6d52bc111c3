package mirrorlab.ui.twin;

import java.util.List;
import mirrorlab.journal.ChannelPicture;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.journal.Happening;
import mirrorlab.vocabulary.NodeName;

/// One line of the list of connections.
///
/// @param name
///            the client's end, as the real screen shows it; `clientName` is what the client calls itself, or empty
/// @param state
///            `running`, `flow` while one of its channels is in flow (P-30), or `blocked` by a memory alarm
public record ConnectionRow(String name, String clientName, NodeName node, String user, String state, int channels) {

    public static List<ConnectionRow> of(Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        List<ChannelPicture> channels = picture.channels();
        return picture.connections().stream().map(each -> of(each, picture,
                channels.stream().filter(channel -> channel.node().equals(each.node())
                        && channel.connection() == each.connection()).toList()))
                .toList();
    }

    private static ConnectionRow of(Happening.ConnectionOpened connection, ClusterPicture picture,
            List<ChannelPicture> channels) {
        String state = picture.isBlocked(connection)
                ? "blocked"
                : channels.stream().anyMatch(ChannelPicture::flow) ? "flow" : "running";
        return new ConnectionRow(connection.peer(), connection.name(), connection.node(), connection.user(), state,
                channels.size());
    }
}
