/// The drawer of clients: the lab's own publishers and consumers as cards with live counters, and the connections of other
/// programs beside them.
@NullMarked
package mirrorlab.ui.clients;

import org.jspecify.annotations.NullMarked;
