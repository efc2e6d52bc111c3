package mirrorlab.node;

import mirrorlab.broker.Input;

/// Where inputs for a node's machine are posted, from any thread.
public interface Mailbox {

    /// Posts an input of a client or administrator. Waits while the node has too many of them before it, so that a fast
    /// client is slowed down by its own socket (P-30). Silently drops the input when the node has ended.
    ///
    /// @throws InterruptedException
    ///             the posting thread was interrupted; the input was not posted
    void post(Input input) throws InterruptedException;

    /// As {@link #post}, by a thread that will call {@link #help} before it waits for anything: many inputs are then worked off
    /// together, and without a change of threads where nobody else is at it.
    default void postQuietly(Input input) throws InterruptedException {
        post(input);
    }

    /// What was posted quietly is complete for now.
    default void help() {}
}
