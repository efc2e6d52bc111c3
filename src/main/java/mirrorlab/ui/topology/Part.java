package mirrorlab.ui.topology;

/// What the page shows.
enum Part {
    GRAPH, VHOSTS, USERS, PERMISSIONS
}
