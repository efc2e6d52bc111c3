/// The shell around one broker: a mailbox, one loop thread, the ports to the outside, and the one interceptor that
/// every input passes (hold, delay, drop by kind).
@NullMarked
package mirrorlab.node;

import org.jspecify.annotations.NullMarked;
