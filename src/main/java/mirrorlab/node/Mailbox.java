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
}
