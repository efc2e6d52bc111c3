/// The shell around one broker: a mailbox, a loop, the ports to the outside, and the one interceptor that
/// every input passes (hold, delay, drop by kind).
///
/// **Whose turn it is.** "The loop's thread" is whichever thread has the turn: one at a time owns the machine and what belongs
/// to it. That is the loop's own thread when there is much to do. When it sleeps, the thread that has brought an input (a
/// client's reader, a peer's, the disk's writer) takes the turn itself, since waking another thread costs more than most inputs.
@NullMarked
package mirrorlab.node;

import org.jspecify.annotations.NullMarked;
