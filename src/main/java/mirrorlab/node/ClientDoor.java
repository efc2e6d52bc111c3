package mirrorlab.node;

import java.util.List;
import mirrorlab.broker.Effect;

/// The door that messaging clients use, as the node's loop sees it. Called on the loop thread: nothing here may block,
/// a client that does not read is the door's concern. The door posts what clients do to {@link Mailbox#post}.
public interface ClientDoor {

    /// Hands over what a run of inputs had to tell clients, in order, so that a socket is flushed once per run. Events
    /// for a connection or channel that is gone are dropped.
    void deliver(List<Effect.ToClient> events);

    /// Sends connection.close with this code and text to every client, then closes the sockets.
    void closeConnections(int replyCode, String text);
}
