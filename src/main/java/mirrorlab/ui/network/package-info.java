/// What the nodes say to each other, and what they do: the pages NETWORK and LOAD.
///
/// {@link mirrorlab.ui.network.Rates} counts the last two seconds of the recording: what one node sent to another and what work
/// each node did, as master and as mirror. {@link mirrorlab.ui.network.NetworkModel} joins that with the state of every way
/// between two nodes; {@link mirrorlab.ui.network.LoadModel} sums it up for each node. Both are pure and equal for equal moments.
///
/// On the map nodes keep their place. A link has two strands, one for each direction: a ribbon's width and number are its
/// messages a second; dashes with a cross are a cut; a dashed ring around a node says that its heartbeats are missing, and where.
@NullMarked
package mirrorlab.ui.network;

import org.jspecify.annotations.NullMarked;
