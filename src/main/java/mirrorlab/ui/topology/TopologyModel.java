package mirrorlab.ui.topology;

import java.util.List;
import mirrorlab.journal.PermissionPicture;
import mirrorlab.journal.UserPicture;

/// What the page shows of a moment.
///
/// @param vhost the one that is drawn, `vhosts` all, in order of name
/// @param exchanges those that are drawn, in order of name; `hidden` standard ones that nobody uses are not
/// @param found how many boxes contain what is sought; -1 when nothing is sought
/// @param same short names of the nodes that know exactly this, `different` of those that know something else
public record TopologyModel(String vhost, List<VhostRow> vhosts, List<ExchangeBox> exchanges, List<QueueBox> queues,
        List<Edge> edges, int hidden, int found, List<String> same, List<String> different, List<UserPicture> users,
        List<PermissionPicture> permissions) {
    static final TopologyModel EMPTY = new TopologyModel("/", List.of(), List.of(), List.of(), List.of(), 0, -1,
            List.of(), List.of(), List.of(), List.of());

    /// More queues than these have one line each.
    private static final int MOST_ROOMY = 12;

    boolean isCompact() {
        return queues.size() > MOST_ROOMY;
    }

    /// @param users short list of those who have permissions in it
    public record VhostRow(String name, int queues, int exchanges, int bindings, List<String> users) {}

    /// What is chosen to be drawn.
    ///
    /// @param sought part of a name or a key; blank: everything
    public record Choice(String vhost, String sought, boolean standard) {}
}
