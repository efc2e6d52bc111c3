/// Puts one node together: store, network, machine, loop, doors. No logic of its own. Used by the command `node`, one
/// process per node, and by the lab for embedded nodes.
///
/// | part | on start | on a clean stop | on a kill |
/// |---|---|---|---|
/// | store | opened first: it knows the node's life number | closed last, with a mark | closed without what waits |
/// | network | joins with that number while the queues are read | left, peers are told | sockets break |
/// | AMQP door | takes its port, refuses clients | connection.close 320 (N-02) | sockets break |
/// | loop | takes `Boot` when all of that is there | ends with the machine's last word | ends between two inputs |
/// | HTTP door | opens when the machine says so, with the AMQP door (N-10) | closed when the journal was read | closed |
@NullMarked
package mirrorlab.station;

import org.jspecify.annotations.NullMarked;
