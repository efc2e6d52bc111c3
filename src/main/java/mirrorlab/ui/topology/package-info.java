/// The page that shows how messages find their queues: exchanges, bindings and queues of one virtual host as a graph, and virtual
/// hosts, users and permissions as tables.
///
/// {@link mirrorlab.ui.topology.TopologyModels} makes the model of a moment, {@link mirrorlab.ui.topology.TopologyLayout} gives
/// each part its place, {@link mirrorlab.ui.topology.GraphView} shows the parts that are in sight. What runs along the lines
/// is {@link mirrorlab.ui.topology.Ways}.
@NullMarked
package mirrorlab.ui.topology;

import org.jspecify.annotations.NullMarked;
