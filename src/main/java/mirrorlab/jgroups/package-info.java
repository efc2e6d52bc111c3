/// Links between nodes over JGroups; the only room that imports it.
///
/// Every node is a member of one JGroups group, but the group decides nothing here. A view is agreed on by one
/// coordinator, cannot say that two members do not hear each other while both hear a third, and after a division comes
/// late. A broker needs what Erlang's distribution gives: a *link* for each pair, which lives or has ended. So each pair
/// makes its own:
///
/// 1. **Greeting.** A node without a link greets its peer ten times a second: who I am, where I listen, my incarnation,
///    my number for the next link, and your number if I have heard it. So a node that is added later need only know the
///    others; they learn of it when it greets. Who hears its own number come back has a link; the other side
///    learns it from the answer or from the first packet that carries both numbers.
/// 2. **Frames** travel in numbered packets that carry both link numbers. A packet of another link is not delivered (the
///    fence); a missing number ends the link. A few packets may be on the way unacknowledged; what else waits is packed
///    into the next one, so a busy link makes large packets and an idle one has no delay.
/// 3. **The end** comes once: the peer's socket closed (at once: the process died), nothing was heard for the detector's
///    time (the process is frozen), the peer said farewell or greets with a new number, a cut, a packet that makes no
///    sense, or too much waiting.
///
/// | part | what it does |
/// |---|---|
/// | JGroupsNetwork | the port; finds the peer that a packet is from |
/// | Peer | one peer's link: its life, its one sender thread |
/// | Outbox | what waits for one peer, bounded |
/// | Wire | the way to one peer, with its faults: packets and heartbeats that come late, never out of order |
/// | Packet | what is said, as bytes |
/// | Stack | the JGroups channel, from `lab-configs/stacks/tcp.xml` |
/// | PeerTransport | TCP that tells when a socket closed, and can freeze and sever |
@NullMarked
package mirrorlab.jgroups;

import org.jspecify.annotations.NullMarked;
