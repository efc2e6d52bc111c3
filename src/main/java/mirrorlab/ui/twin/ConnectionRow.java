package mirrorlab.ui.twin;

import java.util.List;
import mirrorlab.journal.ClusterPicture;
import mirrorlab.vocabulary.NodeName;

/// One line of the list of connections.
///
/// @param name
///            the client's end, as the real screen shows it; `clientName` is what the client calls itself, or empty
/// @param state
///            `running` or `blocked`
public record ConnectionRow(String name, String clientName, NodeName node, String user, String state, int channels) {

    public static List<ConnectionRow> of(Screen screen) {
        ClusterPicture picture = screen.moment().picture();
        return picture.connections().stream().map(each -> new ConnectionRow(each.peer(), each.name(), each.node(),
                each.user(), picture.isBlocked(each) ? "blocked" : "running",
                (int) picture.channels().stream().filter(channel -> channel.node().equals(each.node())
                        && channel.connection() == each.connection()).count()))
                .toList();
    }
}
